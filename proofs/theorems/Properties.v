(** * The seven properties: what follows from what

    Section IV-A of _Constrained Differential Privacy for Count Data_: the five implications, for
    every n. That there are no others is in [Separators.v].
    In Python: [proofs/lemmas/implications.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Implications.
Variables (R : realFieldType) (n : nat) (P : nat -> nat -> R).

(** CKS-23, IV-A (7) and (8): row monotonicity implies row honesty. *)
Theorem RM_RH : has n RM P -> has n RH P.
Proof.
move=> rm i j ile jle; have up d : (d <= j)%N -> P (j - d)%N j <= P j j.
  elim: d => [|d IH] h; first by rewrite subn0.
  apply: le_trans (IH _); last by lia.
  have := rm (j - d.+1)%N j; rewrite (_ : (j - d.+1 < j)%N) ?subnSK //; last by lia.
  by apply; lia.
have down d : (j + d <= n)%N -> P (j + d)%N j <= P j j.
  elim: d => [|d IH] h; first by rewrite addn0.
  apply: le_trans (IH _); last by lia.
  have := rm (j + d)%N j; rewrite addnS (_ : (j + d < j)%N = false); last by lia.
  by apply; lia.
have [le|lt] := leqP i j; first by rewrite (_ : i = j - (j - i))%N ?up; lia.
by rewrite (_ : i = j + (i - j))%N ?down; lia.
Qed.

(** CKS-25, IV-A (9) and (10): column monotonicity implies column honesty. *)
Theorem CM_CH : has n CM P -> has n CH P.
Proof.
move=> cm i j ile jle; have up d : (d <= i)%N -> P i (i - d)%N <= P i i.
  elim: d => [|d IH] h; first by rewrite subn0.
  apply: le_trans (IH _); last by lia.
  have := cm i (i - d.+1)%N; rewrite (_ : (i - d.+1 < i)%N) ?subnSK //; last by lia.
  by apply; lia.
have down d : (i + d <= n)%N -> P i (i + d)%N <= P i i.
  elim: d => [|d IH] h; first by rewrite addn0.
  apply: le_trans (IH _); last by lia.
  have := cm i (i + d)%N; rewrite addnS (_ : (i + d < i)%N = false); last by lia.
  by apply; lia.
have [le|lt] := leqP j i; first by rewrite (_ : j = i - (i - j))%N ?up; lia.
by rewrite (_ : j = i + (j - i))%N ?down; lia.
Qed.

(** CKS-27, IV-A (13): column honesty implies weak honesty. *)
Theorem CH_WH : stochastic n P -> has n CH P -> has n WH P.
Proof.
case=> _ P1 ch i ile; rewrite -[_^-1]mul1r ler_pdivr_mulr ?ltr0n //.
rewrite -[leLHS](P1 i ile) mulr_natr -[n.+1 in leRHS]card_ord -sumr_const.
by apply: ler_sum => j _; apply: ch => //; apply: le_ord.
Qed.

(** CKS-26, IV-A: fairness and row honesty imply column honesty, ... *)
Theorem F_RH_CH : has n F P -> has n RH P -> has n CH P.
Proof. by move=> f rh i j ile jle; rewrite (f i j) // rh. Qed.

(** ... fairness and column honesty imply row honesty. *)
Theorem F_CH_RH : has n F P -> has n CH P -> has n RH P.
Proof. by move=> f ch i j ile jle; rewrite -(f i j) // ch. Qed.

End Implications.

(** What follows from a set of properties by the five implications. *)
Definition follows (A : property -> bool) (p : property) : bool :=
  let honest := A F && (A RH || A RM || A CH || A CM) in
  match p with
  | RH => A RH || A RM || honest
  | CH => A CH || A CM || honest
  | WH => A WH || A CH || A CM || honest
  | _ => A p
  end.

Section Sound.
Variables (R : realFieldType) (n : nat) (P : nat -> nat -> R).

Theorem follows_sound (A : property -> bool) p : stochastic n P ->
  (forall q, A q -> has n q P) -> follows A p -> has n p P.
Proof.
move=> st all.
have rh : A RH || A RM -> has n RH P by case/orP => /all // /RM_RH.
have ch : A CH || A CM -> has n CH P by case/orP => /all // /CM_CH.
have honest : A F && (A RH || A RM || A CH || A CM) -> has n RH P /\ has n CH P.
  rewrite -orbA => /andP[/all f /orP[/rh|/ch] h]; split=> //; first exact: F_RH_CH.
  exact: F_CH_RH.
case: p => /=; do ?exact: all.
- by case/orP=> [/rh|/honest[]].
- by case/orP=> [/ch|/honest[]].
by rewrite -2!orbA => /orP[/all //|]; rewrite orbA => h; apply: CH_WH => //; case/orP: h => [/ch|/honest[]].
Qed.
End Sound.
