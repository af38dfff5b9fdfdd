(** * No implications but the five

    CKS-29 and NEW-9: for n >= 3, private or not, the five implications of [Properties.v] are
    all that hold among the seven properties: 36 of the 128 sets are closed. Nine kernels show it,
    uniform mechanisms tilted by a few whole numbers whose places are counted from either end.
    In Python: [proofs/lemmas/separations.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Kernel Properties Tilted.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Nine tilts, by number. *)
Definition separator (n w i : nat) : row :=
  match w with
  | 0 => (* the truth is the least likely answer *)
      if i == 0%N then [:: (0%N, -2); (n, 2)] else if i == n then [:: (n, -2); (0%N, 2)]
      else [:: (i, -2); (0%N, 1); (n, 1)]
  | 1 => (* an answer that ignores the input *)
      [:: (0%N, 1); (1%N, -1); (n.-1, -1); (n, 1)]
  | 2 => (* fair and symmetric, the far end likely *)
      if i == 1%N then [:: (0%N, 1); (n, -1)]
      else if i == n.-1 then [:: (0%N, -1); (n, 1)] else [::]
  | 3 => (* rows in order, columns not *)
      if (i <= 1)%N then [:: (0%N, 1); (n.-1, -1)]
      else if (n.-1 <= i)%N then [:: (1%N, -1); (n, 1)] else [::]
  | 4 => (* columns in order, rows not *)
      if i == 1%N then [:: (0%N, 1); (1%N, 1); (n.-1, -1); (n, -1)]
      else if i == n.-1 then [:: (0%N, -1); (1%N, -1); (n.-1, 1); (n, 1)] else [::]
  | 5 => (* all but symmetric *)
      if i == n then [:: (n, 1); (0%N, -1)] else [:: (i, 1); (n, -1)]
  | 6 => (* all but fair *)
      if i == 0%N then [:: (0%N, 1); (n, -1)]
      else if i == n then [:: (0%N, -1); (n, 1)] else [::]
  | 7 => (* all but column monotone *)
      if (i <= 1)%N then [:: (i, 2); (n.-1, -2)]
      else if (n.-1 <= i)%N then [:: (i, 2); (1%N, -2)] else [:: (i, 2); (1%N, -1); (n.-1, -1)]
  | _ => (* all but row monotone *)
      if (i == 0%N) || (i == n.-1) then [:: (i, 2); (n, -2)]
      else if (i == 1%N) || (i == n) then [:: (i, 2); (0%N, -2)]
      else [:: (i, 2); (0%N, -1); (n, -1)]
  end.

(** The properties that each is checked to have: the others that it has follow. *)
Definition has_basis (w : nat) (p : property) : bool :=
  match w, p with
  | 0, (F | S) | 1, (RM | S) | 2, (F | WH | S) | 3, (RM | WH | S) | 4, (CM | S)
  | 5, (RM | CM | F) | 6, (RM | CM | S) | 7, (RM | F | S) | 8, (CM | F | S) => true
  | _, _ => false
  end.

(** The properties that each is checked to lack. *)
Definition lacks (w : nat) (p : property) : bool :=
  match w, p with
  | 0, (RH | WH) | 1, (F | WH) | 2, (RH | CH) | 3, (CH | F) | 4, (RH | F)
  | 5, S | 6, F | 7, CM | 8, RM => true
  | _, _ => false
  end.

Ltac by_cases := rewrite /separator /value /=; repeat match goal with
  | |- context [if ?b then _ else _] =>
      let e := fresh in case e: b; rewrite /= ?e /=; try lia
  end; try lia.

Section Separators.
Variable n : nat.
Hypothesis n3 : (3 <= n)%N.
Let D w i j := value (separator n w i) j.

Lemma separator_tilt (w : nat) : tilt n (separator n w).
Proof.
move=> i ile; case: w => [|[|[|[|[|[|[|[|w]]]]]]]]; split=> [||j]; rewrite /separator /total.
all: by_cases.
Qed.

Lemma separator_meets w p : has_basis w p -> meets n p (D w).
Proof.
rewrite /D; case: w => [|[|[|[|[|[|[|[|[|w]]]]]]]]]; case: p => // _ i.
all: try (move=> j hi hj); try move=> hi; by_cases.
Qed.

Lemma separator_lacks w p : lacks w p -> ~ meets n p (D w).
Proof.
rewrite /D; case: w => [|[|[|[|[|[|[|[|[|w]]]]]]]]]; case: p => // _ g.
- by have := g 1%N 0%N; by_cases.
- by have := g 0%N; by_cases.
- by have := g 0%N 1%N; by_cases.
- by have := g 1%N; by_cases.
- by have := g 1%N 0%N; by_cases.
- by have := g 1%N 0%N; by_cases.
- by have := g 1%N 0%N; by_cases.
- by have := g 0%N 1%N; by_cases.
- by have := g 1%N 0%N; by_cases.
- by have := g 0%N 1%N; by_cases.
- by have := g 1%N n; by_cases.
- by have := g 0%N 1%N; by_cases.
- by have := g 0%N n.-1; by_cases.
- by have := g 1%N 0%N; by_cases.
Qed.
End Separators.

(** ** Exactly the five *)

Definition properties := [:: RH; RM; CH; CM; F; WH; S].
Definition same (p q : property) : bool :=
  match p, q with
  | RH, RH | RM, RM | CH, CH | CM, CM | F, F | WH, WH | S, S => true
  | _, _ => false
  end.

Lemma same_eq p q : same p q -> p = q. Proof. by case: p; case: q. Qed.
Lemma all_properties (f : property -> bool) : all f properties -> forall p, f p.
Proof. by rewrite /= => /and5P[? ? ? ? /and4P[? ? ? _]] []. Qed.
Lemma some_property (f : property -> bool) : seq.has f properties -> exists p, f p.
Proof. by do 7 (case/orP => [e|]; first by eexists; exact: e). Qed.

(** What does not follow is told apart by one of the nine. *)
Lemma told_apart (A : property -> bool) p : ~~ follows A p ->
  exists w r, [/\ forall q, A q -> follows (has_basis w) q, lacks w r & follows (same p) r].
Proof.
pose apart w := all (fun q => A q ==> follows (has_basis w) q) properties &&
  seq.has (fun r => lacks w r && follows (same p) r) properties.
have : ~~ follows A p ==> seq.has apart (iota 0 9).
  rewrite {}/apart /properties; case: p => /=;
  by case: (A RH) (A RM) (A CH) (A CM) (A F) (A WH) (A S) => [] [] [] [] [] [] [].
move=> /implyP h /h /hasP[w _ /andP[/all_properties sub /some_property[r /andP[lr pr]]]].
by exists w, r; split=> // q; apply/implyP.
Qed.

(** For n >= 3 and every alpha in (0,1): what does not follow fails for a private kernel. *)
Theorem separated (R : realFieldType) (n : nat) (a : R) (A : property -> bool) p :
  (3 <= n)%N -> 0 < a -> a < 1 -> ~~ follows A p ->
  exists P, [/\ stochastic n P, private n a P, forall q, A q -> has n q P & ~ has n p P].
Proof.
move=> n3 a0 a1 /told_apart[w [r [sub lr pr]]]; have t := separator_tilt n3 w.
exists (tilted n a (separator n w)); have st := tilted_stochastic a0 a1 t.
split=> //; first exact: tilted_private.
  move=> q /sub; apply: (follows_sound st) => b hb.
  by apply/(tilted_has n _ a1)/separator_meets.
move=> hp; apply: (separator_lacks n3 lr); apply/(tilted_has n _ a1).
by apply: (follows_sound st) pr => q /same_eq <-.
Qed.

(** CKS-29, IV-A: the five implications are all; n = 1 and n = 2 have more. *)
Theorem implications_are_all (R : realFieldType) (n : nat) (A : property -> bool) p :
  (3 <= n)%N -> (follows A p <-> forall P : nat -> nat -> R, stochastic n P ->
    (forall q, A q -> has n q P) -> has n p P).
Proof.
move=> n3; split=> [f P st h|h]; first exact: follows_sound f.
have h0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have h1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
have [//|/(separated n3 h0 h1)[P [st _ hA hp]]] := boolP (follows A p).
by case: hp; apply: h.
Qed.

(** The same among the private kernels. *)
Theorem implications_are_all_private (R : realFieldType) (n : nat) (a : R)
  (A : property -> bool) p : (3 <= n)%N -> 0 < a -> a < 1 ->
  (follows A p <-> forall P, stochastic n P -> private n a P ->
    (forall q, A q -> has n q P) -> has n p P).
Proof.
move=> n3 a0 a1; split=> [f P st _ h|h]; first exact: follows_sound f.
have [//|/(separated n3 a0 a1)[P [st dp hA hp]]] := boolP (follows A p).
by case: hp; apply: h.
Qed.

(** NEW-9: 36 of the 128 sets are closed. *)
Definition subset (k : nat) (p : property) : bool :=
  odd (k %/ 2 ^ find (same p) properties).
Definition closed (A : property -> bool) := all (fun p => follows A p ==> A p) properties.
Theorem closed_sets : count (fun k => closed (subset k)) (iota 0 (2 ^ 7)) = 36%N.
Proof. by vm_compute. Qed.

(** CKS-24, IV-A: row monotonicity is independent of privacy. The truth is row monotone and not
    private; for every alpha in (0,1) some private kernel is not row monotone. *)
Theorem RM_without_privacy (R : realFieldType) (n : nat) (a : R) : (0 < n)%N -> 0 < a ->
  let truth i j : R := (i == j)%:R in
  [/\ stochastic n truth, has n RM truth & ~ private n a truth].
Proof.
move=> n0 a0 truth; split.
- split=> [i j _ _|i ile]; first exact: ler0n.
  rewrite -ltnS in ile; rewrite (bigD1 (Ordinal ile)) //= /truth eqxx big1 ?addr0 // => j.
  by rewrite -val_eqE eq_sym => /negbTE /= ->.
- move=> i j _ _; rewrite /truth; case: ltnP => h.
    by rewrite (_ : (i == j) = false) ?ler0n //; lia.
  by rewrite (_ : (i.+1 == j) = false) ?ler0n //; lia.
move=> /(_ 0%N 0%N n0 (leq0n n))[_]; rewrite /truth /= mulr1.
by rewrite leNgt a0.
Qed.

Theorem privacy_without_RM (R : realFieldType) (n : nat) (a : R) : (0 < n)%N ->
  0 < a -> a < 1 -> exists P, [/\ stochastic n P, private n a P & ~ has n RM P].
Proof.
move=> n0 a0 a1; pose T i : row := if i == 0%N then [:: (0%N, -1); (n, 1)] else [::].
have t : tilt n T.
  by move=> i _; rewrite /T /total; split=> [||j]; by_cases.
exists (tilted n a T); split; [exact: tilted_stochastic|exact: tilted_private|].
move=> /(tilted_has n _ a1) /(_ 0%N 0%N n0 (leq0n n)); rewrite /T; by_cases.
Qed.

(** At alpha = 1 every private kernel ignores its input, and is row monotone. *)
Theorem private1_RM (R : realFieldType) (n : nat) (P : nat -> nat -> R) :
  private n 1 P -> has n RM P.
Proof. by move=> dp i j lt le; have [] := dp i j lt le; rewrite !mul1r; case: ifP. Qed.
