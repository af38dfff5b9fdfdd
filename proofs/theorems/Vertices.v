(** * Extreme points of U, F and of what is over them

    Sections 4.2 to 4.4, B.1 and D of _Preserving Target Distributions With Differentially Private
    Count Mechanisms_ (KL), and NEW-7. In Python: [proofs/papers/targets/extreme_points.py],
    [affine.py], [representation.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel Polytope Scales.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma extreme_iff (R : realFieldType) (X Y : Type) (within : X -> Y -> Prop)
  (P Q : (X -> Y -> R) -> Prop) T : (forall T, P T <-> Q T) ->
  (extreme within P T <-> extreme within Q T).
Proof.
move=> e; split=> [[p h]|[p h]]; (split; first exact/e) => t A B t0 t1 pA pB; apply: h => //; exact/e.
Qed.

Section Vertices.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (v d u : nat -> R) (T D : nat -> nat -> R) (z : nat -> R).
Local Notation pattern := {ffun 'I_n -> bool}.
Implicit Types (B : pattern -> nat -> R).
Local Notation scale f := (scale n a (steps f)).
Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.

(** ** Faces of the cone of the columns that alpha allows *)

(** What is tight in [v] is tight in [d]. *)
Definition kept v d := forall i, (i < n)%N ->
  (v i = a * v i.+1 -> d i = a * d i.+1) /\ (v i.+1 = a * v i -> d i.+1 = a * d i).

(** The smallest face with [v] in it, and its linear span. *)
Definition face v u := indist n a u /\ kept v u.
Definition in_span v d := exists u w, [/\ face v u, face v w & forall i, (i <= n)%N -> d i = u i - w i].

Let place : nat -> unit -> Prop := fun i _ => (i <= n)%N.
Let bound (k : 'I_n * bool) (v : nat -> unit -> R) : R :=
  if k.2 then v k.1 tt - a * v k.1.+1 tt else v k.1.+1 tt - a * v k.1 tt.

Let bound_linear k : linear_form place (bound k).
Proof.
case: k => [i b]; split=> [v c d|v d e]; rewrite /bound /moved /=.
  by case: b; ring.
have ile := ltnW (ltn_ord i).
by case: b; rewrite !e //; apply: ltn_ord.
Qed.

Let bounds v : (forall k, 0 <= bound k (fun i _ => v i)) <-> indist n a v.
Proof.
split=> [h i ilt|h [i b]].
  have := h (Ordinal ilt, true); have := h (Ordinal ilt, false).
  by rewrite /bound /= !subr_ge0.
by have [h1 h2] := h i (ltn_ord i); case: b; rewrite /bound /= subr_ge0.
Qed.

Let kept_bounds v d : kept v d <->
  (forall k, bound k (fun i _ => v i) = 0 -> bound k (fun i _ => d i) = 0).
Proof.
split=> [h [i b]|h i ilt].
  have [h1 h2] := h i (ltn_ord i); rewrite /bound /=.
  by case: b => /subr0_eq e; apply/eqP; rewrite subr_eq0; apply/eqP; [apply: h1|apply: h2].
split=> e.
  by have := h (Ordinal ilt, true); rewrite /bound /= e subrr => /(_ erefl) /subr0_eq.
by have := h (Ordinal ilt, false); rewrite /bound /= e subrr => /(_ erefl) /subr0_eq.
Qed.

Lemma in_spanP v d : indist n a v -> (in_span v d <-> kept v d).
Proof.
move=> hv; split=> [[u [w [[_ ku] [_ kw] e]]] i ilt|k].
  have [ile h] := (ltnW ilt, ilt); have [u1 u2] := ku i ilt; have [w1 w2] := kw i ilt.
  by split=> t; rewrite !e //; [rewrite u1 // w1 //|rewrite u2 // w2 //]; ring.
have pv : polytope bound (fun (e : void) _ => 0) (fun=> 0) (fun i _ => v i).
  by split=> [|[]]; apply/bounds.
have mv : movement bound (fun (e : void) _ => 0) (fun i _ => v i) (fun i _ => d i).
  by split=> [|[]]; apply/kept_bounds.
have [c c0 [[p _] _]] := room bound_linear (fun e : void => match e with end) pv mv.
exists (fun i => c^-1 * (v i + c * d i)), (fun i => c^-1 * v i).
have kk : kept v (fun i => c^-1 * v i) by move=> i _; split=> ->; rewrite mulrCA.
have ci : 0 <= c^-1 by rewrite invr_ge0 ltW.
split; [split|split|] => //; last by move=> i _; field; rewrite lt0r_neq0.
- have w : indist n a (fun i => v i + c * d i) := iffLR (bounds _) p.
  move=> i ilt; have [h g] := w i ilt.
  by split; rewrite mulrCA ler_wpmul2l.
- move=> i ilt; have [k1 k2] := k i ilt; have [l1 l2] := kk i ilt.
  by split=> t; [rewrite k1 // {1}t|rewrite k2 // {1}t]; ring.
move=> i ilt; have [h g] := hv i ilt.
by split; rewrite mulrCA ler_wpmul2l.
Qed.

(** ** Corollary 1: the extreme columns of sum 1 are the scales *)
Definition probability v := indist n a v /\ \sum_(i < n.+1) v i = 1.

Theorem extreme_column v : probability v ->
  (extreme place (fun V => probability (V^~ tt)) (fun i _ => v i) <->
   exists p, forall i, (i <= n)%N -> v i = Scales.scale n a p i).
Proof.
move=> pv; pose whole (e : unit) (V : nat -> unit -> R) := \sum_(i < n.+1) V i tt.
have whole_linear e : linear_form place (whole e).
  split=> [V c D|V D eq]; rewrite /whole /moved; first by rewrite big_split mulr_sumr.
  by apply: eq_bigr => i _; apply: eq; apply: le_ord.
have same V : probability (V^~ tt) <-> polytope bound whole (fun=> 1) V.
  split=> [[h e]|[h e]]; split=> //; first exact: (iffRL (bounds (V^~ tt)) h).
    exact: (iffLR (bounds (V^~ tt)) h).
  exact: (e tt).
rewrite (extreme_iff _ _ same) (extreme_still bound_linear whole_linear (iffLR (same _) pv)).
have [hv v1] := pv; have v0 := indist_ge0 a_gt0 a_lt1 n_gt0 hv.
have vpos i : (i <= n)%N -> 0 < v i.
  move=> ile; rewrite lt_def v0 // andbT; apply/eqP => z.
  have all0 := indist_zero a_gt0 v0 hv ile z.
  have := v1; rewrite big1 => [/eqP|k _]; last by apply: all0; apply: le_ord.
  by rewrite eq_sym oner_eq0.
have grow p d : (forall i, (i < n)%N -> d i.+1 = d i * ratio a (p i)) ->
    forall i, (i <= n)%N -> d i = d 0%N * climb a p i.
  move=> h; elim=> [|i IH] ile; first by rewrite /climb mulr1.
  by rewrite h // IH ?(ltnW ile) // -mulrA.
split=> [still|[p vp] D [keep zero] i [] ile].
  pose p i := v i == a * v i.+1.
  suff tight i : (i < n)%N -> v i = a * v i.+1 \/ v i.+1 = a * v i.
    have vE := grow p v; have {}vE : forall i, (i <= n)%N -> v i = v 0%N * climb a p i.
      apply: vE => i ilt; rewrite /p /ratio; case: eqP => [->|ne].
        by rewrite mulrAC divff ?mul1r // lt0r_neq0.
      by have [//|->] := tight i ilt; rewrite mulrC.
    have m1 : v 0%N * mass n a p = 1.
      by rewrite -v1 /mass mulr_sumr; apply: eq_bigr => i _; rewrite [in RHS]vE ?le_ord.
    exists p => i ile; rewrite vE // /Scales.scale mulrC; congr (_ * _).
    by rewrite -[LHS]mulr1 -(divff (lt0r_neq0 (mass_gt0 n a_gt0 p))) mulrA m1 mul1r.
  move=> ilt; case: (eqVneq (v i) (a * v i.+1)) => [e|ne1]; first by left.
  case: (eqVneq (v i.+1) (a * v i)) => [e|ne2]; first by right.
  pose low := \sum_(k < n.+1 | (k <= i)%N) v k.
  pose high := \sum_(k < n.+1 | ~~ (k <= i)%N) v k.
  pose D k (_ : unit) := v k * (if (k <= i)%N then high else - low).
  have mv : movement bound whole (fun k _ => v k) D.
    split=> [|e].
      apply/(kept_bounds v (D^~ tt)) => k klt; rewrite /D.
      case: (ltngtP k i) => ki.
      - by split=> ->; rewrite mulrA.
      - by split=> ->; rewrite mulrA.
      by rewrite ki; split=> e'; move: ne1 ne2; rewrite e' eqxx.
    rewrite /whole /D (bigID (fun k : 'I_n.+1 => (k <= i)%N)) /=.
    rewrite (eq_bigr (fun k : 'I_n.+1 => v k * high)); last by move=> k ->.
    rewrite [X in _ + X](eq_bigr (fun k : 'I_n.+1 => v k * - low)); last by move=> k /negbTE->.
    by rewrite -!mulr_suml -/low -/high mulrN mulrC subrr.
  have := still D mv 0%N tt isT; rewrite /D leq0n => /eqP; rewrite mulf_eq0.
  rewrite (gt_eqF (vpos 0%N isT)) /= => /eqP h0.
  have lt : (i.+1 < n.+1)%N by [].
  have : v (Ordinal lt) = 0.
    apply: (psumr_eq0P _ h0 (i := Ordinal lt)); last by rewrite /= ltnn.
    by move=> k _; apply/v0/le_ord.
  by move=> /= z; have := vpos i.+1 ilt; rewrite z ltxx.
have kd := iffRL (kept_bounds v (D^~ tt)) keep.
have m0 := mass_gt0 n a_gt0 p.
have step k : (k < n)%N -> D k.+1 tt = D k tt * ratio a (p k).
  move=> klt; have [k1 k2] := kd k klt; have e : v k.+1 = v k * ratio a (p k).
    by rewrite !vp ?(ltnW klt) // /Scales.scale mulrAC.
  move: e; rewrite /ratio; case: (p k) => e.
    have n0 := lt0r_neq0 a_gt0; have e1 : v k = a * v k.+1 by rewrite e mulrCA divff // mulr1.
    by rewrite (k1 e1) mulrAC divff // mul1r.
  by rewrite k2 ?e mulrC.
have dE := grow p (D^~ tt) step.
have := zero tt; rewrite /whole (eq_bigr (fun k : 'I_n.+1 => D 0%N tt * climb a p k)); last first.
  by move=> k _; rewrite dE ?le_ord.
rewrite -mulr_sumr => /eqP; rewrite mulf_eq0 (gt_eqF m0) orbF => /eqP d0.
by rewrite (dE i ile) d0 mul0r.
Qed.

(** ** Extreme points of U, and of U with further equations *)
Local Notation within := (fun i j => is_true ((i <= n)%N && (j <= n)%N)).

Section Equations.
Variables (E : Type) (extra : E -> (nat -> nat -> R) -> R) (wanted : E -> R).
Hypothesis extra_linear : forall e, linear_form within (extra e).

Definition cut T := U n a T /\ forall e, extra e T = wanted e.

Let slack (k : 'I_n * 'I_n.+1 * bool) T : R :=
  if k.2 then T k.1.1 k.1.2 - a * T k.1.1.+1 k.1.2 else T k.1.1.+1 k.1.2 - a * T k.1.1 k.1.2.
Let value (e : 'I_n.+1 + E) T : R :=
  match e with inl i => \sum_(j < n.+1) T i j | inr e => extra e T end.
Let goal (e : 'I_n.+1 + E) : R := match e with inl _ => 1 | inr e => wanted e end.

Let slack_linear k : linear_form within (slack k).
Proof.
case: k => [[i j] b]; split=> [T c D|A C e]; rewrite /slack /moved /=; first by case: b; ring.
have [ilt jle] := (ltn_ord i, le_ord j).
by case: b; rewrite !e ?jle ?andbT // ltnW.
Qed.

Let value_linear e : linear_form within (value e).
Proof.
case: e => [i|e]; last exact: extra_linear.
split=> [T c D|A C e]; rewrite /value /moved /=; first by rewrite big_split mulr_sumr.
by apply: eq_bigr => j _; apply: e; rewrite !le_ord.
Qed.

Let cut_polytope T : cut T <-> polytope slack value goal T.
Proof.
split=> [[[[T0 T1] dp] ex]|[s v]].
  split=> [[[i j] b]|[i|e]]; last 1 [exact: ex] || exact: T1 (le_ord i) || idtac.
  have [h g] := dp i j (ltn_ord i) (le_ord j).
  by case: b; rewrite /slack /= subr_ge0.
have dp : private n a T.
  move=> i j ilt jle; rewrite -ltnS in jle.
  have := s (Ordinal ilt, Ordinal jle, true); have := s (Ordinal ilt, Ordinal jle, false).
  by rewrite /slack /= !subr_ge0.
split; [split=> //; split=> [i j ile jle|i ile]|by move=> e; apply: (v (inr e))].
  have col := iffLR (private_columns n a T) dp.
  exact: (indist_ge0 a_gt0 a_lt1 n_gt0 (col j jle)).
by rewrite -ltnS in ile; apply: (v (inl (Ordinal ile))).
Qed.

(** What can be added to T in both directions, a little. *)
Definition moves T D := [/\ forall j, (j <= n)%N -> in_span (T^~ j) (D^~ j),
  forall i, (i <= n)%N -> \sum_(j < n.+1) D i j = 0 & forall e, extra e D = 0].

Theorem extreme_cut T : cut T -> (extreme within cut T <->
  forall D, moves T D -> forall i j, (i <= n)%N -> (j <= n)%N -> D i j = 0).
Proof.
move=> cT; rewrite (extreme_iff _ _ cut_polytope).
have pT := iffLR (cut_polytope T) cT.
rewrite (extreme_still slack_linear value_linear pT).
have col j : (j <= n)%N -> indist n a (T^~ j).
  by have [[_ dp] _] := cT; apply: (iffLR (private_columns n a T) dp).
have mv D : moves T D <-> movement slack value T D.
  split=> [[sp rows ex]|[s v]].
    split=> [[[i j] b]|[i|e]]; [|exact: rows (le_ord i)|exact: ex].
    have jle := le_ord j; have := iffLR (in_spanP _ (col j jle)) (sp j jle).
    move=> /(_ i (ltn_ord i)) [k1 k2]; rewrite /slack /=.
    by case: b => /subr0_eq e; apply/eqP; rewrite subr_eq0; apply/eqP; [apply: k1|apply: k2].
  split=> [j jle|i ile|e]; last exact: (v (inr e)).
    apply/(in_spanP _ (col j jle)) => i ilt; rewrite -ltnS in jle.
    split=> e.
      have := s (Ordinal ilt, Ordinal jle, true).
      by rewrite /slack /= e subrr => /(_ erefl) /subr0_eq.
    have := s (Ordinal ilt, Ordinal jle, false).
    by rewrite /slack /= e subrr => /(_ erefl) /subr0_eq.
  by rewrite -ltnS in ile; apply: (v (inl (Ordinal ile))).
split=> h D m; first by move=> i j ile jle; apply: (h D (iffLR (mv D) m)); rewrite ile.
by move=> i j /andP[ile jle]; apply: (h D (iffRL (mv D) m)).
Qed.
End Equations.

(** The spans of the columns' faces form a direct sum: 0 is a sum of parts in one way only. (A
    column of zeros has the span 0.) *)
Definition direct T := forall D, (forall j, (j <= n)%N -> in_span (T^~ j) (D^~ j)) ->
  (forall i, (i <= n)%N -> \sum_(j < n.+1) D i j = 0) ->
  forall i j, (i <= n)%N -> (j <= n)%N -> D i j = 0.

(** NEW-7: T is extreme in U iff the spans of its columns' smallest faces form a direct sum. *)
Theorem extreme_U T : U n a T -> (extreme within (U n a) T <-> direct T).
Proof.
move=> uT; pose none (e : void) (D : nat -> nat -> R) : R := 0.
have lin e : linear_form within (none e) by case: e.
have same A : U n a A <-> cut none (fun=> 0) A by split=> [u|[]//]; split=> // -[].
rewrite (extreme_iff _ _ same) (extreme_cut lin (iffLR (same T) uT)).
by split=> [h D sp rows|h D [sp rows _]]; apply: h => //; split=> // -[].
Qed.

(** In F[z], of movements that keep the law. *)
Theorem extreme_F z T : F n a z T -> (extreme within (F n a z) T <->
  forall D, (forall j, (j <= n)%N -> in_span (T^~ j) (D^~ j)) ->
    (forall i, (i <= n)%N -> \sum_(j < n.+1) D i j = 0) ->
    (forall j, (j <= n)%N -> \sum_(i < n.+1) z i * D i j = 0) ->
    forall i j, (i <= n)%N -> (j <= n)%N -> D i j = 0).
Proof.
move=> fT; pose law (j : 'I_n.+1) (D : nat -> nat -> R) := \sum_(i < n.+1) z i * D i j.
have lin e : linear_form within (law e).
  split=> [A c D|A C eq]; rewrite /law /moved.
    by rewrite mulr_sumr -big_split; apply: eq_bigr => i _ /=; ring.
  by apply: eq_bigr => i _; rewrite eq // !le_ord.
have same A : F n a z A <-> cut law (fun j => z j) A.
  split=> [[u k]|[u k]]; split=> // j; first exact: k (le_ord j).
  by rewrite -ltnS => jlt; apply: (k (Ordinal jlt)).
rewrite (extreme_iff _ _ same) (extreme_cut lin (iffLR (same T) fT)).
split=> [h D sp rows k|h D [sp rows k]]; apply: h => //.
  by split=> // j; apply: k (le_ord j).
by move=> j; rewrite -ltnS => jlt; apply: (k (Ordinal jlt)).
Qed.

End Vertices.
