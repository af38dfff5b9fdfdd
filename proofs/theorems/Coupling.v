(** * The optimal mechanism that keeps a law, for Monge costs

    Among the alpha-DP mechanisms that turn the law [z] of the input into the law [y] of the output
    ([y = z]: a fixed point), GM followed by the monotone coupling of the law of GM's output to [y]
    has the least sum of z_i c(i,j) P_ij for every Monge [c] (NEW-5), and is an extreme
    point. The reason is that a threshold test on GM's output changes from input to input as fast
    as privacy allows, and so crosses the same test on a competitor at most once.
    In Python: [mechanisms/keeping/coupling.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM Derivability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n : nat).
Implicit Types (P T c : nat -> nat -> R) (z y : nat -> R).

(** Pr[output <= t | input i]. *)
Definition below P t i := \sum_(k < t.+1) P i k.

(** The law of the output where [z] is that of the input. *)
Definition law z P j := \sum_(i < n.+1) z i * P i j.

Definition keeps z y P := forall j, (j <= n)%N -> law z P j = y j.

(** Each event "at most t" is a threshold test on the input, with a chance at one place. *)
Definition thresholds T := forall t, (t < n)%N -> exists s,
  (forall r, (r < s)%N -> (r <= n)%N -> below T t r = 1) /\
  (forall r, (s < r)%N -> (r <= n)%N -> below T t r = 0).

Definition monge c := forall i l j k, (i < l)%N -> (l <= n)%N -> (j < k)%N -> (k <= n)%N ->
  c i j + c l k <= c i k + c l j.

Definition weighted z c P := cost n (fun i j => z i * c i j) P.
End Definitions.

(** ** Sums by parts *)
Section Parts.
Variable R : realFieldType.
Implicit Types (c p f : nat -> R).

Lemma parts c p m : \sum_(j < m.+1) c j * p j =
  c m * (\sum_(j < m.+1) p j) - \sum_(t < m) (c t.+1 - c t) * \sum_(j < t.+1) p j.
Proof.
elim: m => [|m IH]; first by rewrite !big_ord1 big_ord0 subr0.
rewrite big_ord_recr IH /= (big_ord_recr _ (fun j : 'I_m.+2 => p j)).
rewrite (big_ord_recr _ (fun t : 'I_m.+1 => (c t.+1 - c t) * \sum_(j < t.+1) p j)) /=.
by move: (\sum_(j < m.+1) p j) (\sum_(t < m) _) => A B; ring.
Qed.

Lemma steps f m : \sum_(j < m) (f j.+1 - f j) = f m - f 0%N.
Proof.
elim: m => [|m IH]; first by rewrite big_ord0 subrr.
by rewrite big_ord_recr IH /=; ring.
Qed.
End Parts.

(** ** Single crossing *)
Section Crossing.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (a_gt0 : 0 < a).
Implicit Types (F G z e : nat -> R).

(** What privacy allows the chance of an event, input by input; and the extreme: 1 - F grows by
    1/a up to [s], from there on F shrinks by a. *)
Definition allowed G := forall i, (i < n)%N ->
  a * G i <= G i.+1 /\ a * (1 - G i.+1) <= 1 - G i.
Definition steep s F := forall i, (i < n)%N ->
  if (i < s)%N then 1 - F i = a * (1 - F i.+1) else F i.+1 = a * F i.

Variables (F G : nat -> R) (s : nat).
Hypotheses (F_steep : steep s F) (G_allowed : allowed G).

Lemma stays i : (i < n)%N -> F i <= G i -> F i.+1 <= G i.+1.
Proof.
move=> ilt le; have [h1 h2] := G_allowed ilt; have := F_steep ilt; case: ifP => _ e.
  by rewrite -(ler_pmul2l a_gt0); linear (le +! h2 +! e).
by rewrite e; apply: le_trans h1; rewrite ler_pmul2l.
Qed.

Lemma stays_strict i : (i < n)%N -> F i < G i -> F i.+1 < G i.+1.
Proof.
move=> ilt lt; have [h1 h2] := G_allowed ilt; have := F_steep ilt; case: ifP => _ e.
  by rewrite -(ltr_pmul2l a_gt0); linear (lt +! h2 +! e).
by rewrite e; apply: lt_le_trans h1; rewrite ltr_pmul2l.
Qed.

Lemma once i l : (i <= l)%N -> (l <= n)%N -> F i <= G i -> F l <= G l.
Proof.
move=> il ll le; have := ll; rewrite -(subnKC il); elim: (l - i)%N => [|d IH]; first by rewrite addn0.
by rewrite addnS => h; apply: stays => //; apply/IH/ltnW.
Qed.

(** So where the means under [z] agree, any weights that fall from input to input prefer [F]. *)
Lemma steep_best z e : (forall i, (i <= n)%N -> 0 <= z i) ->
  (forall i l, (i < l)%N -> (l <= n)%N -> e l <= e i) ->
  \sum_(i < n.+1) z i * F i = \sum_(i < n.+1) z i * G i ->
  \sum_(i < n.+1) z i * (e i * G i) <= \sum_(i < n.+1) z i * (e i * F i).
Proof.
move=> z0 fall mean.
have [i0 [i0n [before after]]] : exists i0, (i0 <= n)%N /\
    ((forall i, (i < i0)%N -> G i <= F i) /\
     (forall i, (i0 < i)%N -> (i <= n)%N -> F i <= G i)).
  have [/existsP some|none] := boolP [exists i : 'I_n.+1, F i <= G i]; last first.
    exists n; split=> //; split=> [i ilt|i ni ile]; last by counts.
    have lt : (i < n.+1)%N by counts.
    move: none; rewrite negb_exists => /forallP /(_ (Ordinal lt)) /=.
    by rewrite -ltNge => /ltW.
  have {}some : exists i, (i <= n)%N && (F i <= G i) by case: some => i h; exists i; rewrite le_ord.
  case: (ex_minnP some) => c /andP[cn Fc] least; exists c; split=> //; split=> [i ic|i ci ile].
    have ile : (i <= n)%N by counts.
    by rewrite leNgt; apply/negP => lt; have := least i; rewrite ile (ltW lt); counts.
  exact: once (ltnW ci) ile Fc.
rewrite -subr_ge0; have -> : \sum_(i < n.+1) z i * (e i * F i) - \sum_(i < n.+1) z i * (e i * G i) =
    \sum_(i < n.+1) z i * ((e i - e i0) * (F i - G i)).
  have -> : \sum_(i < n.+1) z i * ((e i - e i0) * (F i - G i)) =
      \sum_(i < n.+1) z i * (e i * F i) - \sum_(i < n.+1) z i * (e i * G i) -
      e i0 * (\sum_(i < n.+1) z i * F i - \sum_(i < n.+1) z i * G i).
    by rewrite mulrBr !mulr_sumr -!sumrB; apply: eq_bigr => i _; ring.
  by rewrite mean subrr mulr0 subr0.
apply: sumr_ge0 => i _; have ile := le_ord i; rewrite mulr_ge0 ?z0 //.
case: (ltngtP i i0) => ii; last by rewrite ii subrr mul0r.
  by rewrite mulr_ge0 // subr_ge0 ?fall ?before.
by rewrite mulr_le0 // subr_le0 ?fall ?after.
Qed.
End Crossing.

(** ** GM followed by thresholds *)
Section Optimal.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (P Q T c : nat -> nat -> R) (z y : nat -> R).

Local Notation GM := (GM n a).

Let sum_below P t : (t <= n)%N -> forall i, \sum_(k < n.+1 | (k < t.+1)%N) P i k = below P t i.
Proof. by move=> tle i; rewrite /below (big_ord_widen n.+1 (fun k => P i k)). Qed.

Let sum_above P t i : stochastic n P -> (t <= n)%N -> (i <= n)%N ->
  \sum_(k < n.+1 | ~~ (k < t.+1)%N) P i k = 1 - below P t i.
Proof.
move=> [_ P1] tle ile; apply/eqP; rewrite eq_sym subr_eq addrC -(sum_below P tle) -(P1 i ile); apply/eqP.
exact: (bigID (fun k : 'I_n.+1 => (k < t.+1)%N)).
Qed.

Lemma private_allowed P t : stochastic n P -> private n a P -> (t <= n)%N -> allowed n a (below P t).
Proof.
move=> sP dp tle i ilt; rewrite -!sum_above //; last exact: ltnW.
rewrite -!sum_below // !mulr_sumr; split; apply: ler_sum => k _; have kle := le_ord k;
by case: (dp i k ilt kle).
Qed.

Lemma below_after T t i : below (after n GM T) t i = \sum_(r < n.+1) GM i r * below T t r.
Proof.
rewrite /below /after exchange_big; apply: eq_bigr => r _.
by rewrite mulr_sumr.
Qed.

(** A threshold test on GM's output is steep. *)
Lemma GM_steep T t : thresholds n T -> (t < n)%N -> exists s, steep n a s (below (after n GM T) t).
Proof.
move=> th tlt; have [s [low high]] := th t tlt; exists s => i ilt; rewrite !below_after.
have near r : (i < r)%N -> GM i r = a * GM i.+1 r.
  move=> ir; rewrite /GM.GM (_ : dist i r = (dist i.+1 r).+1); last by rewrite /dist; counts.
  by rewrite exprS; ring.
have far r : (r <= i)%N -> GM i.+1 r = a * GM i r.
  move=> ir; rewrite /GM.GM (_ : dist i.+1 r = (dist i r).+1); last by rewrite /dist; counts.
  by rewrite exprS; ring.
have rest k : (k <= n)%N ->
    1 - \sum_(r < n.+1) GM k r * below T t r = \sum_(r < n.+1) GM k r * (1 - below T t r).
  move=> kle; rewrite -[in LHS](GM_rows n_gt0 a_gt0 kle) -sumrB.
  by apply: eq_bigr => r _; rewrite mulrBr mulr1.
case: (ltnP i s) => h.
  rewrite !rest //; last exact: ltnW.
  rewrite mulr_sumr; apply: eq_bigr => r _; have rle := le_ord r.
  case: (ltnP r s) => rs; first by rewrite low // subrr !mulr0.
  by rewrite near ?mulrA //; counts.
rewrite mulr_sumr; apply: eq_bigr => r _; have rle := le_ord r.
case: (ltnP s r) => rs; first by rewrite high // !mulr0.
by rewrite far ?mulrA //; counts.
Qed.

Lemma weighted_parts z c P : stochastic n P -> weighted n z c P =
  \sum_(i < n.+1) z i * c i n -
  \sum_(t < n) \sum_(i < n.+1) z i * ((c i t.+1 - c i t) * below P t i).
Proof.
move=> [_ P1]; rewrite exchange_big -sumrB; apply: eq_bigr => i _; have ile := le_ord i.
have -> : \sum_(j < n.+1) z i * c i j * P i j = z i * \sum_(j < n.+1) c i j * P i j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrA.
by rewrite (parts (c i) (P i)) P1 // mulr1 mulrBr mulr_sumr.
Qed.

Lemma mean_below z y P t : keeps n z y P -> (t <= n)%N ->
  \sum_(i < n.+1) z i * below P t i = \sum_(k < t.+1) y k.
Proof.
move=> kP tle; have -> : \sum_(k < t.+1) y k = \sum_(k < t.+1) law n z P k.
  by apply: eq_bigr => k _; rewrite kP //; have := ltn_ord k; counts.
by rewrite exchange_big; apply: eq_bigr => i _; rewrite mulr_sumr.
Qed.

(** NEW-5: whatever thresholds follow GM, for the law [y] that they make of [z], no private
    mechanism that keeps it costs less, for any Monge cost. *)
Theorem thresholds_optimal z y c T : stochastic n T -> thresholds n T ->
  (forall i, (i <= n)%N -> 0 <= z i) -> keeps n z y (after n GM T) -> monge n c ->
  forall P, stochastic n P -> private n a P -> keeps n z y P ->
  weighted n z c (after n GM T) <= weighted n z c P.
Proof.
move=> sT th z0 kT mc P sP dp kP.
have sQ := stochastic_after (GM_stochastic n_gt0 a_gt0 a_lt1) sT.
rewrite !weighted_parts // ler_add2l ler_opp2; apply: ler_sum => t _; have tlt := ltn_ord t.
have [s st] := GM_steep th tlt.
apply: (steep_best a_gt0 st (private_allowed sP dp (ltnW tlt)) (e := fun i => c i t.+1 - c i t)) => //.
  move=> i l il ll; have tt : (t < t.+1)%N by [].
  have m := mc i l t t.+1 il ll tt tlt.
  by linear m.
by rewrite !(mean_below (y := y)) // ltnW.
Qed.

(** And it is an extreme point: not the mean of two others that keep the law. *)
Theorem thresholds_extreme z y T : stochastic n T -> thresholds n T ->
  (forall i, (i <= n)%N -> 0 <= z i) -> 0 < \sum_(i < n.+1) z i -> keeps n z y (after n GM T) ->
  forall P Q, stochastic n P -> private n a P -> keeps n z y P ->
    stochastic n Q -> private n a Q -> keeps n z y Q ->
  (forall i j, (i <= n)%N -> (j <= n)%N -> P i j + Q i j = 2%:R * after n GM T i j) ->
  forall i j, (i <= n)%N -> (j <= n)%N -> P i j = after n GM T i j.
Proof.
move=> sT th z0 zpos kT P Q sP dP kP sQ dQ kQ mid.
have sM := stochastic_after (GM_stochastic n_gt0 a_gt0 a_lt1) sT.
have midb t i : (t <= n)%N -> (i <= n)%N ->
    below P t i + below Q t i = 2%:R * below (after n GM T) t i.
  move=> tle ile; rewrite /below mulr_sumr -big_split; apply: eq_bigr => k _.
  by apply: mid => //; have := ltn_ord k; counts.
(* No kernel of the two is above GM's thresholds at the first input, and so neither is anywhere. *)
have least t X : (t < n)%N -> stochastic n X -> private n a X -> keeps n z y X ->
    below X t 0%N <= below (after n GM T) t 0%N.
  move=> tlt sX dX kX; rewrite leNgt; apply/negP => lt.
  have [s st] := GM_steep th tlt; have al := private_allowed sX dX (ltnW tlt).
  have all_lt i : (i <= n)%N -> below (after n GM T) t i < below X t i.
    by elim: i => [|i IH] // ile; apply: (stays_strict a_gt0 st al) => //; apply/IH/ltnW.
  have := mean_below kX (ltnW tlt); rewrite -(mean_below kT (ltnW tlt)).
  move=> /eqP; rewrite -subr_eq0 -sumrB => /eqP e.
  have e2 : \sum_(i < n.+1) z i * (below X t i - below (after n GM T) t i) = 0.
    by rewrite -[RHS]e; apply: eq_bigr => i _; rewrite mulrBr.
  have z_eq0 (i : 'I_n.+1) : z i = 0.
    have ge0 (k : 'I_n.+1) : true -> 0 <= z k * (below X t k - below (after n GM T) t k).
      move=> _; have kle := le_ord k.
      by rewrite mulr_ge0 ?z0 // subr_ge0 ltW // all_lt.
    have /eqP := psumr_eq0P ge0 e2 (i := i) isT.
    by rewrite mulf_eq0 subr_eq0 [below X t i == _]gt_eqF ?all_lt ?le_ord // orbF => /eqP.
  by move: zpos; rewrite big1 ?ltxx.
have same t i : (t < n)%N -> (i <= n)%N -> below P t i = below (after n GM T) t i.
  move=> tlt ile; have [s st] := GM_steep th tlt.
  have start : below P t 0%N = below (after n GM T) t 0%N /\ below Q t 0%N = below (after n GM T) t 0%N.
    have m0 := midb t 0%N (ltnW tlt) isT.
    have lP := least t P tlt sP dP kP; have lQ := least t Q tlt sQ dQ kQ.
    by split; apply/eqP; rewrite eq_le ?lP ?lQ /=; [linear (lQ +! esym m0) | linear (lP +! esym m0)].
  have [hP hQ] := start.
  have uP : below (after n GM T) t i <= below P t i.
    by apply: (once a_gt0 st (private_allowed sP dP (ltnW tlt)) (leq0n i)) => //; rewrite hP.
  have uQ : below (after n GM T) t i <= below Q t i.
    by apply: (once a_gt0 st (private_allowed sQ dQ (ltnW tlt)) (leq0n i)) => //; rewrite hQ.
  have mi := midb t i (ltnW tlt) ile.
  by apply/eqP; rewrite eq_le uP andbT; linear (uQ +! mi).
have total t i : (t <= n)%N -> (i <= n)%N -> below P t i = below (after n GM T) t i.
  rewrite leq_eqVlt => /orP[/eqP -> ile|]; last exact: same.
  by case: sP => _ p1; case: sM => _ m1; rewrite /below p1 // m1.
move=> i [|j] ile jle.
  by have := total 0%N i isT ile; rewrite /below !big_ord1.
have belowS X : below X j.+1 i = below X j i + X i j.+1 by rewrite /below big_ord_recr.
by have := total j.+1 i jle ile; rewrite !belowS (total j i (ltnW jle) ile) => /addrI.
Qed.
End Optimal.

(** ** The monotone coupling *)
Section Coupling.
Variables (R : realFieldType) (n : nat) (a : R) (z y : nat -> R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Hypotheses (z_ge0 : forall i, (i <= n)%N -> 0 <= z i) (z_sum : \sum_(i < n.+1) z i = 1).
Hypotheses (y_ge0 : forall i, (i <= n)%N -> 0 <= y i) (y_sum : \sum_(i < n.+1) y i = 1).

Local Notation GM := (GM n a).

(** The law of GM's output, the two laws added up, and their coupling: the chance of
    (output < r, answer < j) is the lesser of the two. *)
Let g r := law n z GM r.
Let before (f : nat -> R) r := \sum_(k < r) f k.
Let joint r j := Num.min (before g r) (before y j).
Definition coupling r j := (joint r.+1 j.+1 - joint r j.+1 - (joint r.+1 j - joint r j)) / g r.

Let GM_gt0 i j : 0 < GM i j.
Proof. by rewrite /GM.GM mulr_gt0 ?factor_gt0 ?exprn_gt0. Qed.

Let g_gt0 r : 0 < g r.
Proof.
have ge0 (i : 'I_n.+1) : true -> 0 <= z i * GM i r.
  by move=> _; rewrite mulr_ge0 ?z_ge0 ?le_ord // ltW.
rewrite lt_neqAle sumr_ge0 // andbT; apply/negP => /eqP/esym e0.
have := z_sum; rewrite big1 => [/eqP|i _]; first by rewrite eq_sym oner_eq0.
by have /eqP := psumr_eq0P ge0 e0 (i := i) isT; rewrite mulf_eq0 [GM _ _ == 0]gt_eqF // orbF => /eqP.
Qed.

Let g_sum : before g n.+1 = 1.
Proof.
rewrite /before /g /law exchange_big -z_sum; apply: eq_bigr => i _.
by rewrite -mulr_sumr GM_rows ?mulr1 // le_ord.
Qed.

Let before_mono f r k : (forall i, (i < k)%N -> 0 <= f i) -> (r <= k)%N -> before f r <= before f k.
Proof.
move=> f0 rk; rewrite /before -!(big_mkord xpredT f) (big_cat_nat _ _ _ (leq0n r) rk) /=.
by rewrite ler_addl big_nat sumr_ge0 // => i /andP[_]; apply: f0.
Qed.

Let g_mono r k : (r <= k)%N -> before g r <= before g k.
Proof. by apply: before_mono => i _; apply: ltW. Qed.
Let y_mono j k : (j <= k)%N -> (k <= n.+1)%N -> before y j <= before y k.
Proof. by move=> jk kn; apply: before_mono => // i ik; apply: y_ge0; counts. Qed.

Let min_mono x b c : x <= b -> Num.min x c <= Num.min b c :> R.
Proof. by move=> h; rewrite le_minr !le_minl h lexx orbT. Qed.

Let min_super x b c d : x <= b -> c <= d ->
  0 <= Num.min b d - Num.min x d - (Num.min b c - Num.min x c) :> R.
Proof.
move=> xb cd; have [xc|cx] := leP x c.
  rewrite (min_l (le_trans xc cd)) opprB addrA subrK subr_ge0.
  by rewrite ![Num.min b _]minC min_mono.
by rewrite (min_r (le_trans (ltW cx) xb)) subrr subr0 subr_ge0 min_mono.
Qed.

Let joint_0r r : joint r 0 = 0.
Proof.
rewrite /joint (_ : before y 0 = 0); last by rewrite /before big_ord0.
by apply: min_r; have := g_mono (leq0n r); rewrite {1}/before big_ord0.
Qed.
Let joint_0l j : (j <= n.+1)%N -> joint 0 j = 0.
Proof.
move=> jn; rewrite /joint (_ : before g 0 = 0); last by rewrite /before big_ord0.
by apply: min_l; have := y_mono (leq0n j) jn; rewrite {1}/before big_ord0.
Qed.
Let joint_1r r : (r <= n.+1)%N -> joint r n.+1 = before g r.
Proof. by move=> rn; apply: min_l; rewrite [before y _]y_sum -g_sum g_mono. Qed.
Let joint_1l j : (j <= n.+1)%N -> joint n.+1 j = before y j.
Proof. by move=> jn; apply: min_r; rewrite g_sum -y_sum y_mono. Qed.

Let beforeS f r : before f r.+1 - before f r = f r.
Proof. by rewrite /before big_ord_recr /= addrAC subrr add0r. Qed.

Let below_coupling t r : below coupling t r = (joint r.+1 t.+1 - joint r t.+1) / g r.
Proof.
rewrite /below /coupling -mulr_suml (steps (fun j => joint r.+1 j - joint r j)).
by rewrite !joint_0r !subr0.
Qed.

Theorem coupling_stochastic : stochastic n coupling.
Proof.
split=> [r j rle jle|r rle].
  by rewrite divr_ge0 ?(ltW (g_gt0 r)) // min_super ?g_mono ?y_mono.
rewrite -[LHS]/(below coupling n r) below_coupling !joint_1r // ?beforeS ?divff ?lt0r_neq0 //.
by counts.
Qed.

(** The law is kept. *)
Theorem coupling_keeps : keeps n z y (after n GM coupling).
Proof.
move=> j jle; have -> : law n z (after n GM coupling) j = \sum_(r < n.+1) g r * coupling r j.
  rewrite /law /after; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => r _; rewrite /g /law mulr_suml.
  by apply: eq_bigr => i _; rewrite mulrA.
have -> : \sum_(r < n.+1) g r * coupling r j =
    \sum_(r < n.+1) ((joint r.+1 j.+1 - joint r.+1 j) - (joint r j.+1 - joint r j)).
  apply: eq_bigr => r _; rewrite /coupling mulrC divfK ?lt0r_neq0 //; ring.
rewrite (steps (fun r => joint r j.+1 - joint r j)) !joint_1l ?joint_0l //; try by counts.
by rewrite beforeS !subr0.
Qed.

Theorem coupling_thresholds : thresholds n coupling.
Proof.
move=> t tlt; have [/existsP some|none] := boolP [exists r : 'I_n, before y t.+1 < before g r.+1].
  have {}some : exists r, (r < n)%N && (before y t.+1 < before g r.+1).
    by case: some => r h; exists r; rewrite ltn_ord.
  case: (ex_minnP some) => s /andP[sn ys] least; exists s; split=> r.
    move=> rs rle; rewrite below_coupling; have le : before g r.+1 <= before y t.+1.
      by rewrite leNgt; apply/negP => lt; have := least r; rewrite lt; counts.
    have le' := le_trans (g_mono (leqnSn r)) le.
    by rewrite /joint (min_l le) (min_l le') beforeS divff // lt0r_neq0.
  move=> sr rle; rewrite below_coupling.
  have le : before y t.+1 <= before g r by apply: le_trans (ltW ys) (g_mono sr).
  have le' := le_trans le (g_mono (leqnSn r)).
  by rewrite /joint (min_r le) (min_r le') subrr mul0r.
exists n; split=> r; last by move=> h1 h2; counts.
move=> rn rle; rewrite below_coupling; have le : before g r.+1 <= before y t.+1.
  by move: none; rewrite negb_exists => /forallP /(_ (Ordinal rn)) /=; rewrite -leNgt.
have le' := le_trans (g_mono (leqnSn r)) le.
by rewrite /joint (min_l le) (min_l le') beforeS divff // lt0r_neq0.
Qed.

(** NEW-5, for every n, law [z] of the input, law [y] of the output and Monge cost: GM followed by
    the monotone coupling is an alpha-DP mechanism that turns [z] into [y], none costs less, and it
    is an extreme point of the set of these. *)
Theorem coupling_optimal : let M := after n GM coupling in
  [/\ stochastic n M, private n a M, keeps n z y M,
      forall c, monge n c -> forall P, stochastic n P -> private n a P -> keeps n z y P ->
        weighted n z c M <= weighted n z c P
    & forall P Q, stochastic n P -> private n a P -> keeps n z y P ->
        stochastic n Q -> private n a Q -> keeps n z y Q ->
        (forall i j, (i <= n)%N -> (j <= n)%N -> P i j + Q i j = 2%:R * M i j) ->
        forall i j, (i <= n)%N -> (j <= n)%N -> P i j = M i j].
Proof.
have sT := coupling_stochastic; have th := coupling_thresholds; have kT := coupling_keeps.
split=> //.
- by apply: stochastic_after => //; apply: GM_stochastic.
- by apply: private_after => //; apply: GM_private.
- by move=> c mc P; apply: thresholds_optimal.
have zpos : 0 < \sum_(i < n.+1) z i by rewrite z_sum ltr01.
by move=> P Q sP dP kP; apply: (thresholds_extreme n_gt0 a_gt0 a_lt1 sT th z_ge0 zpos kT).
Qed.

End Coupling.
