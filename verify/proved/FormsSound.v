(** * Forms of kernels: the integers over one denominator are what the form says *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Levels Document Arith Meaning.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Forms.
Variable R : realFieldType.
Notation z2r := (@z2r R). Notation q2r := (@q2r R). Notation entries := (@entries R).

(** ** Common denominators *)

Lemma into_multiple (f : nat -> Z -> Z) (d : nat -> Z) n a :
  (forall i b, (0 < b)%Z -> [/\ (0 < f i b)%Z, (b | f i b)%Z & (d i | f i b)%Z]) -> (0 < a)%Z ->
  [/\ (0 < into n f a)%Z, (a | into n f a)%Z & forall i, (i < n)%N -> (d i | into n f a)%Z].
Proof.
move=> h; elim: n a => [|n IH] a a0 /=; first by split=> //; apply: Z.divide_refl.
have [f0 fa fd] := h n a a0; have [i0 ia id] := IH _ f0; split=> //.
  exact: Z.divide_trans fa ia.
move=> i; rewrite ltnS leq_eqVlt => /orP[/eqP -> |/id //].
exact: Z.divide_trans fd ia.
Qed.
Lemma den_pos q : (0 < den_of q)%Z. Proof. by []. Qed.
Lemma get_beyond A (x : A) a j : (arr_size a <= j)%N -> arr_get x a j = x.
Proof. by move=> h; rewrite /arr_get lnthE nth_default. Qed.

Lemma lcm_of_arrP a acc : (0 < acc)%Z ->
  [/\ (0 < lcm_of_arr a acc)%Z, (acc | lcm_of_arr a acc)%Z &
    forall j, (den_of (arr_get 0%Q a j) | lcm_of_arr a acc)%Z].
Proof.
move=> a0; rewrite /lcm_of_arr.
have [|p d h] := @into_multiple (fun i acc => lcm_with acc (den_of (arr_get 0%Q a i)))
    (fun j => den_of (arr_get 0%Q a j)) (arr_size a) acc _ a0.
  move=> i b b0; split; [exact: lcm_with_pos|exact: lcm_with_old|exact: lcm_with_new].
split=> // j; case: (ltnP j (arr_size a)) => [/h //|le].
by rewrite get_beyond //; apply: Z.divide_1_l.
Qed.
Lemma dense_denP I rows : let D := dense_den I rows in (0 < D)%Z /\
  forall i j, (i < I)%N -> (den_of (arr_get 0%Q (arr_get (arr_of nil) rows i) j) | D)%Z.
Proof.
have D0 : (0 < dense_den I rows)%Z.
  have [|//] := @into_multiple (fun i acc => lcm_of_arr (arr_get (arr_of nil) rows i) acc) (fun=> 1%Z) I 1%Z _ Z.lt_0_1.
  by move=> i b b0; have [? ? _] := lcm_of_arrP (arr_get (arr_of nil) rows i) b0; split=> //; apply: Z.divide_1_l.
split=> // i j hi.
have [|_ _ h] := @into_multiple (fun i acc => lcm_of_arr (arr_get (arr_of nil) rows i) acc)
    (fun i => den_of (arr_get 0%Q (arr_get (arr_of nil) rows i) j)) I 1%Z _ Z.lt_0_1.
  by move=> k b b0; have [? ? ?] := lcm_of_arrP (arr_get (arr_of nil) rows k) b0; split.
exact: h.
Qed.

Lemma over_sound D q : (0 < D)%Z -> (den_of q | D)%Z -> z2r (Base.over D q) / z2r D = q2r q.
Proof.
move=> D0 h; have e := div_back (den_pos q) h; set k := (D / den_of q)%Z in e.
have k0 : z2r k != 0.
  apply: contraTneq (_ : z2r D != 0) => [k0|]; last first.
    by apply: lt0r_neq0; rewrite -(z2r0 R) -z2r_lt; apply/Z.ltb_lt.
  by rewrite -e z2r_mul k0 mulr0 eqxx.
by rewrite /Base.over -/k -{1}e !z2r_mul -mulf_div divff // mulr1.
Qed.

(** ** The forms *)

Lemma entry_matrix h w D f i j : (i < h)%N -> (j < w)%N -> entry (Kernels.matrix h w D f) i j = f i j.
Proof. by move=> hi hj; rewrite /entry /Kernels.matrix; cbn [nums]; rewrite get_table // get_table. Qed.

Lemma dense_over D h w rows i j : (0 < D)%Z -> (i < h)%N -> (j < w)%N ->
  (den_of (arr_get 0%Q (arr_get (arr_of nil) rows i) j) | D)%Z ->
  entries (dense D h w rows) i j = q2r (arr_get 0%Q (arr_get (arr_of nil) rows i) j).
Proof.
move=> D0 hi hj d; rewrite -(over_sound D0 d).
by rewrite /Meaning.entries /entry /dense; cbn [nums den]; rewrite get_table // get_table.
Qed.
Theorem dense_entries h w rows i j : (i < h)%N -> (j < w)%N ->
  entries (dense (dense_den h rows) h w rows) i j = q2r (arr_get 0%Q (arr_get (arr_of nil) rows i) j).
Proof. by move=> hi hj; have [D0 d] := dense_denP h rows; apply: dense_over => //; apply: d. Qed.

(** With undecided mass, over a denominator that it has too. *)
Theorem undecided_entries h w rows u i j : (i < h)%N -> (j < w)%N -> (i < arr_size u)%N ->
  let D := lcm_of_arr u (dense_den h rows) in let K := dense D h w rows in
  entries K i j = q2r (arr_get 0%Q (arr_get (arr_of nil) rows i) j) /\
  mass R K (arr_of (all_over D u)) i = q2r (arr_get 0%Q u i).
Proof.
move=> hi hj hu D K; have [d0 d] := dense_denP h rows; have [D0 dD uD] := lcm_of_arrP u d0.
split; first by apply: dense_over => //; apply: Z.divide_trans dD; apply: d.
rewrite -(over_sound D0 (uD i)) /mass /undecided_of; congr (z2r _ / _).
by apply: (get_table 0%Z (fun i => Base.over D (arr_get 0%Q u i)) hu).
Qed.

Theorem power_entries h w b (r c : arr Q) (e : nat -> nat -> nat) E i j :
  (i < h)%N -> (j < w)%N -> (e i j <= E)%N ->
  entries (power h w b r c e E) i j = q2r (arr_get 0%Q r i) * q2r (arr_get 0%Q c j) * q2r b ^+ e i j.
Proof.
move=> hi hj eE.
have [R0 _ rd] := lcm_of_arrP r Z.lt_0_1; have [C0 _ cd] := lcm_of_arrP c Z.lt_0_1.
suff go : z2r (Base.over (lcm_of_arr r 1) (arr_get 0%Q r i) * Base.over (lcm_of_arr c 1) (arr_get 0%Q c j) *
    (zpow (Qnum b) (e i j) * zpow (den_of b) (E - e i j)))%Z /
    z2r (lcm_of_arr r 1 * lcm_of_arr c 1 * zpow (den_of b) E)%Z =
    q2r (arr_get 0%Q r i) * q2r (arr_get 0%Q c j) * q2r b ^+ e i j.
  rewrite -{}go /Meaning.entries /power; case: (Nat.leb E _).
    by rewrite entry_matrix // !get_table.
  by rewrite entry_matrix // !get_table.
rewrite -(over_sound R0 (rd i)) -(over_sound C0 (cd j)).
set x := Base.over _ _; set y := Base.over _ _.
rewrite !z2r_mul !z2r_pow /q2r; set p := z2r (Qnum b); have := z2r_nz R (Qden b).
rewrite -/(den_of b); set q := z2r (den_of b) => q0.
have -> : q ^+ E = q ^+ e i j * q ^+ (E - e i j) by rewrite -exprD subnKC.
have qe := expf_neq0 (e i j) q0; have qE := expf_neq0 (E - e i j)%N q0.
rewrite expr_div_n; have nz z : (0 < z)%Z -> z2r z != 0.
  by move=> /Z.ltb_lt; rewrite (z2r_lt R) z2r0 => /lt0r_neq0.
have r0 := nz _ R0; have c0 := nz _ C0.
move: (z2r x) (z2r y) (z2r _) (z2r _) (p ^+ _) (q ^+ _) (q ^+ _) r0 c0 qe qE.
by move=> a a' s s' u v v' s0 s0' v0 v0'; field; rewrite s0 s0' v0 v0'.
Qed.

Lemma sum_nonzero n (f : nat -> Z) (a : nat -> R) l :
  \sum_(kw <- into n (fun k l => let w := f k in if (w =? 0)%Z then l else (k, w) :: l) l) a kw.1 * z2r kw.2 =
  \sum_(k < n) a k * z2r (f k) + \sum_(kw <- l) a kw.1 * z2r kw.2.
Proof.
elim: n l => [|n IH] l; first by rewrite big_ord0 add0r.
cbn [into]; rewrite IH big_ord_recr /= -addrA; congr (_ + _).
by case: Z.eqb_spec => [->|_]; [rewrite z2r0 mulr0 add0r | rewrite big_cons].
Qed.

Theorem product_entries A B i j : (i < height A)%N -> (j < width B)%N ->
  entries (product A B) i j = \sum_(k < height B) entries A i k * entries B k j.
Proof.
move=> hi hj; rewrite /Meaning.entries /product entry_matrix // get_table //; cbn [den Kernels.matrix].
rewrite fold_leftE z2r_mul.
have -> : forall l s, z2r (foldl (fun s kw => s + arr_get 0%Z (arr_get (arr_of nil) (nums A) i) kw.1 * kw.2)%Z s l) =
    z2r s + \sum_(kw <- l) z2r (entry A i kw.1) * z2r kw.2.
  elim=> [|kw l IH] s /=; first by rewrite big_nil addr0.
  by rewrite IH z2r_add z2r_mul big_cons addrA.
rewrite z2r0 add0r (sum_nonzero _ (fun k => entry B k j) (fun k => z2r (entry A i k))) big_nil addr0 mulr_suml; apply: eq_bigr => k _.
by rewrite mulf_div.
Qed.
End Forms.
