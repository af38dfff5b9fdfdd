(** * Filling columns with scales: Algorithms 1 and 2

    Section 5 of _Preserving Target Distributions With Differentially Private Count Mechanisms_
    (KL). Both algorithms add amounts of scales to columns; what is kept by each pass, and what
    therefore holds at the end. In Python: [mechanisms/keeping/algorithm_1.py],
    [mechanisms/keeping/unfixed.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM Derivability Scales.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Algorithm_1.
Variables (R : realFieldType) (n : nat) (a : R) (z : nat -> R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Hypotheses (z_ge0 : forall i, (i <= n)%N -> 0 <= z i) (z_sum : \sum_(i < n.+1) z i = 1).
Implicit Types (A : nat -> nat -> R) (r c s : nat -> R) (p : nat -> bool) (y : R).

(** A vector against the law. *)
Definition share s := \sum_(i < n.+1) z i * s i.

(** The state: A, what its rows lack and what its columns lack. What is kept (section 5.2): the
    columns and [r] are as alpha allows, and no column has too much. *)
Definition kept A r c := [/\ forall j, (j <= n)%N -> indist n a (A^~ j),
  indist n a r, forall i, (i <= n)%N -> r i = 1 - \sum_(j < n.+1) A i j,
  forall j, (j <= n)%N -> c j = z j - share (A^~ j) & forall j, (j <= n)%N -> 0 <= c j].

(** Line 1. *)
Lemma kept_start : kept (fun _ _ => 0) (fun=> 1) z.
Proof.
split=> //.
- by move=> j _ i _; rewrite mulr0.
- by move=> i _; rewrite mulr1 ltW.
- by move=> i _; rewrite big1 ?subr0.
by move=> j _; rewrite /share big1 ?subr0 // => i _; rewrite mulr0.
Qed.

(** Lines 7 to 9: an amount [y] of the scale of [p], for which [r] and [c k] have room, goes to
    column [k]; line 8 takes the largest. *)
Definition added A k p y i j := A i j + (if j == k then y * scale n a p i else 0).
Definition rows_less r p y i := r i - y * scale n a p i.
Definition columns_less c k p y j := c j - (if j == k then y * share (scale n a p) else 0).
Definition room r c k p y :=
  [/\ 0 <= y, indist n a (rows_less r p y) & y * share (scale n a p) <= c k].

Theorem kept_pass A r c k p y : (k <= n)%N -> kept A r c -> room r c k p y ->
  kept (added A k p y) (rows_less r p y) (columns_less c k p y).
Proof.
move=> kle [hA hr rA cA c0] [y0 fit low]; split=> //.
- move=> j jle; rewrite /added; case: eqP => _.
    by apply: indist_combination => //; [exact: hA|exact: scale_indist].
  by move=> i ilt; rewrite !addr0; apply: hA.
- move=> i ile; rewrite /rows_less rA // /added big_split /= opprD addrA; congr (_ - _).
  have klt : (k < n.+1)%N by [].
  rewrite (bigD1 (Ordinal klt)) //= eqxx big1 ?addr0 // => j.
  by rewrite -val_eqE /= => /negbTE->.
- move=> j jle; rewrite /columns_less cA // /share /added; case: eqP => [->|_].
    rewrite -addrA -opprD mulr_sumr -big_split; congr (_ - _).
    by apply: eq_bigr => i _ /=; rewrite mulrDr [y * _]mulrCA.
  by rewrite subr0; congr (_ - _); apply: eq_bigr => i _; rewrite addr0.
move=> j jle; rewrite /columns_less; case: eqP => [->|_]; last by rewrite subr0 c0.
by rewrite subr_ge0.
Qed.

(** Line 12: where no column lacks anything, A is in F: private, and it keeps the law. *)
Theorem ends_in_F A r c : kept A r c -> (forall j, (j <= n)%N -> c j = 0) ->
  F n a z A /\ forall i, (i <= n)%N -> r i = 0.
Proof.
move=> [hA hr rA cA c0] done_.
have law j : (j <= n)%N -> share (A^~ j) = z j.
  by move=> jle; have := cA j jle; rewrite done_ // => /esym/subr0_eq.
have r0 := indist_ge0 a_gt0 a_lt1 n_gt0 hr.
have none : \sum_(i < n.+1) z i * r i = 0.
  rewrite (eq_bigr (fun i : 'I_n.+1 => z i - \sum_(j < n.+1) z i * A i j)); last first.
    by move=> i _; rewrite rA ?le_ord // mulrBr mulr1 mulr_sumr.
  rewrite sumrB z_sum exchange_big /= -z_sum -sumrB big1 // => j _.
  by rewrite -{1}(law j (le_ord j)) subrr.
have zero i : (i <= n)%N -> r i = 0.
  have [k kz] : exists k : 'I_n.+1, z k != 0.
    apply/existsP; case: existsP => // no; move: z_sum; rewrite big1 => [/eqP|k _].
      by rewrite eq_sym oner_eq0.
    by apply/eqP/negPn/negP => h; apply: no; exists k.
  have rk : r k = 0.
    have part (m : 'I_n.+1) : true -> 0 <= z m * r m by rewrite mulr_ge0 ?z_ge0 ?r0 ?le_ord.
    have := psumr_eq0P part none (i := k) isT; move/eqP.
    by rewrite mulf_eq0 (negbTE kz) => /eqP.
  by apply: (indist_zero a_gt0 r0 hr (le_ord k) rk).
split=> //; split=> //; split; last exact/private_columns.
split=> [i j ile jle|i ile]; first exact: (indist_ge0 a_gt0 a_lt1 n_gt0 (hA j jle)).
by have := rA i ile; rewrite zero // => /esym/subr0_eq.
Qed.

End Algorithm_1.

(** ** Algorithm 2: column [l] of GM goes to column [place l]

    Observation 3: an amount of scale [l] is column [l] of GM. After [l] passes: *)
Section Algorithm_2.
Variables (R : realFieldType) (n : nat) (a : R) (place : nat -> nat).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Hypothesis places : forall l, (l <= n)%N -> (place l <= n)%N.

Definition placed (m : nat) i j : R := \sum_(l < m | place l == j) GM n a i l.

(** Every pass keeps the columns as alpha allows, and the rows have what GM's first columns
    have: line 3 as printed stops with the last one missing. *)
Theorem placed_kept m : (m <= n.+1)%N ->
  (forall j, indist n a (placed m ^~ j)) /\
  (forall i, (i <= n)%N -> \sum_(j < n.+1) placed m i j = 1 - \sum_(m <= l < n.+1) GM n a i l).
Proof.
move=> mle; split=> [j i ilt|i ile].
  rewrite /placed !mulr_sumr.
  split; apply: ler_sum => l _; have lle : (l <= n)%N by rewrite -ltnS (leq_trans _ mle).
    by have [] := GM_private n_gt0 a_gt0 a_lt1 ilt lle.
  by have [] := GM_private n_gt0 a_gt0 a_lt1 ilt lle.
rewrite -(GM_rows n_gt0 a_gt0 ile) -(big_mkord xpredT (GM n a i)).
rewrite (big_cat_nat _ _ _ _ mle) //= addrK big_mkord /placed.
rewrite (exchange_big_dep xpredT) //=; apply: eq_bigr => l _.
have ll : (l <= n)%N by rewrite -ltnS (leq_trans _ mle).
have lt : (place l < n.+1)%N by rewrite ltnS places.
by rewrite (big_pred1 (Ordinal lt)) // => j; rewrite /= -val_eqE /= eq_sym.
Qed.

(** With all of them placed it is a private mechanism. *)
Corollary placed_private : U n a (placed n.+1).
Proof.
have [h rows] := placed_kept (leqnn n.+1); split; last by apply/private_columns => j _.
split=> [i j ile jle|i ile]; first exact: (indist_ge0 a_gt0 a_lt1 n_gt0 (h j)).
by rewrite rows // big_geq ?subr0.
Qed.
End Algorithm_2.
