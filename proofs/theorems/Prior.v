(** * When the truncated geometric mechanism tells the truth most

    For weights [w] of the inputs (a prior, say), GM makes the weighted chance of a wrong answer
    least among all alpha-DP mechanisms iff [w] is slow: neighbouring weights differ by a factor
    between [a] and [1/a] (NEW-8). The uniform prior is, which gives Theorem 3 of
    _Constrained Differential Privacy for Count Data_ (CKS).

    The proof is one identity, [truth_gap]: what a kernel lacks of GM's truth is a sum of
    its slacks in the constraints of privacy, with the gaps of [w] as multipliers. Where [w] is not slow
    at [j], sending output [j] on to its neighbour is better than GM. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n : nat).
Implicit Types (w : nat -> R) (P : nat -> nat -> R).

(** The weighted chance that the answer is right, and that it is wrong: O_{0,sum} for [w]. *)
Definition truth w P := \sum_(i < n.+1) w i * P i i.
Definition wrong w P := cost n (fun i j => w i * (i != j)%:R) P.

(** a <= w j / w (j + 1) <= 1 / a; see [slow_ratio]. *)
Definition slow a w :=
  forall j, (j < n)%N -> a * w j.+1 <= w j /\ a * w j <= w j.+1.
Definition strictly_slow a w :=
  forall j, (j < n)%N -> a * w j.+1 < w j /\ a * w j < w j.+1.

Lemma slow_ratio a w : 0 < a -> (forall j, (j <= n)%N -> 0 < w j) ->
  slow a w <-> forall j, (j < n)%N -> a <= w j / w j.+1 <= 1 / a.
Proof.
move=> a0 w0; split=> h j jlt; have p := w0 j.+1 jlt.
  have [h1 h2] := h j jlt.
  by rewrite ler_pdivl_mulr // h1 ler_pdivr_mulr // mulrAC mul1r ler_pdivl_mulr // mulrC.
have := h j jlt.
by rewrite ler_pdivl_mulr // ler_pdivr_mulr // mulrAC mul1r ler_pdivl_mulr // [w j * a]mulrC => /andP.
Qed.

Lemma wrong_truth w P : stochastic n P -> wrong w P = \sum_(i < n.+1) w i - truth w P.
Proof.
case=> _ P1; rewrite -sumrB; apply: eq_bigr => i _.
rewrite (_ : w i - _ = w i * (\sum_(j < n.+1) P i j - P i i)); last first.
  by rewrite P1 ?le_ord // mulrBr mulr1.
rewrite (bigD1 i) //= [in RHS](bigD1 i) //=.
rewrite eqxx mulr0 mul0r add0r addrAC subrr add0r mulr_sumr; apply: eq_bigr => j ji.
by rewrite eq_sym (ji : val j != val i) mulr1.
Qed.
End Definitions.

Section Prior.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (w d p : nat -> R) (P : nat -> nat -> R).

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let rest_gt0 : 0 < 1 - a ^+ 2. Proof. by rewrite subr_gt0 expr_lt1. Qed.
Let rest_neq0 : 1 - a ^+ 2 != 0. Proof. exact: lt0r_neq0. Qed.

Local Notation GM := (GM n a).

(** ** The identity *)

(** How far [p], the column of output [j], is from GM's shape between inputs [i] and [i + 1],
    times what [w] still has in hand there. *)
Definition slack w p i j :=
  if (i < j)%N then (w i - a * w i.+1) * (p i - a * p i.+1)
  else (w i.+1 - a * w i) * (p i.+1 - a * p i).

(** (1 - a^2) times the dual optimum: the inverse of the matrix a^|i-j|, which is tridiagonal,
    applied to [w]. *)
Let left w i := if i is k.+1 then a * (w k - a * w k.+1) else 0.
Let right w i := if (i < n)%N then a * (w i.+1 - a * w i) else 0.
Definition dual w i := (1 - a ^+ 2) * w i - left w i - right w i.

Let column_partial w p j m : (j <= n)%N -> (m <= n)%N ->
  \sum_(i < m.+1) dual w i * p i = \sum_(i < m) slack w p i j +
    if (m < j)%N then (w m - a * w m.+1) * p m
    else (1 - a ^+ 2) * (w j * p j) - right w m * p m.
Proof.
move=> jle; elim: m => [_|m IH h].
  rewrite big_ord_recr !big_ord0 !add0r /dual /right /=.
  by case: j jle => [|j] jle /=; [ring | rewrite (leq_ltn_trans _ jle) //; ring].
rewrite big_ord_recr IH; last by counts.
rewrite [in RHS]big_ord_recr /= -!addrA; congr (_ + _).
rewrite /slack /dual /right /= h; case: (ltngtP m.+1 j) => mj.
- by have -> : (m.+1 < n)%N; [counts | ring].
- by case: ifP => _; ring.
by rewrite -mj; case: ifP => _; ring.
Qed.

Lemma column_dual w p j : (j <= n)%N ->
  \sum_(i < n.+1) dual w i * p i = \sum_(i < n) slack w p i j + (1 - a ^+ 2) * (w j * p j).
Proof.
move=> jle; rewrite (column_partial w p jle (leqnn n)) ltnNge jle /right ltnn mul0r subr0.
by [].
Qed.

Lemma truth_dual w P : stochastic n P -> (1 - a ^+ 2) * truth n w P =
  \sum_(i < n.+1) dual w i - \sum_(j < n.+1) \sum_(i < n) slack w (P^~ j) i j.
Proof.
move=> [_ P1]; apply/eqP; rewrite eq_sym subr_eq addrC; apply/eqP.
have -> : \sum_(i < n.+1) dual w i = \sum_(i < n.+1) \sum_(j < n.+1) dual w i * P i j.
  by apply: eq_bigr => i _; rewrite -mulr_sumr P1 ?le_ord // mulr1.
rewrite exchange_big mulr_sumr -big_split; apply: eq_bigr => j _.
exact: (column_dual w (P^~ j) (le_ord j)).
Qed.

Lemma GM_slack w i j : slack w (GM^~ j) i j = 0.
Proof.
rewrite /slack /GM.GM; case: (ltnP i j) => h.
  have -> : dist i j = (dist i.+1 j).+1 by rewrite /dist; counts.
  by rewrite exprS; ring.
have -> : dist i.+1 j = (dist i j).+1 by rewrite /dist; counts.
by rewrite exprS; ring.
Qed.

(** What a kernel lacks of GM's truth. *)
Theorem truth_gap w P : stochastic n P ->
  (1 - a ^+ 2) * (truth n w GM - truth n w P) =
  \sum_(j < n.+1) \sum_(i < n) slack w (P^~ j) i j.
Proof.
move=> sP; rewrite mulrBr (truth_dual w (GM_stochastic n_gt0 a_gt0 a_lt1)) (truth_dual w sP).
have -> : \sum_(j < n.+1) \sum_(i < n) slack w (GM^~ j) i j = 0.
  by rewrite big1 // => j _; rewrite big1 // => i _; apply: GM_slack.
by rewrite subr0 subKr.
Qed.

(** ** Slow weights: GM is best *)

Let slack_ge0 w P i j : slow n a w -> private n a P -> (i < n)%N -> (j <= n)%N ->
  0 <= slack w (P^~ j) i j.
Proof.
move=> sw dp ilt jle; have [w1 w2] := sw i ilt; have [p1 p2] := dp i j ilt jle.
by rewrite /slack; case: ifP => _; rewrite mulr_ge0 // subr_ge0.
Qed.

(** NEW-8, first direction, as truth. *)
Lemma GM_truest w P : slow n a w -> stochastic n P -> private n a P ->
  truth n w P <= truth n w GM.
Proof.
move=> sw sP dp; rewrite -subr_ge0 -(pmulr_rge0 _ rest_gt0) truth_gap //.
by apply: sumr_ge0 => j _; apply: sumr_ge0 => i _; apply: slack_ge0; rewrite ?le_ord.
Qed.

(** The matrix a^|i-j| has full rank. *)
Lemma powers_inj d : (forall i, (i <= n)%N -> \sum_(j < n.+1) a ^+ dist i j * d j = 0) ->
  forall j, (j <= n)%N -> d j = 0.
Proof.
move=> rows; elim/ltn_ind => j IH jle; have lt : (j < n.+1)%N by [].
have before (k : 'I_n.+1) : (k < j)%N -> d k = 0 by move=> h; apply: IH => //; apply: le_ord.
move: (jle); rewrite leq_eqVlt => /orP[/eqP e|jn].
  rewrite -(rows j) // (bigD1 (Ordinal lt)) //= distnn mul1r big1 ?addr0 // => k ne.
  rewrite before ?mulr0 //; have {}ne : k != j :> nat by [].
  by have := le_ord k; counts.
have : \sum_(k < n.+1) (a ^+ dist j k * d k - a * (a ^+ dist j.+1 k * d k)) = 0.
  by rewrite sumrB -mulr_sumr !rows // mulr0 subrr.
rewrite (bigD1 (Ordinal lt)) //= big1 => [|k ne].
  rewrite addr0 distnn (_ : dist j.+1 j = 1%N); last by rewrite /dist; counts.
  rewrite (_ : _ - _ = (1 - a ^+ 2) * d j); last by ring.
  by move=> /eqP; rewrite mulf_eq0 (negPf rest_neq0) => /eqP.
have {}ne : k != j :> nat by [].
case: (ltnP k j) => kj; first by rewrite before // !mulr0 subrr.
rewrite (_ : dist j k = (dist j.+1 k).+1); last by rewrite /dist; counts.
by rewrite exprS; ring.
Qed.

(** A column without slack has GM's shape. *)
Let no_slack w p j : strictly_slow n a w -> (j <= n)%N ->
  (forall i, (i < n)%N -> slack w p i j = 0) -> forall i, (i <= n)%N -> p i = a ^+ dist i j * p j.
Proof.
move=> sw jle s0.
have up k : (k <= j)%N -> p (j - k)%N = a ^+ k * p j.
  elim: k => [|k IH] h; first by rewrite subn0 mul1r.
  have [m e] : exists m, (j - k)%N = m.+1 by exists (j - k.+1)%N; counts.
  have -> : (j - k.+1 = m)%N by counts.
  have [lt mj] : (m < n)%N /\ (m < j)%N by split; counts.
  have := s0 m lt; have [w1 _] := sw m lt; rewrite /slack mj => /eqP.
  rewrite mulf_eq0 !subr_eq0 gt_eqF //= => /eqP ->.
  by rewrite -e IH ?exprS ?mulrA //; counts.
have down k : (j + k <= n)%N -> p (j + k)%N = a ^+ k * p j.
  elim: k => [|k IH] h; first by rewrite addn0 mul1r.
  have [lt jk] : (j + k < n)%N /\ (j + k < j)%N = false by split; counts.
  have := s0 _ lt; have [_ w2] := sw _ lt; rewrite /slack jk => /eqP.
  rewrite mulf_eq0 !subr_eq0 gt_eqF //= addnS => /eqP ->.
  by rewrite IH ?exprS ?mulrA //; counts.
move=> i ile; case: (leqP i j) => h.
  have -> : dist i j = (j - i)%N by rewrite /dist; counts.
  by rewrite -up ?leq_subr // subKn.
have -> : dist i j = (i - j)%N by rewrite /dist; counts.
by rewrite -down subnKC // ltnW.
Qed.

(** And it alone is, where the weights change strictly less than alpha allows. *)
Theorem GM_unique w P : strictly_slow n a w -> stochastic n P -> private n a P ->
  truth n w P = truth n w GM -> forall i j, (i <= n)%N -> (j <= n)%N -> P i j = GM i j.
Proof.
move=> sw sP dp eq; have ws : slow n a w by move=> j /sw[/ltW ? /ltW].
have s0 j : (j <= n)%N -> forall i, (i < n)%N -> slack w (P^~ j) i j = 0.
  move=> jle i ilt; have ge0 k l : (k < n)%N -> (l <= n)%N -> 0 <= slack w (P^~ l) k l.
    exact: slack_ge0.
  have := truth_gap w sP; rewrite eq subrr mulr0 => /esym sum0.
  have jlt : (j < n.+1)%N by [].
  have := psumr_eq0P _ sum0 (i := Ordinal jlt) isT; rewrite /= => sj.
  have {}sj : \sum_(i < n) slack w (P^~ j) i j = 0.
    by apply: sj => l _; apply: sumr_ge0 => k _; apply: ge0; rewrite ?le_ord.
  by apply: (psumr_eq0P _ sj (i := Ordinal ilt)) => // k _; apply: ge0.
have shape i j : (i <= n)%N -> (j <= n)%N -> P i j = a ^+ dist i j * P j j.
  by move=> ile jle; apply: (no_slack (p := P^~ j) sw jle (s0 j jle)).
have [_ P1] := sP.
have diag : forall j, (j <= n)%N -> P j j - factor n a j = 0.
  apply: powers_inj => i ile.
  rewrite (eq_bigr (fun j : 'I_n.+1 => P i j - GM i j)) => [|j _]; last first.
    by rewrite mulrBr -shape ?le_ord // /GM.GM [factor _ _ _ * _]mulrC.
  by rewrite sumrB P1 // GM_rows // subrr.
by move=> i j ile jle; rewrite shape // /GM.GM -(subr0_eq (diag j jle)) mulrC.
Qed.

(** ** Other weights: a better kernel *)

(** Output [j] is answered as [k]. *)
Definition sent (j k : nat) P i l := if l == j then 0 else P i l + (l == k)%:R * P i j.

Let sum_sent j k P (c : nat -> R) (r : nat -> nat) : (j <= n)%N -> (k <= n)%N -> j != k ->
  \sum_(l < n.+1) c l * sent j k P (r l) l =
  \sum_(l < n.+1) c l * P (r l) l + c k * P (r k) j - c j * P (r j) j.
Proof.
move=> jle kle jk.
have one m (f : nat -> R) : (m <= n)%N -> f m = \sum_(l < n.+1) (l == m :> nat)%:R * f l.
  move=> mle; have mlt : (m < n.+1)%N by [].
  rewrite (bigD1 (Ordinal mlt)) //= eqxx mul1r big1 ?addr0 // => l ne.
  by rewrite (_ : (l == m :> nat) = false) ?mul0r //; apply: negPf.
rewrite (one k (fun l => c l * P (r l) j)) // (one j (fun l => c l * P (r l) j)) //.
rewrite -big_split -sumrB; apply: eq_bigr => l _ /=; rewrite /sent.
case: eqP => [->|_] /=; last by ring.
by rewrite (negPf jk) /=; ring.
Qed.

Lemma sent_stochastic j k P : (j <= n)%N -> (k <= n)%N -> j != k ->
  stochastic n P -> stochastic n (sent j k P).
Proof.
move=> jle kle jk [P0 P1]; split=> [i l ile lle|i ile].
  by rewrite /sent; case: ifP => // _; rewrite addr_ge0 ?mulr_ge0 ?ler0n ?P0.
have := sum_sent P (fun=> 1) (fun=> i) jle kle jk; rewrite addrK.
by under eq_bigr do rewrite mul1r; move=> ->; under eq_bigr do rewrite mul1r; apply: P1.
Qed.

Lemma sent_private j k P : (j <= n)%N -> private n a P -> private n a (sent j k P).
Proof.
move=> jle dp i l ilt lle; have [h1 h2] := dp i l ilt lle; have [g1 g2] := dp i j ilt jle.
rewrite /sent; case: ifP => _; first by rewrite mulr0.
by rewrite !mulrDr ![a * (_ * _)]mulrCA; split; rewrite ler_add // ler_wpmul2l ?ler0n.
Qed.

Lemma sent_truth j k w P : (j <= n)%N -> (k <= n)%N -> j != k ->
  truth n w (sent j k P) = truth n w P + (w k * P k j - w j * P j j).
Proof. by move=> jle kle jk; rewrite /truth (sum_sent P w id) // addrA. Qed.

(** Between neighbours this pays off as soon as the weights are too far apart. *)
Let sent_better j k w : (j <= n)%N -> (k <= n)%N -> dist k j = 1%N ->
  truth n w (sent j k GM) <= truth n w GM -> a * w k <= w j.
Proof.
move=> jle kle d1; rewrite sent_truth //; last by move: d1; rewrite /dist; counts.
rewrite ger_addl subr_le0 /GM.GM d1 distnn mulr1 expr1 [_ * a]mulrC mulrCA.
by rewrite !mulrA ler_pmul2r ?factor_gt0.
Qed.

(** ** The theorems *)

(** NEW-8: GM makes O_{0,sum} least among all alpha-DP mechanisms iff the weights are slow. *)
Theorem GM_optimal_prior w :
  (forall P, stochastic n P -> private n a P -> wrong n w GM <= wrong n w P) <-> slow n a w.
Proof.
have sGM := GM_stochastic n_gt0 a_gt0 a_lt1; have dGM := GM_private n_gt0 a_gt0 a_lt1.
have order P : stochastic n P -> (wrong n w GM <= wrong n w P) = (truth n w P <= truth n w GM).
  by move=> sP; rewrite !wrong_truth // ler_add2l ler_opp2.
split=> [best|sw P sP dp]; last by rewrite order // GM_truest.
have {}best j k : (j <= n)%N -> (k <= n)%N -> dist k j = 1%N -> a * w k <= w j.
  move=> jle kle d1; have jk : j != k by move: d1; rewrite /dist; counts.
  have sS := sent_stochastic jle kle jk sGM.
  apply: (sent_better jle kle d1); rewrite -order //; apply: best => //.
  exact: sent_private.
by move=> j jlt; split; apply: best; rewrite ?(ltnW jlt) // /dist; counts.
Qed.

(** The uniform prior. *)
Let uniform : strictly_slow n a (fun=> 1). Proof. by move=> j _; rewrite mulr1. Qed.

Let truth_trace P : truth n (fun=> 1) P = trace n P.
Proof. by apply: eq_bigr => i _; rewrite mul1r. Qed.

Let n_pos : (0 : R) < n%:R^-1. Proof. by rewrite invr_gt0 ltr0n. Qed.

(** CKS, Theorem 3: no alpha-DP mechanism has a lesser L0 score than GM. *)
Theorem GM_optimal P : stochastic n P -> private n a P -> L0 n GM <= L0 n P.
Proof.
move=> sP dp; have sGM := GM_stochastic n_gt0 a_gt0 a_lt1.
rewrite !L0_trace // ler_pmul2r // ler_add2l ler_opp2 -!truth_trace GM_truest //.
by move=> j /uniform[/ltW ? /ltW].
Qed.

(** And GM is the only one with that score. *)
Theorem GM_optimal_unique P : stochastic n P -> private n a P -> L0 n P = L0 n GM ->
  forall i j, (i <= n)%N -> (j <= n)%N -> P i j = GM i j.
Proof.
move=> sP dp; have sGM := GM_stochastic n_gt0 a_gt0 a_lt1.
rewrite !L0_trace // => /(mulIf (lt0r_neq0 n_pos)) /addrI /oppr_inj e.
by apply: (GM_unique uniform) => //; rewrite !truth_trace.
Qed.

End Prior.
