(** * The uniform mechanism, tilted by whole numbers

    A private kernel at every alpha in (0,1) whose properties are read off whole numbers: every
    inequality of every property holds of the uniform mechanism with equality, so that the tilt
    decides. In Python: [proofs/deciding/patterns.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A row of whole numbers, most of them 0: its places and what stands there. *)
Definition row := seq (nat * int).
Definition value (r : row) (j : nat) : int :=
  foldr (fun c s => (if j == c.1 then c.2 else 0) + s) 0 r.
Definition total (r : row) : int := foldr (fun c s => c.2 + s) 0 r.

(** The uniform mechanism, tilted. *)
Definition tilted (R : realFieldType) (n : nat) (a : R) (T : nat -> row) (i j : nat) : R :=
  (1 + (1 - a) / 4%:R * (value (T i) j)%:~R) / n.+1%:R.

(** What a property demands of the tilt. *)
Definition meets (n : nat) (p : property) (D : nat -> nat -> int) : Prop :=
  match p with
  | RH => forall i j, (i <= n)%N -> (j <= n)%N -> D i j <= D j j
  | RM => forall i j, (i < n)%N -> (j <= n)%N ->
      if (i < j)%N then D i j <= D i.+1 j else D i.+1 j <= D i j
  | CH => forall i j, (i <= n)%N -> (j <= n)%N -> D i j <= D i i
  | CM => forall i j, (i <= n)%N -> (j < n)%N ->
      if (j < i)%N then D i j <= D i j.+1 else D i j.+1 <= D i j
  | F => forall i j, (i <= n)%N -> (j <= n)%N -> D i i = D j j
  | WH => forall i, (i <= n)%N -> 0 <= D i i
  | S => forall i j, (i <= n)%N -> (j <= n)%N -> D i j = D (n - i)%N (n - j)%N
  end.

(** Rows that can be added to the uniform mechanism. *)
Definition tilt (n : nat) (T : nat -> row) := forall i, (i <= n)%N ->
  [/\ total (T i) = 0, all (fun c => c.1 <= n)%N (T i)
    & forall j, -2%:Z <= value (T i) j /\ value (T i) j <= 2%:Z].

Lemma spread (R : realFieldType) (a x y : R) : 0 < a -> a < 1 -> x <= 2%:R -> - 2%:R <= y ->
  a * (1 + (1 - a) / 4%:R * x) <= 1 + (1 - a) / 4%:R * y.
Proof.
move=> a0 a1 xle yle; have q : 0 <= (1 - a) * (1 - a) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have h0 : 0 <= (1 - a) / 4%:R by rewrite divr_ge0 ?ler0n // subr_ge0 ltW.
have gx := ler_wpmul2l (mulr_ge0 (ltW a0) h0) xle; have gy := ler_wpmul2l h0 yle.
have half : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
by linear ((half *! q) +! gx +! gy).
Qed.

Section Tilted.
Variables (R : realFieldType) (n : nat) (a : R) (T : nat -> row).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Let D i j := value (T i) j.
Let h : R := (1 - a) / 4%:R.
Let N_gt0 : (0 : R) < n.+1%:R. Proof. by rewrite ltr0n. Qed.
Let h_gt0 : 0 < h. Proof. by rewrite divr_gt0 ?subr_gt0 ?ltr0n. Qed.

Lemma tilted_le i j k m : (tilted n a T i j <= tilted n a T k m) = (D i j <= D k m).
Proof. by rewrite /tilted ler_pmul2r ?invr_gt0 // ler_add2l ler_pmul2l // ler_int. Qed.

Lemma tilted_has p : has n p (tilted n a T) <-> meets n p D.
Proof.
have eqE i j k m : tilted n a T i j = tilted n a T k m <-> D i j = D k m.
  by split=> /eqP e; apply/eqP; move: e; rewrite !eq_le !tilted_le.
have whE i : (n.+1%:R^-1 <= tilted n a T i i) = (0 <= D i i).
  rewrite /tilted -[X in X <= _]mul1r ler_pmul2r ?invr_gt0 // ler_addl.
  by rewrite pmulr_rge0 // ler0z.
case: p; split=> g i; try (move=> j hi hj; move: (g i j hi hj)); try (move=> hi; move: (g i hi));
  by rewrite ?tilted_le ?whE ?eqE.
Qed.

Lemma value_sum (r : row) : all (fun c => c.1 <= n)%N r ->
  \sum_(j < n.+1) value r j = total r.
Proof.
elim: r => [|c r IH] /=; first by rewrite big1.
case/andP=> le /IH <-; rewrite big_split /=; congr (_ + _).
rewrite -ltnS in le; rewrite (bigD1 (Ordinal le)) //= eqxx big1 ?addr0 // => j.
by rewrite -val_eqE /= => /negbTE ->.
Qed.

Hypothesis tiltT : tilt n T.

Lemma tilted_stochastic : stochastic n (tilted n a T).
Proof.
split=> [i j /tiltT[_ _ /(_ j)[lo _]] _|i /tiltT[t0 le _]].
  rewrite /tilted divr_ge0 ?ler0n //.
  have : - 2%:R <= (value (T i) j)%:~R :> R by rewrite -[2%:R]/(2%:~R) -mulrNz ler_int.
  move=> /(ler_wpmul2l (ltW h_gt0)) g; have a0 := ltW a_gt0.
  have half : 0 <= 1 - h - h.
    have -> : 1 - h - h = (1 + a) / 2%:R by rewrite /h; field.
    by rewrite divr_ge0 ?ler0n // addr_ge0 // ler01.
  by rewrite -/h; linear (g +! half).
rewrite /tilted -mulr_suml big_split /= sumr_const card_ord -mulr_sumr.
by rewrite -rmorph_sum value_sum // t0 mulr0 addr0 divff // lt0r_neq0.
Qed.

Lemma tilted_private : private n a (tilted n a T).
Proof.
have step (x y : int) : x <= 2%:Z -> -2%:Z <= y ->
    a * ((1 + h * x%:~R) / n.+1%:R) <= (1 + h * y%:~R) / n.+1%:R.
  move=> xle yle; rewrite mulrA ler_pmul2r ?invr_gt0 //.
  by apply: spread; rewrite // -[2%:R]/(2%:~R) -?mulrNz ler_int.
by move=> i j lt _; split; apply: step; have [//|_ _ /(_ j)[]] := tiltT (i := i); try lia;
  have [//|_ _ /(_ j)[]] := tiltT (i := i.+1).
Qed.
End Tilted.
