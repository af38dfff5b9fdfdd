(** * Privacy by shifts

    Noise [m] is added to the counts through a matrix: [v + A m] is released. If a change of the
    counts is what a shift of the noise does, [v - v' = A s], then no event tells them apart by
    more than the shift costs the noise's density. Stated on finitely many values of the noise at
    a time, so for whole numbers and for rationals of any unit, and without limits: each partial
    sum on one side is bounded by one on the other. KL, section 3 (cyclic Laplace), NEW-6
    (acyclic), and noise on a hierarchy. In Python: [proofs/papers/targets/differences.py],
    [mechanisms/release/distributions]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Shifts.
Variables (R : realFieldType) (M V : zmodType) (A : {additive M -> V}) (density : M -> R).

(** The chance, over the noise values in [ms], that [v + A m] falls into an event. *)
Definition chance (ms : seq M) (event : pred V) v : R :=
  \sum_(m <- ms | event (v + A m)) density m.

(** If [v = v' + A s] and a shift by [s] costs a factor [w] at most, so does the change from [v']
    to [v]. *)
Theorem masked (w : R) s v v' : v = v' + A s -> (forall m, w * density m <= density (m + s)) ->
  forall ms event, w * chance ms event v <= chance [seq m + s | m <- ms] event v'.
Proof.
move=> -> cost ms event; rewrite /chance big_map mulr_sumr.
rewrite [leLHS](eq_bigl (fun m => event (v' + A (m + s)))); last first.
  by move=> m; rewrite raddfD addrA addrAC.
by apply: ler_sum => m _.
Qed.
End Shifts.

(** ** Independent two-sided geometric noise, of base [a], on finitely many places *)
Section Independent.
Variables (R : realFieldType) (I : finType) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (m s : {ffun I -> int}).

(** How far a vector of noise is from zero, and its density. *)
Definition length m : nat := \sum_i `|m i|%N.
Definition noise m : R := \prod_i ((1 - a) / (1 + a) * a ^+ `|m i|%N).

Lemma noiseE m : noise m = ((1 - a) / (1 + a)) ^+ #|I| * a ^+ length m.
Proof. by rewrite /noise big_split prodr_const expr_sum. Qed.

Lemma factor_ge0 k : 0 <= ((1 - a) / (1 + a)) ^+ k.
Proof.
by rewrite exprn_ge0 // divr_ge0 ?subr_ge0 ?addr_ge0 ?ler01 // ltW.
Qed.

(** A shift costs alpha to the power of its length. *)
Theorem shift_cost s m : a ^+ length s * noise m <= noise (m + s).
Proof.
rewrite !noiseE mulrCA -exprD ler_wpmul2l ?factor_ge0 //.
rewrite ler_wiexpn2l // ?(ltW a_gt0) ?(ltW a_lt1) // /length -big_split; apply: leq_sum => i _.
rewrite /= addnC ffunE -lez_nat PoszD !abszE; exact: ler_norm_add.
Qed.

Variables (V : zmodType) (A : {additive {ffun I -> int} -> V}).

(** So what a shift of length [k] masks is private at alpha^k, in both directions. *)
Theorem shift_private s v v' : v = v' + A s -> forall ms event,
  a ^+ length s * chance A noise ms event v <= chance A noise [seq m + s | m <- ms] event v' /\
  a ^+ length s * chance A noise ms event v' <= chance A noise [seq m - s | m <- ms] event v.
Proof.
move=> e ms event; split; apply: masked => //; try exact: shift_cost.
  by rewrite e raddfN -addrA subrr addr0.
move=> m; have -> : length s = length (- s); last exact: shift_cost.
by apply: eq_bigr => i _; rewrite ffunE abszN.
Qed.
End Independent.

(** ** Around a cycle, along a path, on a hierarchy *)
Section Releases.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Local Notation bins := {ffun 'I_n.+1 -> int}.

(** One variable, at [k]. *)
Definition unit_at (I : finType) (k : I) : {ffun I -> int} := [ffun i => (i == k)%:R].

Lemma length_unit (I : finType) (k : I) : length (unit_at k) = 1%N.
Proof.
rewrite /length (bigD1 k) //= ffunE eqxx big1 // => i ik.
by rewrite ffunE (negbTE ik).
Qed.

(** One individual moves from bin [f] to the next. *)
Definition move (f : nat) (v : bins) : bins :=
  [ffun i => v i + (i == f.+1 :> nat)%:R - (i == f :> nat)%:R].

(** KL, section 3: L_i - L_(i+1), cyclically, goes to bin [i]. *)
Definition following (i : 'I_n.+1) : 'I_n.+1 := inord (i.+1 %% n.+1).
Definition cyclic (L : bins) : bins := [ffun i => L i - L (following i)].

Lemma cyclic_additive : additive cyclic.
Proof. by move=> x y; apply/ffunP => i; rewrite !ffunE !opprD !opprK addrACA. Qed.
Canonical cyclic_map := Additive cyclic_additive.

Lemma cyclic_unit f (fn : (f < n)%N) v :
  move f v = v + cyclic (unit_at (inord f.+1)).
Proof.
apply/ffunP => i; rewrite !ffunE -!val_eqE /= !inordK ?ltn_mod // -addrA; congr (_ + (_ - _%:R)).
congr nat_of_bool; case: (ltnP i n) => h.
  by rewrite modn_small // eqSS.
have -> : i = n :> nat by have := ltn_ord i; lia.
by rewrite modnn; lia.
Qed.

(** KL, Theorem 1, for whole numbers: cyclic noise is alpha-DP under moves to a neighbour. *)
Theorem cyclic_private f v : (f < n)%N -> forall ms event,
  let s := unit_at (inord f.+1 : 'I_n.+1) in
  a * chance cyclic_map (noise (R:=R) a) ms event (move f v) <=
    chance cyclic_map (noise a) [seq m + s | m <- ms] event v /\
  a * chance cyclic_map (noise a) ms event v <=
    chance cyclic_map (noise a) [seq m - s | m <- ms] event (move f v).
Proof.
move=> fn ms event s; have := shift_private a_gt0 a_lt1 (A := cyclic_map) (s := s) (v := move f v).
by rewrite length_unit expr1; apply; apply: cyclic_unit.
Qed.

(** NEW-6: without L_0, along a path. *)
Definition variable (L : {ffun 'I_n -> int}) (k : nat) : int :=
  if insub k is Some i then L i else 0.
Definition path (L : {ffun 'I_n -> int}) : bins :=
  [ffun i : 'I_n.+1 => (if i == 0%N :> nat then 0 else variable L i.-1) - variable L i].

Lemma variable_sub x y k : variable (x - y) k = variable x k - variable y k.
Proof. by rewrite /variable; case: insub => [i|]; rewrite ?subr0 // !ffunE. Qed.

Lemma path_additive : additive path.
Proof.
move=> x y; apply/ffunP => i; rewrite !ffunE !variable_sub.
by case: ifP => _; rewrite ?sub0r ?subr0 !opprD !opprK ?oppr0 ?add0r // addrACA.
Qed.
Canonical path_map := Additive path_additive.

Lemma variable_unit f (fn : (f < n)%N) k : variable (unit_at (Ordinal fn)) k = (k == f)%:R.
Proof.
rewrite /variable; case: insubP => [i _ ik|]; first by rewrite ffunE -val_eqE /= ik.
by rewrite -leqNgt => h; rewrite (gtn_eqF (leq_trans fn h)).
Qed.

Lemma path_unit f (fn : (f < n)%N) v : move f v = v + path (unit_at (Ordinal fn)).
Proof.
apply/ffunP => i; rewrite !ffunE !variable_unit -addrA; congr (_ + (_ - _)).
by case: ifP => [/eqP->|i0] //; congr ((nat_of_bool _)%:R); lia.
Qed.

Theorem acyclic_private f v (fn : (f < n)%N) : forall ms event,
  let s := unit_at (Ordinal fn) in
  a * chance path_map (noise (R:=R) a) ms event (move f v) <=
    chance path_map (noise a) [seq m + s | m <- ms] event v /\
  a * chance path_map (noise a) ms event v <=
    chance path_map (noise a) [seq m - s | m <- ms] event (move f v).
Proof.
move=> ms event s; have := shift_private a_gt0 a_lt1 (A := path_map) (s := s) (v := move f v).
by rewrite length_unit expr1; apply; apply: path_unit.
Qed.

(** A hierarchy: every node of every level answers how many individuals are below it, with noise
    of its own. [node l i] is the node of level [l] over bin [i]; a move changes two nodes of a
    level at most. With [k] levels that is private at alpha^(2k). *)
Variables (k : nat) (N : finType) (node : 'I_k -> 'I_n.+1 -> N).

Definition below (v : bins) : {ffun 'I_k * N -> int} :=
  [ffun x => \sum_(i | node x.1 i == x.2) v i].

Definition added := [additive of @idfun [zmodType of {ffun 'I_k * N -> int}]].

Theorem hierarchical_private (f g : 'I_n.+1) (v : bins) : forall ms event,
  let v' : bins := [ffun i => v i + (i == g)%:R - (i == f)%:R] in
  let s := below v' - below v in
  a ^+ (2 * k) * chance added (noise (R:=R) a) ms event (below v') <=
    chance added (noise a) [seq m + s | m <- ms] event (below v) /\
  a ^+ (2 * k) * chance added (noise a) ms event (below v) <=
    chance added (noise a) [seq m - s | m <- ms] event (below v').
Proof.
move=> ms event v' s; have e : below v' = below v + added s by rewrite /= addrC subrK.
have [h1 h2] := shift_private a_gt0 a_lt1 e ms event.
have noise0 m : 0 <= noise a m :> R.
  by rewrite noiseE mulr_ge0 ?factor_ge0 // exprn_ge0 // ltW.
have chance0 w : 0 <= chance added (noise (R:=R) a) ms event w by apply: sumr_ge0.
have len : (length s <= 2 * k)%N.
  rewrite /length; have -> : (\sum_x `|s x| = \sum_(l < k) \sum_y `|s (l, y)|)%N.
    by rewrite pair_bigA; apply: eq_bigr => -[].
  rewrite mulnC -[k in leqRHS]card_ord -sum_nat_const; apply: leq_sum => l _.
  have part y : (`|s (l, y)| <= (node l g == y) + (node l f == y))%N.
    rewrite /s !ffunE /= -sumrB.
    rewrite (eq_bigr (fun i => (i == g)%:R - (i == f)%:R)); last first.
      by move=> i _; rewrite !ffunE addrAC [v i + _]addrC addrK.
    rewrite sumrB; have one (h : 'I_n.+1) :
        \sum_(i | node l i == y) (i == h)%:R = (node l h == y)%:R :> int.
      case: eqP => ny; last by rewrite big1 // => i /eqP e'; case: eqP => // ih; case: ny; rewrite -ih.
      by rewrite (bigD1 h) ?ny ?eqxx //= ?eqxx big1 ?addr0 // => i /andP[_ /negbTE->].
    by rewrite !one; case: eqP => _; case: eqP => _.
  apply: (@leq_trans (\sum_y ((node l g == y) + (node l f == y)))); first exact: leq_sum.
  have one (z : N) : (\sum_y (z == y) = 1)%N.
    rewrite (bigD1 z) //= eqxx big1 // => y /negbTE.
    by rewrite eq_sym => ->.
  by rewrite big_split /= !one.
have a2 : a ^+ (2 * k) <= a ^+ length s by rewrite ler_wiexpn2l // ltW.
by split; [apply: le_trans h1|apply: le_trans h2]; rewrite ler_wpmul2r.
Qed.
End Releases.
