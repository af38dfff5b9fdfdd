(** * Polytopes: a point is extreme iff it cannot move

    Points are tables [X -> Y -> R], of which the places in [within] matter: kernels, and tables
    of weights of scales. A polytope is given by finitely many linear slacks that are not negative
    and by linear equations. A movement at a point keeps the slacks at zero that are zero there.
    In Python: [proofs/papers/targets/movements.py], [verify/judge/extreme.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Points.
Variables (R : realFieldType) (X Y : Type) (within : X -> Y -> Prop).
Implicit Types (T A B D : X -> Y -> R) (P : (X -> Y -> R) -> Prop).

Definition agree A B := forall x y, within x y -> A x y = B x y.

(** [T + c D]. *)
Definition moved T c D : X -> Y -> R := fun x y => T x y + c * D x y.

(** A mixture: [t] of A and [1 - t] of B. *)
Definition mixture t A B : X -> Y -> R := fun x y => t * A x y + (1 - t) * B x y.

(** Extreme: no proper mixture of two points but of itself. *)
Definition extreme P T := P T /\ forall t A B, 0 < t -> t < 1 -> P A -> P B ->
  agree T (mixture t A B) -> agree T A /\ agree T B.

(** Linear in the places that matter. *)
Definition linear_form (l : (X -> Y -> R) -> R) :=
  (forall T c D, l (moved T c D) = l T + c * l D) /\ (forall A B, agree A B -> l A = l B).

Section Polytope.
Variables (K : finType) (E : Type).
Variables (slack : K -> (X -> Y -> R) -> R) (value : E -> (X -> Y -> R) -> R) (wanted : E -> R).
Hypotheses (slack_linear : forall k, linear_form (slack k))
  (value_linear : forall e, linear_form (value e)).

Definition polytope T := (forall k, 0 <= slack k T) /\ (forall e, value e T = wanted e).

Definition movement T D :=
  (forall k, slack k T = 0 -> slack k D = 0) /\ (forall e, value e D = 0).

(** How far a point can move, both ways. *)
Lemma room T D : polytope T -> movement T D -> exists2 c : R, 0 < c &
  polytope (moved T c D) /\ polytope (moved T (- c) D).
Proof.
move=> [s0 v] [still v0].
suff [c c0 h] : exists2 c : R, 0 < c & forall k, c * `|slack k D| <= slack k T.
  exists c => //; split; split=> [k|e].
  - rewrite (slack_linear k).1; have := ler_norm (- slack k D); rewrite normrN => n.
    have d := h k; have := mul_le (ltW c0) n; move: d; move: (c * `|_|) => x d g.
    by linear (d +! g).
  - by rewrite (value_linear e).1 v v0 mulr0 addr0.
  - rewrite (slack_linear k).1; have n := ler_norm (slack k D).
    have d := h k; have := mul_le (ltW c0) n; move: d; move: (c * `|_|) => x d g.
    by linear (d +! g).
  by rewrite (value_linear e).1 v v0 mulr0 addr0.
suff [c c0 h] : exists2 c : R, 0 < c & forall k, k \in enum K -> c * `|slack k D| <= slack k T.
  by exists c => // k; apply: h; rewrite mem_enum.
elim: (enum K) => [|k ks [c c0 h]]; first by exists 1; rewrite ?ltr01.
case: (eqVneq (slack k T) 0) => [z|nz].
  exists c => // m; rewrite inE => /orP[/eqP->|]; last exact: h.
  by rewrite (still k z) z normr0 mulr0.
have p : 0 < slack k T by rewrite lt_def nz s0.
have q : 0 < slack k T / (`|slack k D| + 1) by rewrite divr_gt0 // ltr_paddl ?normr_ge0 ?ltr01.
exists (Num.min c (slack k T / (`|slack k D| + 1))).
  by rewrite lt_minr c0.
move=> m; rewrite inE => /orP[/eqP->|m_in].
  apply: (@le_trans _ _ (slack k T / (`|slack k D| + 1) * (`|slack k D| + 1))).
    apply: ler_pmul; rewrite ?normr_ge0 //; first by rewrite le_minr (ltW c0) (ltW q).
      by rewrite le_minl lexx orbT.
    by rewrite ler_addl ler01.
  by rewrite divfK // lt0r_neq0 // ltr_paddl ?normr_ge0 ?ltr01.
apply: le_trans (h m m_in); rewrite ler_wpmul2r ?normr_ge0 //.
by rewrite le_minl lexx.
Qed.

(** A point of the polytope is extreme iff it has no movement but zero. *)
Theorem extreme_still T : polytope T ->
  (extreme polytope T <-> forall D, movement T D -> agree D (fun _ _ => 0)).
Proof.
move=> pT; split=> [[_ ext] D mv|still].
  have [c c0 [p1 p2]] := room pT mv.
  have half0 : 0 < 2%:R^-1 :> R by rewrite invr_gt0 ltr0n.
  have half1 : 2%:R^-1 < 1 :> R by rewrite invf_lt1 ?ltr1n ?ltr0n.
  have mid : agree T (mixture 2%:R^-1 (moved T c D) (moved T (- c) D)).
    by move=> x y _; rewrite /mixture /moved; field.
  have [same _] := ext _ _ _ half0 half1 p1 p2 mid.
  move=> x y xy; have := same x y xy; rewrite /moved => /esym/eqP.
  by rewrite -subr_eq0 addrAC subrr add0r mulf_eq0 (gt_eqF c0) => /eqP.
split=> // t A B t0 t1 pA pB mix; have u0 : 0 < 1 - t by rewrite subr_gt0.
have at_mix l : linear_form l -> l T = t * l A + (1 - t) * l B.
  move=> [lin ext].
  have -> : l T = l (moved A (1 - t) (moved B (- 1) A)).
    by apply: ext => x y xy; rewrite mix // /mixture /moved; ring.
  by rewrite !lin; ring.
have diff l : linear_form l -> l (moved A (- 1) B) = l A - l B.
  by move=> [lin _]; rewrite lin mulN1r.
have mv : movement T (moved A (- 1) B).
  split=> [k zero|e].
    rewrite diff //; have := at_mix _ (slack_linear k); rewrite zero => /esym/eqP.
    have [a0 b0] := (pA.1 k, pB.1 k).
    rewrite paddr_eq0 ?mulr_ge0 ?(ltW t0) ?(ltW u0) // !mulf_eq0.
    by rewrite (gt_eqF t0) (gt_eqF u0) /= => /andP[/eqP-> /eqP->]; rewrite subrr.
  by rewrite diff // pA.2 pB.2 subrr.
have same x y : within x y -> A x y = B x y.
  by move=> xy; have := still _ mv x y xy; rewrite /moved mulN1r => /subr0_eq.
by split=> x y xy; rewrite mix // /mixture same //; ring.
Qed.
End Polytope.

End Points.
