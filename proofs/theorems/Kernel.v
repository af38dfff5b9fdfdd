(** * Kernels: mechanisms that answer a count

    A mechanism on the counts [0..n] is a kernel [P : nat -> nat -> R] over any real field;
    [P i j] is the probability of output [j] on input [i]. Rows are inputs. What [P] is outside
    [0..n] never matters. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** |i - j| on nat, in a form that [lia] reads once unfolded. *)
Definition dist (i j : nat) : nat := ((i - j) + (j - i))%N.

Lemma distC i j : dist i j = dist j i. Proof. by rewrite /dist addnC. Qed.
Lemma distnn i : dist i i = 0%N. Proof. by rewrite /dist subnn. Qed.

(** The seven properties, by the paper's letters. *)
Inductive property := RH | RM | CH | CM | F | WH | S.

Section Kernels.
Variables (R : realFieldType) (n : nat).
Implicit Types (P c : nat -> nat -> R) (a : R).

Definition stochastic P :=
  (forall i j, (i <= n)%N -> (j <= n)%N -> 0 <= P i j) /\
  (forall i, (i <= n)%N -> \sum_(j < n.+1) P i j = 1).

(** alpha-DP: no output tells neighbouring counts apart by a ratio beyond [a] = e^-eps. *)
Definition private a P :=
  forall i j, (i < n)%N -> (j <= n)%N -> a * P i.+1 j <= P i j /\ a * P i j <= P i.+1 j.

Definition trace P := \sum_(i < n.+1) P i i.

(** The sum over inputs of the expected cost of the output. *)
Definition cost c P := \sum_(i < n.+1) \sum_(j < n.+1) c i j * P i j.

(** O_{0,sum} with the uniform prior, scaled as the papers do: (n+1)/n times the mean chance of
    a wrong answer. *)
Definition L0 P := cost (fun i j => (i != j)%:R) P / n%:R.

(** What each property demands: equations (7) to (14) of
    _Constrained Differential Privacy for Count Data_, as in [kernels/properties.py]. *)
Definition has (p : property) P : Prop :=
  match p with
  | RH => forall i j, (i <= n)%N -> (j <= n)%N -> P i j <= P j j
  | RM => forall i j, (i < n)%N -> (j <= n)%N ->
      if (i < j)%N then P i j <= P i.+1 j else P i.+1 j <= P i j
  | CH => forall i j, (i <= n)%N -> (j <= n)%N -> P i j <= P i i
  | CM => forall i j, (i <= n)%N -> (j < n)%N ->
      if (j < i)%N then P i j <= P i j.+1 else P i j.+1 <= P i j
  | F => forall i j, (i <= n)%N -> (j <= n)%N -> P i i = P j j
  | WH => forall i, (i <= n)%N -> n.+1%:R^-1 <= P i i
  | S => forall i j, (i <= n)%N -> (j <= n)%N -> P i j = P (n - i)%N (n - j)%N
  end.

(** ** Sums over the counts *)

(** From a statement on nat to one on ordinals. *)
Lemma le_ord (i : 'I_n.+1) : (i <= n)%N. Proof. by rewrite -ltnS. Qed.

Lemma eq_counts (f g : nat -> R) : (forall i, (i <= n)%N -> f i = g i) ->
  \sum_(i < n.+1) f i = \sum_(i < n.+1) g i.
Proof. by move=> e; apply: eq_bigr => i _; apply/e/le_ord. Qed.

Lemma ler_counts (f g : nat -> R) : (forall i, (i <= n)%N -> f i <= g i) ->
  \sum_(i < n.+1) f i <= \sum_(i < n.+1) g i.
Proof. by move=> e; apply: ler_sum => i _; apply/e/le_ord. Qed.

(** Counting from the other end. *)
Lemma rev_counts (f : nat -> R) : \sum_(i < n.+1) f (n - i)%N = \sum_(i < n.+1) f i.
Proof. by rewrite [RHS](reindex_inj rev_ord_inj); apply: eq_bigr => i _ /=; rewrite subSS. Qed.

(** Where terms of one sum are at most those of the other and the sums agree, so do the terms. *)
Lemma tight_counts (f g : nat -> R) : (forall i, (i <= n)%N -> f i <= g i) ->
  \sum_(i < n.+1) g i <= \sum_(i < n.+1) f i -> forall i, (i <= n)%N -> f i = g i.
Proof.
move=> le sums i ile; have lt : (i < n.+1)%N by rewrite ltnS.
apply/eqP; rewrite eq_sym -subr_eq0; apply/eqP.
have d0 (k : 'I_n.+1) : true -> 0 <= g k - f k by rewrite subr_ge0 => _; apply/le/le_ord.
apply: (psumr_eq0P d0 _ (i := Ordinal lt)) => //.
by apply/eqP; rewrite sumrB subr_eq0 eq_le sums ler_counts.
Qed.

(** ** Facts about every kernel *)

Lemma entry_le1 P : stochastic P -> forall i j, (i <= n)%N -> (j <= n)%N -> P i j <= 1.
Proof.
case=> P0 P1 i j ile jle; have lt : (j < n.+1)%N by rewrite ltnS.
rewrite -(P1 i ile) (bigD1 (Ordinal lt)) //= ler_addl sumr_ge0 // => k _.
by apply: P0 => //; apply: le_ord.
Qed.

(** L0 counts what the trace leaves. *)
Lemma L0_trace P : stochastic P -> L0 P = (n.+1%:R - trace P) / n%:R.
Proof.
case=> _ P1; congr (_ / _).
have -> : n.+1%:R = \sum_(i < n.+1) \sum_(j < n.+1) P i j :> R.
  rewrite (eq_counts (f := fun i => \sum_(j < n.+1) P i j) (g := fun=> 1)) //.
  by rewrite sumr_const card_ord.
rewrite -sumrB; apply: eq_bigr => i _; rewrite (bigD1 i) //= [in RHS](bigD1 i) //=.
rewrite eqxx mul0r add0r addrAC subrr add0r; apply: eq_bigr => j ji.
by rewrite eq_sym (ji : val j != val i) mul1r.
Qed.

(** Privacy over any distance. *)
Lemma private_dist a P i k j : 0 <= a -> private a P ->
  (i <= n)%N -> (k <= n)%N -> (j <= n)%N -> a ^+ dist i k * P k j <= P i j.
Proof.
move=> a0 dp ile kle jle; rewrite /dist.
have up d m : (m + d <= n)%N -> a ^+ d * P (m + d)%N j <= P m j.
  elim: d m => [|d IH] m h; first by rewrite addn0 expr0 mul1r.
  rewrite addnS exprS -mulrA -addSn.
  apply: (le_trans (ler_wpmul2l a0 (IH m.+1 _))); first by counts.
  by case: (dp m j); [counts|counts|].
have down d m : (m + d <= n)%N -> a ^+ d * P m j <= P (m + d)%N j.
  elim: d => [|d IH] h; first by rewrite addn0 expr0 mul1r.
  rewrite addnS exprS -mulrA.
  apply: (le_trans (ler_wpmul2l a0 (IH _))); first by counts.
  by case: (dp (m + d)%N j); [counts|counts|].
case: (leqP i k) => h.
  have -> : (i - k + (k - i) = k - i)%N by counts.
  by have := up (k - i)%N i; rewrite subnKC //; apply.
have -> : (i - k + (k - i) = i - k)%N by counts.
by have := down (i - k)%N k; rewrite subnKC //; [apply | counts].
Qed.

(** A kernel that is private at [a] is so at every lesser level. *)
Lemma private_weaken a b P : stochastic P -> b <= a -> private a P -> private b P.
Proof.
move=> [P0 _] ba dp i j ilt jle; have [h k] := dp i j ilt jle.
by split; [apply: le_trans h | apply: le_trans k]; rewrite ler_wpmul2r // P0 //; counts.
Qed.

End Kernels.
