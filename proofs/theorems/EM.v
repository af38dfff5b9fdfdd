(** * EM: the explicit fair mechanism, for even and odd n

    Section IV-C of _Constrained Differential Privacy for Count Data_, with the closed form of
    NEW-1: on input j, output i has the power min(|i-j|, ceil(i/2)) of alpha for i >= j and
    min(|i-j|, ceil((n-i)/2)) for i <= j; each input's powers are ceil(k/2), k = 0..n, in some
    order. In Python: [mechanisms/families/explicit_fair.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel Properties.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The power of alpha on input [i], output [j]. *)
Definition em_exp (n i j : nat) : nat :=
  minn (dist i j) (if (i <= j)%N then uphalf j else uphalf (n - j)).

Ltac by_place := rewrite /em_exp /dist;
  repeat match goal with |- context [if ?b then _ else _] => case: (boolP b) => ? end; lia.

Lemma em_exp_rev n i j : (i <= n)%N -> (j <= n)%N -> em_exp n (n - i) (n - j) = em_exp n i j.
Proof. by rewrite /em_exp /dist => ? ?; do 2 case: leqP => ?; lia. Qed.

Section EM.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).

(** One over the normaliser. *)
Definition em_sum : R := \sum_(k < n.+1) a ^+ uphalf k.
Definition EM (i j : nat) : R := em_sum^-1 * a ^+ em_exp n i j.

Lemma em_sum_gt0 : 0 < em_sum.
Proof.
rewrite /em_sum big_ord_recl /=; apply: (lt_le_trans ltr01).
by rewrite ler_addl sumr_ge0 // => i _; rewrite exprn_ge0 // ltW.
Qed.

(* The first 2 i + 1 outputs: a power of the distance. *)
Lemma em_near i : \sum_(k < i.*2.+1) a ^+ dist i k = \sum_(k < i.*2.+1) a ^+ uphalf k.
Proof.
elim: i => [|i IH]; first by rewrite !big_ord1.
rewrite doubleS [LHS]big_ord_recr [in LHS]big_ord_recl /=.
have shift k : dist i.+1 (bump 0 k) = dist i k by rewrite /dist /bump; lia.
under eq_bigr => k _ do rewrite shift.
rewrite IH [RHS]big_ord_recr [in RHS]big_ord_recr /=.
have -> : dist i.+1 0 = i.+1 by rewrite /dist; lia.
have -> : dist i.+1 i.*2.+2 = i.+1 by rewrite /dist; lia.
have -> : (i.*2)./2.+1 = i.+1 by lia.
have -> : (uphalf i.*2).+1 = i.+1 by lia.
by rewrite [a ^+ _ + _]addrC.
Qed.

Lemma em_row_left i : (i.*2 <= n)%N -> \sum_(j < n.+1) a ^+ em_exp n i j = em_sum.
Proof.
move=> h; rewrite /em_sum -!(big_mkord xpredT (fun j => a ^+ _ j)).
rewrite !(big_cat_nat _ _ _ (_ : 0 <= i.*2.+1)%N (_ : i.*2.+1 <= n.+1)%N) //=.
congr (_ + _); last first.
  by rewrite !big_nat; apply: eq_bigr => j hj; congr (_ ^+ _); rewrite /em_exp /dist; case: leqP; lia.
rewrite !big_mkord -em_near; apply: eq_bigr => j _; congr (_ ^+ _).
by case: j => j /= hj; rewrite /em_exp /dist; case: leqP; lia.
Qed.

(** CKS-58 and CKS-59, corrected: with the normaliser 1 / sum_k a^ceil(k/2) every input's
    probabilities sum to one, for even and odd n. *)
Theorem EM_rows i : (i <= n)%N -> \sum_(j < n.+1) EM i j = 1.
Proof.
move=> ile; rewrite /EM -mulr_sumr; have S0 := lt0r_neq0 em_sum_gt0.
suff -> : \sum_(j < n.+1) a ^+ em_exp n i j = em_sum by rewrite mulVf.
have [h|h] := leqP i.*2 n; first exact: em_row_left.
rewrite -(@em_row_left (n - i)); last by lia.
rewrite -(rev_counts n (fun j => a ^+ em_exp n (n - i) j)); apply: eq_bigr => j _; have jle := le_ord j.
by congr (_ ^+ _); rewrite -(@em_exp_rev n i) ?leq_subr // subKn.
Qed.

Lemma EM_le i j k m : (em_exp n k m <= em_exp n i j)%N -> EM i j <= EM k m.
Proof.
move=> h; rewrite /EM ler_wpmul2l ?invr_ge0 ?(ltW em_sum_gt0) //.
by apply: ler_wiexpn2l; rewrite // ltW.
Qed.

Theorem EM_stochastic : stochastic n EM.
Proof.
split=> [i j _ _|]; last exact: EM_rows.
by rewrite mulr_ge0 ?exprn_ge0 ?invr_ge0 ?(ltW em_sum_gt0) ?(ltW a_gt0).
Qed.

(** CKS-58: EM is alpha-DP. *)
Theorem EM_private : private n a EM.
Proof.
have step i j k m : (em_exp n k m <= (em_exp n i j).+1)%N -> a * EM i j <= EM k m.
  move=> h; rewrite /EM mulrCA -exprS ler_wpmul2l ?invr_ge0 ?(ltW em_sum_gt0) //.
  by apply: ler_wiexpn2l; rewrite // ltW.
by move=> i j ilt jle; split; apply: step; by_place.
Qed.

Lemma EM_diagonal i : EM i i = em_sum^-1.
Proof. by rewrite /EM /em_exp distnn min0n mulr1. Qed.

(** EM has all seven properties. *)
Theorem EM_properties p : has n p EM.
Proof.
have rm : has n RM EM by move=> i j ilt jle; case: ifP => h; apply: EM_le; move: h; by_place.
have cm : has n CM EM by move=> i j ile jlt; case: ifP => h; apply: EM_le; move: h; by_place.
case: p => //; [exact: RM_RH|exact: CM_CH| | |].
- by move=> i j _ _; rewrite !EM_diagonal.
- exact: (CH_WH EM_stochastic (CM_CH cm)).
by move=> i j ile jle; rewrite /EM em_exp_rev.
Qed.

(** CKS-52, Lemma 4 in its true form: no fair alpha-DP mechanism reports the truth more often
    than EM. *)
Theorem EM_diagonal_largest P : stochastic n P -> private n a P -> has n F P ->
  forall i, (i <= n)%N -> P i i <= em_sum^-1.
Proof.
move=> [P0 P1] dp fair i ile; have mle : (n./2 <= n)%N by lia.
rewrite -[leRHS]mul1r ler_pdivl_mulr ?em_sum_gt0 // -(P1 _ mle) -(@em_row_left n./2); last by lia.
rewrite mulr_sumr; apply: ler_sum => j _; have jle := le_ord j; rewrite (fair i j) // mulrC.
rewrite (_ : em_exp n n./2 j = dist n./2 j) ?(private_dist (ltW a_gt0) dp) //.
by by_place.
Qed.

(** EM is L0-optimal among the fair mechanisms. *)
Theorem EM_optimal P : stochastic n P -> private n a P -> has n F P -> L0 n EM <= L0 n P.
Proof.
move=> st dp fair; rewrite (L0_trace EM_stochastic) (L0_trace st).
rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_add2l ler_opp2; apply: ler_sum => i _.
by rewrite EM_diagonal; apply: EM_diagonal_largest => //; apply: le_ord.
Qed.

(** What EM costs. *)
Theorem EM_L0 : L0 n EM = n.+1%:R / n%:R * (1 - em_sum^-1).
Proof.
rewrite (L0_trace EM_stochastic) /trace; under eq_bigr do rewrite EM_diagonal.
rewrite sumr_const card_ord -[em_sum^-1 *+ _]mulr_natl.
by rewrite [RHS]mulrAC mulrBr mulr1.
Qed.

End EM.

(** ** The normaliser in closed form *)
Section Normaliser.
Variables (R : realFieldType) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).

Lemma em_sumS k : em_sum k.+1 a = em_sum k a + a ^+ uphalf k.+1.
Proof. by rewrite /em_sum big_ord_recr. Qed.

Lemma em_sum_even m : (1 - a) * em_sum m.*2 a = 1 + a - 2%:R * a ^+ m.+1.
Proof.
elim: m => [|m IH]; first by rewrite /em_sum big_ord1 expr0 expr1; ring.
have e1 : uphalf m.*2.+1 = m.+1 by lia.
have e2 : uphalf m.*2.+2 = m.+1 by lia.
by rewrite doubleS 2!em_sumS e1 e2 2!mulrDr IH [a ^+ m.+2]exprS; ring.
Qed.

Lemma em_sum_odd m : (1 - a) * em_sum m.*2.+1 a = (1 + a) * (1 - a ^+ m.+1).
Proof.
have e1 : uphalf m.*2.+1 = m.+1 by lia.
by rewrite em_sumS e1 [LHS]mulrDr em_sum_even; ring.
Qed.

(** NEW-1, eq. (15) for even n = 2m: y = (1-a)/(1+a-2a^(n/2+1)). *)
Theorem normaliser_even m : (em_sum m.*2 a)^-1 = (1 - a) / (1 + a - 2%:R * a ^+ m.+1).
Proof.
have p : 1 - a != 0 by rewrite lt0r_neq0 // subr_gt0.
by rewrite -em_sum_even invfM mulrA divff // mul1r.
Qed.

(** NEW-1 for odd n = 2m+1: y = (1-a)/((1+a)(1-a^((n+1)/2))). *)
Theorem normaliser_odd m : (em_sum m.*2.+1 a)^-1 = (1 - a) / ((1 + a) * (1 - a ^+ m.+1)).
Proof.
have p : 1 - a != 0 by rewrite lt0r_neq0 // subr_gt0.
by rewrite -em_sum_odd invfM mulrA divff // mul1r.
Qed.
End Normaliser.

(** ** The printed Lemma 4 *)

(** The bound as printed, y <= (1-a)/(1+a-2a^(n/2+1)); [b] is the root of [a]. *)
Definition printed (R : realFieldType) (n : nat) (b : R) : R :=
  (1 - b ^+ 2) / (1 + b ^+ 2 - 2%:R * b ^+ n.+2).

(** CKS-52 as printed is false for every odd n and every alpha = b^2: EM, fair and alpha-DP, has
    a larger diagonal. *)
Theorem printed_lemma_4_fails (R : realFieldType) (b : R) m : 0 < b -> b < 1 ->
  let n := m.*2.+1 in let P := EM n (b ^+ 2) in
  [/\ stochastic n P, private n (b ^+ 2) P, has n F P & printed n b < P 0%N 0%N].
Proof.
move=> b0 b1; have a0 : 0 < b ^+ 2 by rewrite exprn_gt0.
have a1 : b ^+ 2 < 1 by rewrite exprn_ilt1 // ltW.
split; [exact: EM_stochastic|exact: EM_private|exact: (EM_properties _ _ _ F)|].
rewrite EM_diagonal normaliser_odd // /printed.
rewrite ltr_pmul2l ?subr_gt0 //.
have power : 0 < b ^+ m.*2.+2 by rewrite exprn_gt0.
have less : b ^+ m.*2.+2 < 1 by rewrite exprn_ilt1 // ltW.
have -> : (b ^+ 2) ^+ m.+1 = b ^+ m.*2.+2 by rewrite -exprM; congr (_ ^+ _); lia.
have pos : 0 < (1 + b ^+ 2) * (1 - b ^+ m.*2.+2).
  by rewrite mulr_gt0 ?subr_gt0 // addr_gt0 // ltr01.
have gap : (1 + b ^+ 2) * (1 - b ^+ m.*2.+2) < 1 + b ^+ 2 - 2%:R * b ^+ m.*2.+3.
  have d : 0 < b ^+ m.*2.+2 * (1 - b) ^+ 2 by rewrite mulr_gt0 // exprn_gt0 // subr_gt0.
  by rewrite [b ^+ m.*2.+3]exprSr; linear d.
by rewrite ltf_pinv ?posrE // (lt_trans pos).
Qed.

(** n = 1, alpha = 1/4: 4/5 against 3/4. *)
Theorem printed_lemma_4_at_1 :
  EM 1 (4%:R^-1 : rat) 0 0 = 4%:R / 5%:R /\ printed 1 (2%:R^-1 : rat) = 3%:R / 4%:R.
Proof. by rewrite EM_diagonal /em_sum /printed !big_ord_recl big_ord0; split; apply/eqP. Qed.
