(** * Linear arithmetic over an ordered field

    Debian's algebra-tactics has [ring] and [field] but not [lra]. Here the combination of
    hypotheses is stated, and [field] checks it: [linear h] closes [x <= y], [x < y] or [x = y]
    where [h] says the same of [u] and [v], and [v - u = y - x]. Add hypotheses up by
    [h +! k], scale one by [c *! h] with [c : 0 <= r]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Linear.
Variable R : realFieldType.
Implicit Types u v x y r : R.

Lemma le_of_le u v x y : u <= v -> v - u = y - x -> x <= y.
Proof. by rewrite -subr_ge0 => + e; rewrite e subr_ge0. Qed.

Lemma le_of_lt u v x y : u < v -> v - u = y - x -> x <= y.
Proof. by move=> /ltW; apply: le_of_le. Qed.

Lemma lt_of_lt u v x y : u < v -> v - u = y - x -> x < y.
Proof. by rewrite -subr_gt0 => + e; rewrite e subr_gt0. Qed.

Lemma le_of_eq u v x y : u = v -> v - u = y - x -> x <= y.
Proof. by move=> ->; rewrite subrr => /esym/subr0_eq ->. Qed.

Lemma eq_of_eq u v x y : u = v -> v - u = y - x -> x = y.
Proof. by move=> ->; rewrite subrr => /esym/subr0_eq ->. Qed.

(* Sums, of whichever kinds. *)
Lemma add_le_le u v x y : u <= v -> x <= y -> u + x <= v + y. Proof. exact: ler_add. Qed.
Lemma add_le_lt u v x y : u <= v -> x < y -> u + x < v + y. Proof. exact: ler_lt_add. Qed.
Lemma add_lt_le u v x y : u < v -> x <= y -> u + x < v + y. Proof. exact: ltr_le_add. Qed.
Lemma add_lt_lt u v x y : u < v -> x < y -> u + x < v + y. Proof. exact: ltr_add. Qed.
Lemma add_eq_le u v x y : u = v -> x <= y -> u + x <= v + y. Proof. by move=> ->; rewrite ler_add2l. Qed.
Lemma add_eq_lt u v x y : u = v -> x < y -> u + x < v + y. Proof. by move=> ->; rewrite ltr_add2l. Qed.
Lemma add_le_eq u v x y : u <= v -> x = y -> u + x <= v + y. Proof. by move=> + ->; rewrite ler_add2r. Qed.
Lemma add_lt_eq u v x y : u < v -> x = y -> u + x < v + y. Proof. by move=> + ->; rewrite ltr_add2r. Qed.
Lemma add_eq_eq u v x y : u = v -> x = y -> u + x = v + y. Proof. by move=> -> ->. Qed.

Lemma mul_le u v r : 0 <= r -> u <= v -> r * u <= r * v. Proof. by move=> r0; apply: ler_wpmul2l. Qed.
Lemma mul_lt u v r : 0 < r -> u < v -> r * u < r * v. Proof. by move=> r0; rewrite ltr_pmul2l. Qed.
Lemma mul_lt_le u v r : 0 < r -> u <= v -> r * u <= r * v. Proof. by move=> r0; rewrite ler_pmul2l. Qed.
Lemma mul_le_lt u v r : 0 <= r -> u < v -> r * u <= r * v. Proof. by move=> r0 /ltW; apply: ler_wpmul2l. Qed.
End Linear.

Notation "h +! k" := (ltac:(first
  [ exact (add_le_le h k) | exact (add_le_lt h k) | exact (add_lt_le h k) | exact (add_lt_lt h k)
  | exact (add_eq_le h k) | exact (add_eq_lt h k) | exact (add_le_eq h k) | exact (add_lt_eq h k)
  | exact (add_eq_eq h k) ])) (at level 50, left associativity, only parsing).
Notation "c *! h" := (ltac:(first
  [ exact (mul_le c h) | exact (mul_lt c h) | exact (mul_lt_le c h) | exact (mul_le_lt c h) ]))
  (at level 40, only parsing).

(* Side conditions of [field]: a factor that some hypothesis says is positive or not zero. *)
Ltac nonzero := repeat (apply/andP; split);
  match goal with
  | |- is_true (_ != 0) => by [ assumption | apply: lt0r_neq0; assumption ]
  | _ => done
  end.

Ltac linear h :=
  let T := type of h in
  lazymatch T with
  | is_true (_ <= _) => apply: (le_of_le h)
  | is_true (_ < _) => lazymatch goal with
      | |- is_true (_ < _) => apply: (lt_of_lt h)
      | _ => apply: (le_of_lt h)
      end
  | _ => lazymatch goal with
      | |- is_true _ => apply: (le_of_eq h)
      | _ => apply: (eq_of_eq h)
      end
  end; by field; nonzero.

(** [lia] for counts: it is slow where the context speaks of the field. *)
Ltac counts := repeat match goal with
  | h : is_true (@Order.le _ _ _ _) |- _ => clear h
  | h : is_true (@Order.lt _ _ _ _) |- _ => clear h
  | h : is_true (~~ @eq_op (GRing.Zmodule.eqType _) _ _) |- _ => clear h
  end; lia.
