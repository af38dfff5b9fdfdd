(** * Symmetrisation: Theorem 1, Lemma 1

    Section IV-A and the appendix of _Constrained Differential Privacy for Count Data_: the mean
    of a mechanism and its mirror image is symmetric and keeps what the mechanism has.
    In Python: [kernels/mechanism.py] and [proofs/papers/constrained/symmetry.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Symmetrisation.
Variables (R : realFieldType) (n : nat).
Implicit Types (P c : nat -> nat -> R) (a : R) (w : nat -> R).

(** M^S: inputs and outputs counted from the other end. *)
Definition mirror P i j := P (n - i)%N (n - j)%N.
(** M* = (M + M^S)/2. *)
Definition star P i j := (P i j + mirror P i j) / 2%:R.

Let two_gt0 : (0 : R) < 2%:R^-1. Proof. by rewrite invr_gt0 ltr0n. Qed.
Let half x : (x + x) / 2%:R = x :> R.
Proof. by rewrite -mulr2n -mulr_natr mulfK // pnatr_eq0. Qed.
Let mean_le x y z t : x <= y -> z <= t -> (x + z) / 2%:R <= (y + t) / 2%:R :> R.
Proof. by move=> xy zt; rewrite ler_pmul2r // ler_add. Qed.

Lemma mirror_stochastic P : stochastic n P -> stochastic n (mirror P).
Proof.
case=> P0 P1; split=> [i j _ _|i _]; first by apply: P0; apply: leq_subr.
by rewrite (rev_counts n (P (n - i)%N)) P1 // leq_subr.
Qed.

Lemma mirror_private a P : private n a P -> private n a (mirror P).
Proof.
move=> dp i j ilt _; have [] := dp (n - i.+1)%N (n - j)%N; [by lia|exact: leq_subr|].
by rewrite /mirror subnSK // => h k; split.
Qed.

Lemma mirror_has p P : has n p P -> has n p (mirror P).
Proof.
rewrite /mirror; case: p => h.
- by move=> i j ile jle; apply: h; apply: leq_subr.
- move=> i j ilt jle; have := h (n - i.+1)%N (n - j)%N.
  rewrite subnSK // (_ : (n - i <= n - j)%N = ~~ (i < j)%N); last by lia.
  by case: (i < j)%N; apply; lia.
- by move=> i j ile jle; apply: h; apply: leq_subr.
- move=> i j ile jlt; have := h (n - i)%N (n - j.+1)%N.
  rewrite subnSK // (_ : (n - j <= n - i)%N = ~~ (j < i)%N); last by lia.
  by case: (j < i)%N; apply; lia.
- by move=> i j ile jle; apply: h; apply: leq_subr.
- by move=> i ile; apply: h; apply: leq_subr.
by move=> i j ile jle; apply: (h (n - i)%N (n - j)%N); apply: leq_subr.
Qed.

Theorem star_symmetric P : has n S (star P).
Proof. by move=> i j ile jle; rewrite /star /mirror !subKn // addrC. Qed.

(** What is convex is kept by the mean. *)
Theorem star_has p P : has n p P -> has n p (star P).
Proof.
move=> h; have g := mirror_has h; case: p h g => h g i.
- by move=> j ile jle; apply: mean_le; [apply: h|apply: g].
- by move=> j ilt jle; move: (h i j ilt jle) (g i j ilt jle); case: ifP => _; apply: mean_le.
- by move=> j ile jle; apply: mean_le; [apply: h|apply: g].
- by move=> j ile jlt; move: (h i j ile jlt) (g i j ile jlt); case: ifP => _; apply: mean_le.
- by move=> j ile jle; rewrite /star (h i j) // (g i j).
- by move=> ile; rewrite -[leLHS]half; apply: mean_le; [apply: h|apply: g].
exact: star_symmetric.
Qed.

Theorem star_stochastic P : stochastic n P -> stochastic n (star P).
Proof.
move=> st; have [q0 q1] := mirror_stochastic st; case: st => p0 p1.
split=> [i j ile jle|i ile]; last by rewrite -mulr_suml big_split /= p1 // q1 // half.
by apply: divr_ge0; rewrite ?ler0n //; apply: addr_ge0; [exact: p0|exact: q0].
Qed.

Theorem star_private a P : private n a P -> private n a (star P).
Proof.
move=> dp i j ilt jle; have [h1 h2] := dp i j ilt jle.
have [g1 g2] := mirror_private dp ilt jle.
by split; rewrite /star mulrA mulrDr; apply: mean_le.
Qed.

Lemma star_cost c P : cost n c (star P) = (cost n c P + cost n (mirror c) P) / 2%:R.
Proof.
have -> : cost n (mirror c) P = cost n c (mirror P).
  rewrite /cost -(rev_counts n (fun i => \sum_(j < n.+1) mirror c i j * P i j)).
  apply: eq_bigr => i _; rewrite -(rev_counts n (fun j => mirror c (n - i)%N j * _ j)).
  by apply: eq_bigr => j _; rewrite /mirror !subKn ?le_ord.
rewrite /cost -big_split mulr_suml; apply: eq_bigr => i _ /=.
by rewrite -big_split mulr_suml; apply: eq_bigr => j _ /=; rewrite /star -mulrDr mulrA.
Qed.

(** Theorem 1 (CKS-33): from a mechanism with some of the properties, symmetrisation makes one
    that is symmetric, has them too, is as private, and costs the same, for each cost that is
    symmetric itself (L0 is; so is every O_{p,sum} with weights w_j = w_(n-j)). *)
Theorem symmetrisation P : stochastic n P ->
  [/\ stochastic n (star P), has n S (star P), forall p, has n p P -> has n p (star P),
      forall a, private n a P -> private n a (star P)
    & forall c, (forall i j, (i <= n)%N -> (j <= n)%N -> c i j = mirror c i j) ->
        cost n c (star P) = cost n c P].
Proof.
move=> st; split; [exact: star_stochastic|exact: star_symmetric| | |].
- by move=> p; apply: star_has.
- by move=> a; apply: star_private.
move=> c sym; rewrite star_cost (_ : cost n (mirror c) P = cost n c P) ?half //.
by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite -sym ?le_ord.
Qed.

Theorem star_L0 P : L0 n (star P) = L0 n P.
Proof.
congr (_ / _); rewrite star_cost (_ : cost n (mirror _) P = cost n (fun i j => (i != j)%:R) P) ?half //.
apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite /mirror; congr (_%:R * _).
by have := le_ord i; have := le_ord j; lia.
Qed.

Theorem star_trace P : trace n (star P) = trace n P.
Proof.
rewrite /trace -mulr_suml big_split /= (rev_counts n (fun i => P i i)) half //.
Qed.

(** The cost of an input: [loss c P i] is what P expects to pay on input [i]. *)
Definition loss c P i := \sum_(j < n.+1) c i j * P i j.

(** A maximum over inputs does not grow: whatever bounds the loss of P bounds that of P*. *)
Theorem star_max c P b : (forall i j, (i <= n)%N -> (j <= n)%N -> c i j = mirror c i j) ->
  (forall i, (i <= n)%N -> loss c P i <= b) -> forall i, (i <= n)%N -> loss c (star P) i <= b.
Proof.
move=> sym le i ile; have -> : loss c (star P) i = (loss c P i + loss c P (n - i)%N) / 2%:R.
  rewrite /loss -[X in _ = (_ + X) / _](rev_counts n (fun j => c (n - i)%N j * P (n - i)%N j)).
  rewrite -big_split mulr_suml; apply: eq_bigr => j _ /=.
  by rewrite /star -[c (n - i)%N _]/(mirror c i j) -sym ?le_ord // -mulrDr mulrA.
by rewrite -[leRHS]half; apply: mean_le; apply: le; rewrite ?leq_subr.
Qed.

(** With other weights the value may grow: always answering 0 is right on input 0, and its
    symmetrisation is wrong there with probability 1/2. So may a maximum fall: from 1 to 1/2. *)
Definition zero (i j : nat) : R := (j == 0%N)%:R.
Theorem star_other_weights : (0 < n)%N -> let wrong i j : R := (i != j)%:R in
  [/\ stochastic n zero, loss wrong zero 0 = 0, loss wrong (star zero) 0 = 2%:R^-1
    & loss wrong zero n = 1].
Proof.
move=> n0 w; have st : stochastic n zero.
  split=> [i j _ _|i _]; first exact: ler0n.
  by rewrite /zero big_ord_recl big1 ?addr0.
have P0 : loss w zero 0 = 0.
  by rewrite /loss /w /zero; apply: big1 => j _; case: (j : nat) => [|k]; rewrite ?mul0r ?mulr0.
have Pn : loss w zero n = 1.
  rewrite /loss big_ord_recl /w /zero /= (_ : n != 0%N) ?mul1r; last by lia.
  by rewrite big1 ?addr0 // => j _; rewrite mulr0.
split=> //; have -> : loss w (star zero) 0 = (loss w zero 0 + loss w zero n) / 2%:R.
  rewrite /loss -[X in _ = (_ + X) / _](rev_counts n (fun j => w n j * zero n j)).
  rewrite -big_split mulr_suml; apply: eq_bigr => j _ /=.
  rewrite /star /mirror subn0 mulrA mulrDr (_ : w n (n - j)%N = w 0%N j) //.
  by have jle := le_ord j; rewrite /w (_ : (n != n - j)%N = (0%N != j)) //; lia.
by rewrite P0 Pn add0r mul1r.
Qed.

(** Lemma 1 (CKS-30): under fairness every prior gives O_{0,sum} the value 1 - y, y the common
    diagonal; so an optimum for one prior is one for all. *)
Definition wrong (w : nat -> R) P := \sum_(i < n.+1) w i * loss (fun i j => (i != j)%:R) P i.

Theorem lemma_1 w P : stochastic n P -> has n F P -> \sum_(i < n.+1) w i = 1 ->
  wrong w P = 1 - P 0%N 0%N.
Proof.
case=> _ P1 f W.
have -> : 1 - P 0%N 0%N = \sum_(i < n.+1) w i * (1 - P 0%N 0%N) by rewrite -mulr_suml W mul1r.
apply: eq_bigr => i _; congr (_ * _).
have ile := le_ord i; rewrite -(f i 0%N) // -[X in X - _](P1 i) // /loss (bigD1 i) //= [in RHS](bigD1 i) //=.
rewrite eqxx mul0r add0r addrAC subrr add0r; apply: eq_bigr => j ji.
by rewrite eq_sym (ji : val j != val i) mul1r.
Qed.

Corollary lemma_1_optimum (w v : nat -> R) P Q : stochastic n P -> has n F P -> stochastic n Q -> has n F Q ->
  \sum_(i < n.+1) w i = 1 -> \sum_(i < n.+1) v i = 1 ->
  (wrong w P <= wrong w Q) = (wrong v P <= wrong v Q).
Proof. by move=> *; rewrite !lemma_1. Qed.

End Symmetrisation.
