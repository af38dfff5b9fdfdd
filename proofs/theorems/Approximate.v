(** * Truth under (eps, delta)-DP

    The largest trace of an (eps, delta)-DP kernel, for every n (NEW-11). It is reached by GM
    which with probability delta reveals the count; so the least L0 score is (1 - delta) times
    GM's. With delta = 0 this is Theorem 3 of CKS by another route. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n : nat).
Implicit Types (P : nat -> nat -> R) (E : nat -> bool).

(** Pr[E | i], the probability of an event. *)
Definition event P E i := \sum_(j < n.+1 | E j) P i j.

(** (eps, delta)-DP with [a] = e^-eps, over all events and neighbouring counts. *)
Definition approx_private (a d : R) P := forall E i, (i < n)%N ->
  event P E i <= event P E i.+1 / a + d /\ event P E i.+1 <= event P E i / a + d.

(** With probability [d] the count is revealed, else [P] answers. *)
Definition leaky (d : R) P i j := (1 - d) * P i j + d * (i == j)%:R.
End Definitions.

Section Approximate.
Variables (R : realFieldType) (n : nat) (a d : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Hypotheses (d_ge0 : 0 <= d) (d_le1 : d <= 1).
Implicit Types (P : nat -> nat -> R) (E : nat -> bool).

Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let plus_neq0 : 1 + a != 0. Proof. exact: lt0r_neq0. Qed.
Let rest_ge0 : 0 <= 1 - d. Proof. by rewrite subr_ge0. Qed.

Local Notation GM := (GM n a).
Local Notation leaky := (leaky d).

(** The trace is 1 and, for each pair of neighbours, the difference that one threshold makes. *)
Let trace_partial P m : \sum_(i < m.+1) P i i = \sum_(j < m.+1) P m j +
  \sum_(i < m) (\sum_(j < i.+1) P i j - \sum_(j < i.+1) P i.+1 j).
Proof.
elim: m => [|m IH]; first by rewrite !big_ord1 big_ord0 addr0.
rewrite big_ord_recr IH [in RHS]big_ord_recr [\sum_(i < m.+1) (_ - _)]big_ord_recr /=.
by ring.
Qed.

Lemma trace_thresholds P : stochastic n P ->
  trace n P = 1 + \sum_(i < n) (event n P (fun j => j < i.+1)%N i -
                                event n P (fun j => j < i.+1)%N i.+1).
Proof.
case=> _ P1; rewrite /trace trace_partial P1 //; congr (_ + _); apply: eq_bigr => i _.
by rewrite /event -!(big_ord_widen n.+1 (fun j => P _ j)) // ltnW // ltnS.
Qed.

Lemma event_not P E i : stochastic n P -> (i <= n)%N ->
  event n P (fun j => ~~ E j) i = 1 - event n P E i.
Proof.
case=> _ P1 ile; rewrite -(P1 i ile) (bigID (fun j : 'I_n.+1 => E j)) /=.
by rewrite /event addrAC subrr add0r.
Qed.

(** No event differs by more between neighbours: total variation. *)
Lemma event_gap P E i : stochastic n P -> approx_private n a d P -> (i < n)%N ->
  event n P E i - event n P E i.+1 <= (1 - a + 2%:R * a * d) / (1 + a).
Proof.
move=> sP dp ilt; have [h _] := dp E i ilt; have [_] := dp (fun j => ~~ E j) i ilt.
rewrite !event_not //; last exact: ltnW.
move=> k; rewrite ler_pdivl_mulr //; have a0 := lt0r_neq0 a_gt0.
linear (a_gt0 *! h +! a_gt0 *! k).
Qed.

(** NEW-11: the largest trace under (eps, delta)-DP. *)
Theorem approx_trace P : stochastic n P -> approx_private n a d P ->
  trace n P <= 1 + n%:R * ((1 - a + 2%:R * a * d) / (1 + a)).
Proof.
move=> sP dp; rewrite trace_thresholds // ler_add2l mulr_natl -[n in leRHS]card_ord -sumr_const.
by apply: ler_sum => i _; apply: event_gap.
Qed.

(** NEW-11, as a score: the least is (1 - delta) times GM's. *)
Theorem approx_L0 P : stochastic n P -> approx_private n a d P ->
  (1 - d) * L0 n GM <= L0 n P.
Proof.
move=> sP dp; rewrite GM_L0 // L0_trace // ler_pdivl_mulr ?ltr0n //.
have h := approx_trace sP dp; rewrite -addn1 natrD.
linear h.
Qed.

(** ** It is reached *)

Let sum_one i (f : nat -> R) : (i <= n)%N -> \sum_(j < n.+1) (i == j)%:R * f j = f i.
Proof.
move=> ile; have ilt : (i < n.+1)%N by [].
rewrite (bigD1 (Ordinal ilt)) //= eqxx mul1r big1 ?addr0 // => j ne.
by rewrite (_ : (i == j) = false) ?mul0r // eq_sym; apply: negPf.
Qed.

Theorem leaky_stochastic : stochastic n (leaky GM).
Proof.
have [G0 G1] := GM_stochastic n_gt0 a_gt0 a_lt1; split=> [i j ile jle|i ile].
  by rewrite addr_ge0 // mulr_ge0 ?ler0n ?G0.
rewrite /Approximate.leaky big_split /= -mulr_sumr G1 //.
rewrite (eq_bigr (fun j : 'I_n.+1 => (i == j)%:R * d)) => [|j _]; last by rewrite mulrC.
by rewrite (sum_one (fun=> d)) // mulr1 subrK.
Qed.

Theorem leaky_private : approx_private n a d (leaky GM).
Proof.
have [G0 _] := GM_stochastic n_gt0 a_gt0 a_lt1.
have half E i k : (i <= n)%N -> (k <= n)%N ->
    (forall j, (j <= n)%N -> a * GM i j <= GM k j) ->
    event n (leaky GM) E i <= event n (leaky GM) E k / a + d.
  move=> ile kle dp; rewrite /event /Approximate.leaky !big_split /= -!mulr_sumr.
  set X := \sum_(j < n.+1 | E j) GM i j; set Y := \sum_(j < n.+1 | E j) GM k j.
  have XY : X <= Y / a.
    rewrite ler_pdivl_mulr // mulrC mulr_sumr.
    by apply: ler_sum => j _; apply/dp/le_ord.
  have one : \sum_(j < n.+1 | E j) (i == j)%:R <= 1 :> R.
    apply: le_trans (_ : \sum_(j < n.+1) (i == j)%:R * 1 <= 1).
      rewrite big_mkcond; apply: ler_sum => j _; rewrite mulr1.
      by case: (E j); rewrite ?ler0n.
    by rewrite (sum_one (fun=> 1)).
  have pos : 0 <= d * (\sum_(j < n.+1 | E j) (k == j)%:R) / a.
    by rewrite divr_ge0 ?(ltW a_gt0) // mulr_ge0 // sumr_ge0 // => j _; rewrite ler0n.
  have a0 := lt0r_neq0 a_gt0.
  move: X Y (\sum_(j < _ | _) _) (\sum_(j < _ | _) _) XY one pos => X Y U V XY one pos.
  linear (rest_ge0 *! XY +! d_ge0 *! one +! pos).
move=> E i ilt; split; apply: half; rewrite ?(ltnW ilt) // => j jle.
  by case: (GM_private n_gt0 a_gt0 a_lt1 ilt jle).
by case: (GM_private n_gt0 a_gt0 a_lt1 ilt jle).
Qed.

(** NEW-11, attained. *)
Theorem leaky_L0 : L0 n (leaky GM) = (1 - d) * L0 n GM.
Proof.
rewrite (L0_trace leaky_stochastic) (L0_trace (GM_stochastic n_gt0 a_gt0 a_lt1)) mulrA.
congr (_ / _).
rewrite /trace /Approximate.leaky big_split /= -mulr_sumr.
rewrite (eq_bigr (fun=> d)) => [|i _]; last by rewrite eqxx mulr1.
rewrite sumr_const card_ord -[d *+ _]mulr_natl.
by move: (n.+1%:R) (\sum_(i < n.+1) _) => N X; ring.
Qed.

End Approximate.
