(** * Optima without a program: GM and a remap

    For a loss [C i j] (weights of a prior are part of it), [u] bounds the cost of every alpha-DP
    mechanism from below as soon as a recursion down each column ends without a lack
    ([certificate]); the recursion says no only where [u] is not a dual solution
    ([column_check]). Let [remap r] be the answer that costs least on average once GM has said
    [r], and [w r] what it costs there. For losses under which a greater count never makes a
    lesser answer the better one ([crossing]: losses that grow with |i - j|, for each input in its
    own way and with any prior; and Monge losses), u = K^-1 w, K = (a^|i-j|), is such a bound, and
    GM followed by [remap] attains it (NEW-10; Ghosh, Roughgarden and Sundararajan, _Universally
    Utility-Maximizing Privacy Mechanisms_). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM Derivability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n : nat) (a : R).
Implicit Types (C : nat -> nat -> R) (e q u d : nat -> R) (f : nat -> nat).

(** A column of a private kernel. *)
Definition column q := forall i, (i < n)%N -> a * q i.+1 <= q i /\ a * q i <= q i.+1.

(** What is left over flows to the next input and fades; a lack is demanded of it and grows. *)
Fixpoint carried e i :=
  if i is k.+1 then e k.+1 + (if 0 <= carried e k then a * carried e k else carried e k / a)
  else e 0%N.

(** Once a greater answer is better, it stays at least as good for greater counts. *)
Definition crossing C := forall i l j k, (i < l)%N -> (l <= n)%N -> (j < k)%N -> (k <= n)%N ->
  C i k < C i j -> C l k <= C l j.

(** What answer [j] costs, summed over inputs, where GM has said [r] (up to GM's factor). *)
Definition posterior C r j := \sum_(i < n.+1) C i j * a ^+ dist i r.

(** [f] answers as well as can be once GM has spoken. *)
Definition best C f := forall r, (r <= n)%N ->
  (f r <= n)%N /\ forall j, (j <= n)%N -> posterior C r (f r) <= posterior C r j.

(** The deterministic step, as a kernel. *)
Definition remap f (r j : nat) : R := (j == f r)%:R.

(** The dual: K^-1 w. *)
Definition dual C f := fun i => inverse n a (fun r => posterior C r (f r)) i / (1 - a ^+ 2).
End Definitions.

Section Certificate.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (C P : nat -> nat -> R) (e q u d : nat -> R).

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let square_gt0 : 0 < 1 - a ^+ 2. Proof. by rewrite subr_gt0 exprn_ilt1. Qed.

Local Notation column := (column n a).
Local Notation carried := (carried a).

Lemma column_private P j : private n a P -> (j <= n)%N -> column (P^~ j).
Proof. by move=> dp jle i ilt; apply: dp. Qed.

Lemma column_dist q i k : column q -> (i <= n)%N -> (k <= n)%N -> a ^+ dist i k * q k <= q i.
Proof.
move=> cq ile kle; have dp : private n a (fun i _ => q i) by move=> l ? llt _; apply: cq.
by have := private_dist a_ge0 dp ile kle (leqnn n).
Qed.

Lemma column_ge0 q i : column q -> (i <= n)%N -> 0 <= q i.
Proof.
move=> cq ile; have [k [kle d1]] : exists k, (k <= n)%N /\ dist i k = 1%N.
  case: i ile => [|i] ile; first by exists 1%N; split.
  by exists i; rewrite /dist; split; counts.
have h := column_dist cq ile kle; have g := column_dist cq kle ile.
rewrite -(pmulr_rge0 _ square_gt0); move: h g; rewrite [dist k i]distC d1 expr1 => h g.
linear (h +! a_gt0 *! g).
Qed.

Lemma sum_minus d u q : (0 <= \sum_(i < n.+1) (d i - u i) * q i) =
  (\sum_(i < n.+1) u i * q i <= \sum_(i < n.+1) d i * q i).
Proof. by rewrite -[RHS]subr_ge0 -sumrB; under [in RHS]eq_bigr do rewrite -mulrBl. Qed.

(** ** The check of one column *)

Lemma carried_le e q m : column q -> (m <= n)%N ->
  carried e m * q m <= \sum_(i < m.+1) e i * q i.
Proof.
move=> cq; elim: m => [|m IH] h; first by rewrite big_ord1.
rewrite big_ord_recr /= mulrDl addrC ler_add2r; apply: le_trans (IH (ltnW h)).
have [h1 h2] := cq m h; case: ifP => x0; first by rewrite [a * _]mulrC -mulrA ler_wpmul2l.
rewrite -mulrA; have [x1 x2] : carried e m <= 0 /\ q m.+1 / a >= q m.
  by split; [rewrite ltW // ltNge x0 | rewrite ler_pdivl_mulr // mulrC].
by rewrite [a^-1 * _]mulrC ler_wnmul2l.
Qed.

(* The worst column for [e]. *)
Let worst e := fix q i := if i is k.+1 then
  (if 0 <= carried e k then q k / a else a * q k) else 1.

Let worst_gt0 e i : 0 < worst e i.
Proof.
elim: i => [|i IH] /=; first exact: ltr01.
by case: ifP => _; rewrite ?divr_gt0 ?mulr_gt0.
Qed.

Let worst_column e : column (worst e).
Proof.
move=> i _ /=; have q0 := worst_gt0 e i; case: ifP => _.
  rewrite mulrC divfK ?lt0r_neq0 //; split=> //.
  by rewrite ler_pdivl_mulr // mulrC mulrA -expr2 ler_pimull ?(ltW q0) // exprn_ile1 // ltW.
by split=> //; rewrite mulrA -expr2 ler_pimull ?(ltW q0) // exprn_ile1 // ltW.
Qed.

Let worst_sum e m : \sum_(i < m.+1) e i * worst e i = carried e m * worst e m.
Proof.
elim: m => [|m IH]; first by rewrite big_ord1.
rewrite big_ord_recr IH /= mulrDl addrC; congr (_ + _); have a0 := lt0r_neq0 a_gt0.
by case: ifP => _; field.
Qed.

(** The recursion ends without a lack iff every private column pays for itself. *)
Theorem column_check e :
  0 <= carried e n <-> forall q, column q -> 0 <= \sum_(i < n.+1) e i * q i.
Proof.
split=> [x0 q cq|h].
  by apply: le_trans (carried_le e cq (leqnn n)); rewrite mulr_ge0 // (column_ge0 cq).
by have := h _ (worst_column e); rewrite worst_sum pmulr_lge0.
Qed.

(** ** The bound, for any loss *)

(** NEW-10, first half: where the recursion succeeds in every column, no alpha-DP mechanism costs
    less than the sum of [u]. *)
Theorem certificate C u : (forall j, (j <= n)%N -> 0 <= carried (fun i => C i j - u i) n) ->
  forall P, stochastic n P -> private n a P -> \sum_(i < n.+1) u i <= cost n C P.
Proof.
move=> ok P [_ P1] dp.
have -> : \sum_(i < n.+1) u i = \sum_(i < n.+1) \sum_(j < n.+1) u i * P i j.
  by apply: eq_bigr => i _; rewrite -mulr_sumr P1 ?le_ord // mulr1.
rewrite exchange_big /cost [leRHS]exchange_big; apply: ler_sum => j _; have jle := le_ord j.
have [check _] := column_check (fun i => C i j - u i).
by have := check (ok j jle) _ (column_private dp jle); rewrite (sum_minus (C^~ j) u (P^~ j)).
Qed.

(** So what attains it is an optimum. *)
Corollary certified C u M : (forall j, (j <= n)%N -> 0 <= carried (fun i => C i j - u i) n) ->
  cost n C M = \sum_(i < n.+1) u i ->
  forall P, stochastic n P -> private n a P -> cost n C M <= cost n C P.
Proof. by move=> ok -> P sP dp; apply: certificate. Qed.

End Certificate.

Section Remap.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Variables (C : nat -> nat -> R) (f : nat -> nat).
Hypothesis (f_best : best n a C f).
Implicit Types (q d : nat -> R) (P : nat -> nat -> R).

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let square_gt0 : 0 < 1 - a ^+ 2. Proof. by rewrite subr_gt0 exprn_ilt1. Qed.
Let square_neq0 : 1 - a ^+ 2 != 0. Proof. exact: lt0r_neq0. Qed.

Local Notation GM := (GM n a).
Local Notation column := (column n a).
Local Notation u := (dual n a C f).
Local Notation K := (fun r i => a ^+ dist i r).
Let dot q d := \sum_(i < n.+1) d i * q i.

Let f_le r : (r <= n)%N -> (f r <= n)%N. Proof. by case/f_best. Qed.

(** ** The remap's cost is the dual's value, for any loss *)

Let dual_power r : (r <= n)%N -> dot (K r) u = posterior n a C r (f r).
Proof.
move=> rle; apply: (mulfI square_neq0).
rewrite -(inverse_sum n_gt0 a_gt0 a_lt1 (fun r => posterior n a C r (f r)) rle) mulr_sumr.
by apply: eq_bigr => i _; rewrite /dual distC; field.
Qed.

Let dual_sum : \sum_(i < n.+1) u i = \sum_(r < n.+1) factor n a r * posterior n a C r (f r).
Proof.
under [RHS]eq_bigr => r _ do rewrite -(dual_power (le_ord r)) /dot mulr_sumr.
rewrite exchange_big; apply: eq_bigr => i _; rewrite -[LHS]mulr1.
rewrite -(GM_rows n_gt0 a_gt0 (le_ord i)) mulr_sumr.
by apply: eq_bigr => r _; rewrite /GM.GM mulrCA.
Qed.

Lemma remap_stochastic : stochastic n (remap R f).
Proof.
split=> [r j _ _|r rle]; first exact: ler0n.
have lt : (f r < n.+1)%N by rewrite ltnS f_le.
rewrite (bigD1 (Ordinal lt)) //= /remap eqxx big1 ?addr0 // => j ne.
by rewrite (_ : (j == f r :> nat) = false) //; apply: negPf.
Qed.

Theorem remap_cost : cost n C (after n GM (remap R f)) = \sum_(i < n.+1) u i.
Proof.
rewrite dual_sum /cost.
have row i : (i <= n)%N -> \sum_(j < n.+1) C i j * after n GM (remap R f) i j =
    \sum_(r < n.+1) factor n a r * (C i (f r) * a ^+ dist i r).
  move=> ile; rewrite /after; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => r _; have rle := le_ord r.
  have lt : (f r < n.+1)%N by rewrite ltnS f_le.
  rewrite (bigD1 (Ordinal lt)) //= /remap eqxx mulr1 big1 ?addr0 => [|j ne].
    by rewrite /GM.GM mulrCA.
  by rewrite (_ : (j == f r :> nat) = false) ?mulr0 //; apply: negPf.
rewrite (eq_counts row) exchange_big; apply: eq_bigr => r _.
by rewrite /posterior mulr_sumr.
Qed.

(** ** Where preferences cross once, the dual passes *)

Hypothesis (C_crossing : crossing n C).

(* Two answers compared where GM says [m], and further right: nothing changes its sign. *)
Let right_of d m : (m < n)%N ->
  (forall i l, (i < l)%N -> (l <= n)%N -> 0 < d i -> 0 <= d l) ->
  0 <= dot (K m) d -> 0 <= dot (K m.+1) d - a * dot (K m) d.
Proof.
move=> mlt up s0; rewrite /dot mulr_sumr -sumrB.
have near i : (i <= m)%N -> d i * K m.+1 i - a * (d i * K m i) = 0.
  by move=> h; rewrite (_ : dist i m.+1 = (dist i m).+1) ?exprS; [ring | rewrite /dist; counts].
have far i : (m < i)%N -> K m i = a * K m.+1 i.
  by move=> h; rewrite -exprS; congr (_ ^+ _); rewrite /dist; counts.
have [/existsP[i0 d0]|none] := boolP [exists i : 'I_m.+1, 0 < d i].
  apply: sumr_ge0 => i _; case: (leqP i m) => h; first by rewrite near.
  have di : 0 <= d i by apply: (up i0) => //; [have := le_ord i0; counts | apply: le_ord].
  rewrite far // (_ : _ - _ = (1 - a ^+ 2) * (d i * K m.+1 i)); last by ring.
  by rewrite !mulr_ge0 ?exprn_ge0 // ltW.
rewrite -(pmulr_rge0 _ a_gt0); have := mulr_ge0 (ltW square_gt0) s0.
rewrite /dot !mulr_sumr; move=> /le_trans; apply; apply: ler_sum => i _; have ile := le_ord i.
case: (leqP i m) => h; last by rewrite far // le_eqVlt; apply/orP; left; apply/eqP; ring.
rewrite near // mulr0 mulr_ge0_le0 ?(ltW square_gt0) // mulr_le0_ge0 ?exprn_ge0 //.
move: none; rewrite negb_exists => /forallP /(_ (Ordinal (h : (i < m.+1)%N))).
by rewrite -leNgt.
Qed.

(* And to the left, along a private column. *)
Let left_of d q m : (m <= n)%N -> column q -> (forall i, (m <= i)%N -> (i <= n)%N -> q i = K m i * q m) ->
  (forall i l, (i < l)%N -> (l <= n)%N -> d i < 0 -> d l <= 0) ->
  0 <= dot (K m) d -> 0 <= dot q d - q m * dot (K m) d.
Proof.
move=> mle cq tail down s0; rewrite /dot mulr_sumr -sumrB.
have [/existsP some|none] := boolP [exists i : 'I_m, d i < 0]; last first.
  apply: sumr_ge0 => i _; have ile := le_ord i; case: (ltnP i m) => h.
    rewrite mulrCA -mulrBr mulr_ge0 //; last by rewrite subr_ge0 mulrC (column_dist a_gt0 cq).
    by move: none; rewrite negb_exists => /forallP /(_ (Ordinal h)); rewrite -leNgt.
  by rewrite (tail i) // [_ * q m]mulrC mulrCA subrr.
have {}some : exists i, (i < m)%N && (d i < 0) by case: some => i h; exists i; rewrite ltn_ord.
case: (ex_minnP some) => c /andP[cm dc] least {some}.
have cle : (c <= n)%N by counts.
pose t := q c / a ^+ dist c m.
have tq : q m <= t.
  by rewrite /t ler_pdivl_mulr ?exprn_gt0 // mulrC (column_dist a_gt0 cq).
have at_c : q c = t * a ^+ dist c m by rewrite /t divfK // lt0r_neq0 // exprn_gt0.
have key i : (i <= n)%N -> (t - q m) * (d i * K m i) <= d i * q i - q m * (d i * K m i).
  move=> ile; have e x y : (t - x) * (d i * y) = d i * (t * y) - x * (d i * y) by ring.
  rewrite e ler_add2r {e}; case: (ltnP i c) => ic.
    have di : 0 <= d i by rewrite leNgt; apply/negP => di; have := least i; rewrite di; counts.
    rewrite ler_wpmul2l //; have := column_dist a_gt0 cq ile cle.
    rewrite at_c (_ : dist i m = (dist i c + dist c m)%N); last by rewrite /dist; counts.
    by rewrite exprD mulrCA.
  have di : d i <= 0.
    by move: ic; rewrite leq_eqVlt => /orP[/eqP <-|ic]; [exact: ltW | apply: (down c)].
  rewrite ler_wnmul2l //; case: (leqP i m) => im.
    have := column_dist a_gt0 cq cle ile.
    rewrite at_c (_ : dist c m = (dist c i + dist i m)%N); last by rewrite /dist; counts.
    by rewrite exprD mulrCA ler_pmul2l ?exprn_gt0.
  by rewrite tail ?(ltnW im) // mulrC ler_wpmul2r // exprn_ge0.
apply: le_trans (ler_counts key); rewrite -mulr_sumr mulr_ge0 // subr_ge0 //.
Qed.

Let bound_to m q : (m <= n)%N -> column q ->
  (forall i, (m <= i)%N -> (i <= n)%N -> q i = K m i * q m) ->
  forall j, (j <= n)%N -> dot q u <= dot q (C^~ j).
Proof.
elim: m q => [|m IH] q mle cq tail j jle.
  have e d : dot q d = q 0%N * dot (K 0%N) d.
    by rewrite /dot mulr_sumr; apply: eq_bigr => i _; have ile := le_ord i; rewrite (tail i) //; ring.
  rewrite !e dual_power // ler_wpmul2l ?(column_ge0 n_gt0 a_gt0 a_lt1 cq) //.
  by case: (f_best (leq0n n)) => _; apply.
have mle' := ltnW mle; have [h1 h2] := cq m mle.
pose x := (q m - a * q m.+1) / (1 - a ^+ 2); pose y := (q m.+1 - a * q m) / (1 - a ^+ 2).
have x0 : 0 <= x by rewrite divr_ge0 ?(ltW square_gt0) // subr_ge0.
have y0 : 0 <= y by rewrite divr_ge0 ?(ltW square_gt0) // subr_ge0.
have xy : x = q m - a * y by rewrite /x /y; field.
have yx : q m.+1 = a * x + y by rewrite /x /y; field.
pose q' i := if (i <= m)%N then q i else K m i * q m.
have q'm : q' m = q m by rewrite /q' leqnn.
have cq' : column q'.
  move=> i ilt; rewrite /q'; case: (ltnP i m) => im; first by rewrite (ltnW im); apply: cq.
  have -> : (dist i.+1 m = (i - m).+1)%N by rewrite /dist; counts.
  have q0 := column_ge0 n_gt0 a_gt0 a_lt1 cq mle'.
  have -> : (if (i <= m)%N then q i else K m i * q m) = a ^+ (i - m) * q m.
    case: (leqP i m) => h; first by rewrite (_ : i = m) ?subnn ?expr0 ?mul1r //; counts.
    by congr (_ ^+ _ * _); rewrite /dist; counts.
  rewrite exprS -[a * _ * q m]mulrA; split=> //.
  by rewrite mulrA -expr2 ler_pimull ?mulr_ge0 ?exprn_ge0 // exprn_ile1 // ltW.
have tail' i : (m <= i)%N -> (i <= n)%N -> q' i = K m i * q' m.
  rewrite q'm /q' => mi _; case: (leqP i m) => // im.
  by rewrite (_ : i = m) ?distnn ?expr0 ?mul1r //; counts.
have {tail} split_q i : (i <= n)%N -> q i = q' i + (x * K m i + y * K m.+1 i - q m * K m i).
  move=> ile; rewrite /q'; case: (leqP i m) => im.
    have -> : (dist i m.+1 = (dist i m).+1)%N by rewrite /dist; counts.
    by rewrite exprS xy; ring.
  have -> : (dist i m = (dist i m.+1).+1)%N by rewrite /dist; counts.
  by rewrite tail // exprS yx; ring.
have e d : dot q d = dot q' d + (x * dot (K m) d + y * dot (K m.+1) d - q m * dot (K m) d).
  rewrite /dot !mulr_sumr -big_split -sumrB -big_split /=.
  by apply: eq_bigr => i _; have ile := le_ord i; rewrite split_q //; ring.
have [kle km] := f_best mle'; have [_ kM] := f_best mle.
rewrite !e !dual_power //; have := IH q' mle' cq' tail'.
move: kle km; move: (f m) => k kle km ih.
have wm i : (i <= n)%N -> posterior n a C m k <= dot (K m) (C^~ i) by move=> /km.
have wM i : (i <= n)%N -> posterior n a C m.+1 (f m.+1) <= dot (K m.+1) (C^~ i) by move=> /kM.
have here : posterior n a C m k = dot (K m) (C^~ k) by [].
rewrite here in wm *.
have diff q0 : dot q0 (fun i => C i j - C i k) = dot q0 (C^~ j) - dot q0 (C^~ k).
  by rewrite /dot -sumrB; apply: eq_bigr => i _; rewrite mulrBl.
have := wm j jle; rewrite -subr_ge0 -diff => s0.
case: (ltngtP j k) => jk; last by rewrite -jk in here *; linear (ih j jle +! y0 *! wM j jle).
  have := right_of (d := fun i => C i j - C i k) mle _ s0; rewrite !diff => g.
  have {}g : 0 <= dot (K m.+1) (C^~ j) - dot (K m.+1) (C^~ k) -
      a * (dot (K m) (C^~ j) - dot (K m) (C^~ k)).
    apply: g => i l il ll; rewrite subr_gt0 subr_ge0; apply: C_crossing => //.
  rewrite xy; move: (ih j jle) (wM k kle); move: (posterior _ _ _ _ _) => w i1 i2.
  linear (i1 +! y0 *! i2 +! y0 *! g).
have := left_of (d := fun i => C i j - C i k) mle' cq' tail' _ s0; rewrite !diff q'm => g.
have {}g : 0 <= dot q' (C^~ j) - dot q' (C^~ k) - q m * (dot (K m) (C^~ j) - dot (K m) (C^~ k)).
  by apply: g => i l il ll; rewrite subr_lt0 subr_le0; apply: C_crossing.
move: (ih k kle) (wM j jle) (wm j jle); move: (posterior _ _ _ _ _) => w i1 i2 i3.
linear (i1 +! y0 *! i2 +! x0 *! i3 +! g).
Qed.

(** NEW-10, second half: the recursion succeeds with u = K^-1 w in every column. *)
Theorem dual_certificate j : (j <= n)%N -> 0 <= carried a (fun i => C i j - u i) n.
Proof.
move=> jle; apply/(column_check n_gt0 a_gt0 a_lt1) => q cq.
have tail i : (n <= i)%N -> (i <= n)%N -> q i = K n i * q n.
  by move=> ni ile; rewrite (_ : i = n) ?distnn ?mul1r //; counts.
by rewrite (sum_minus n (C^~ j) u q); apply: (bound_to (leqnn n) cq tail jle).
Qed.

(** Universal optimality: no alpha-DP mechanism costs less than GM followed by the best remap. *)
Theorem remap_optimal P : stochastic n P -> private n a P ->
  cost n C (after n GM (remap R f)) <= cost n C P.
Proof. exact: (certified n_gt0 a_gt0 a_lt1 dual_certificate remap_cost). Qed.

End Remap.

(** ** Which losses these are *)
Section Losses.
Variables (R : realFieldType) (n : nat) (a : R).
Implicit Types (C c : nat -> nat -> R) (p : nat -> R).

(** A best remap exists, whatever the loss. *)
Lemma best_exists C : exists f, best n a C f.
Proof.
exists (fun r => val [arg min_(j < @ord0 n) posterior n a C r (val j)]%O) => r _.
case: arg_minP => // i _ least; split; first exact: le_ord.
by move=> j jle; have := least (Ordinal (jle : (j < n.+1)%N)) isT.
Qed.

(** Losses that grow with |i - j|, in a way of its own for each input, under any prior. *)
Theorem distance_crossing p c : (forall i, (i <= n)%N -> 0 <= p i) ->
  (forall i j k, (i <= n)%N -> (j <= n)%N -> (k <= n)%N -> (dist i j <= dist i k)%N -> c i j <= c i k) ->
  crossing n (fun i j => p i * c i j).
Proof.
move=> p0 mono i l j k il ll jk kl h; apply: ler_wpmul2l; first exact: p0.
have [ile jle] : (i <= n)%N /\ (j <= n)%N by split; counts.
apply: (mono l k j) => //; have [near|] := leqP (dist i j) (dist i k); last by rewrite /dist; counts.
by move: h; rewrite ltNge ler_wpmul2l ?p0 ?mono.
Qed.

(** Monge losses, as are convex functions of i - j, under any prior. *)
Theorem monge_crossing p c : (forall i, (i <= n)%N -> 0 <= p i) ->
  (forall i l j k, (i < l)%N -> (l <= n)%N -> (j < k)%N -> (k <= n)%N ->
    c i j + c l k <= c i k + c l j) -> crossing n (fun i j => p i * c i j).
Proof.
move=> p0 monge i l j k il ll jk kl h; apply: ler_wpmul2l; first exact: p0.
have {}h : c i k < c i j.
  rewrite ltNge; apply/negP => le; move: h; rewrite ltNge ler_wpmul2l //; apply: p0.
  by counts.
by have g := monge i l j k il ll jk kl; linear (h +! g).
Qed.

(** NEW-10 as it is stated there: for any prior and any loss that grows with |i - j|, GM followed by a
    deterministic step is an alpha-DP mechanism of least cost, and every best remap is such a step. *)
Theorem universal_optimality p c : (0 < n)%N -> 0 < a -> a < 1 ->
  (forall i, (i <= n)%N -> 0 <= p i) ->
  (forall i j k, (i <= n)%N -> (j <= n)%N -> (k <= n)%N -> (dist i j <= dist i k)%N -> c i j <= c i k) ->
  let C i j := p i * c i j in
  (exists f, best n a C f) /\ forall f, best n a C f ->
  let M := after n (GM n a) (remap R f) in
  [/\ stochastic n M, private n a M & forall P, stochastic n P -> private n a P ->
      cost n C M <= cost n C P].
Proof.
move=> n0 a0 a1 p0 mono C; split; first exact: best_exists.
move=> f fb M; have sf := remap_stochastic fb; split.
- by apply: stochastic_after => //; apply: GM_stochastic.
- by apply: private_after => //; apply: GM_private.
by apply: remap_optimal => //; apply: distance_crossing.
Qed.

End Losses.
