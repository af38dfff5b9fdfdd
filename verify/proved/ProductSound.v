(** * Products: followed by a kernel, or by none *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Document Arith Meaning RowsSound FormsSound.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Products.
Variable R : realFieldType.
Notation z2r := (@z2r R). Notation entries := (@entries R).

Lemma same_shapeP K L : same_shape K L -> height L = height K /\ width L = width K.
Proof. by case/andP=> /Nat.eqb_eq -> /Nat.eqb_eq ->. Qed.
Lemma same_sound K L : (0 <? den K)%Z -> (0 <? den L)%Z -> differ K L = false ->
  Meaning.same (height K) (width K) (entries K) (entries L).
Proof.
move=> k0 l0 /some_belowN h i j hi hj; have /some_belowN /(_ j hj) := h i hi.
move/negbFE; rewrite (z2r_eq R) !z2r_mul (entries_num R k0) (entries_num R l0) mulrAC.
have n (z : Z) : (0 <? z)%Z -> z2r z != 0 by rewrite (z2r_lt R) z2r0 => /lt0r_neq0.
by move/eqP/(mulIf (n _ k0))/(mulIf (n _ l0)).
Qed.

Lemma product_accepted K A B : height B = width A -> same_shape K (product A B) ->
  kernel_ok B && (0 <? den K)%Z && (0 <? den (product A B))%Z && negb (differ K (product A B)) ->
  derived (height K) (width A) (width K) (entries A) (entries K).
Proof.
move=> hB /same_shapeP[hA wB] /andP[/andP[/andP[kB k0] c0] /negbTE h].
have {}hA : height A = height K := hA; have {}wB : width B = width K := wB.
have := kernel_sound R kB; rewrite hB wB => kT; exists (entries B); first by [].
by move=> i j hi hj; rewrite (same_sound k0 c0 h hi hj) product_entries ?hB ?hA ?wB.
Qed.

Lemma transpose_entries A k i : (k < width A)%N -> (i < height A)%N ->
  entries (transpose A) k i = entries A i k.
Proof. by move=> hk hi; rewrite /Meaning.entries /transpose entry_matrix. Qed.

Lemma separates_accepted K A W : same_shape K W -> height K = height A ->
  (0 <? den K)%Z && (0 <? den A)%Z && (0 <? den W)%Z && separates W K A ->
  ~ derived (height K) (width A) (width K) (entries A) (entries K).
Proof.
move=> /same_shapeP[hW wW] hA /andP[/andP[/andP[k0 a0] w0] sep] [T [T0 T1] eP].
have pos (z : Z) : (0 <? z)%Z -> 0 < z2r z by rewrite (z2r_lt R) z2r0.
set G := product (transpose A) W in sep.
pose most k := z2r (greatest_in G k) / z2r (den G).
have g0 : 0 < z2r (den G) by rewrite z2r_mul mulr_gt0 ?pos.
have gE k j : (k < width A)%N -> (j < width K)%N ->
    entries G k j = \sum_(i < height K) entries A i k * entries W i j.
  move=> hk hj; rewrite /G product_entries ?wW // hW; apply: eq_bigr => i _.
  by rewrite transpose_entries // -hA.
have le k j : (k < width A)%N -> (j < width K)%N -> entries G k j <= most k.
  move=> hk hj; rewrite /most /Meaning.entries ler_pmul2r ?invr_gt0 // -z2r_le; apply/Z.leb_le.
  have [_ h _] := max_into (width G) (entry G k) (entry G k 0).
  by apply: h; rewrite wW.
set here := \sum_(i < height K) \sum_(j < width K) entries W i j * entries K i j.
have {}sep : \sum_(k < width A) most k < here.
  move: sep; rewrite /separates -/G (z2r_lt R) !z2r_mul !sum_belowE !z2r0 !add0r.
  have -> : \sum_(k < width A) z2r (greatest_in G k) = (\sum_(k < width A) most k) * z2r (den G).
    by rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulfVK // lt0r_neq0.
  have -> : \sum_(i < height K) z2r (sum_below (width K) (fun j => entry W i j * entry K i j)%Z 0) =
      here * (z2r (den W) * z2r (den K)).
    rewrite mulr_suml; apply: eq_bigr => i _; rewrite sum_belowE z2r0 add0r mulr_suml.
    apply: eq_bigr => j _; rewrite z2r_mul (entries_num R w0) (entries_num R k0).
    by move: (entries W i j) (entries K i j) => a b; ring.
  have -> : z2r (den G) = z2r (den A) * z2r (den W) by rewrite -z2r_mul.
  have p : 0 < z2r (den A) * z2r (den W) * z2r (den K) by rewrite !mulr_gt0 ?pos.
  rewrite -mulrA [here * _ * _](_ : _ = here * (z2r (den A) * z2r (den W) * z2r (den K))); last by ring.
  by rewrite ltr_pmul2r.
suff : here <= \sum_(k < width A) most k by rewrite leNgt sep.
have -> : here = \sum_(k < width A) \sum_(j < width K) T k j * entries G k j.
  transitivity (\sum_(i < height K) \sum_(j < width K) \sum_(k < width A) T k j * (entries A i k * entries W i j)).
    apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite eP // mulr_sumr; apply: eq_bigr => k _.
    by move: (T k j) (entries A i k) (entries W i j) => a b c; ring.
  rewrite exchange_big [RHS]exchange_big; apply: eq_bigr => j _; rewrite exchange_big.
  by apply: eq_bigr => k _; rewrite gE // mulr_sumr.
apply: ler_sum => k _; rewrite -[leRHS]mul1r -(T1 k) // mulr_suml; apply: ler_sum => j _.
by rewrite ler_wpmul2l ?T0 ?le.
Qed.
End Products.
