(** * The checker's numbers, loops and maps, as mathcomp sees them *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Lemma forallbE T (f : T -> bool) l : List.forallb f l = all f l.
Proof. by elim: l => //= x l ->. Qed.
Lemma lnthE T (x : T) l i : List.nth i l x = nth x l i.
Proof. by elim: l i => [|y l IH] [|i] //=. Qed.
Lemma fold_leftE A B (f : A -> B -> A) l a : List.fold_left f l a = foldl f a l.
Proof. by elim: l a => //= x l IH a; rewrite IH. Qed.
Lemma rev_appendE T (l m : seq T) : List.rev_append l m = catrev l m.
Proof. by elim: l m => //= x l IH m; rewrite IH. Qed.

Lemma bindP A B (a : res A) (f : A -> res B) b : bind a f = Ok b -> exists2 x, a = Ok x & f x = Ok b.
Proof. by case: a => //= x; exists x. Qed.
Lemma needP b w u : need b w = Ok u -> b.
Proof. by case: b. Qed.

Lemma bind_need A b w (f : unit -> res A) r : bind (need b w) f = Ok r -> b /\ f tt = Ok r.
Proof. by case: b. Qed.

Lemma all_belowP n f : all_below n f -> forall i, (i < n)%N -> f i.
Proof.
elim: n => //= n IH; case E: (f n) => // /IH h i; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|].
exact: h.
Qed.
Lemma some_belowP n f : some_below n f -> exists2 i, (i < n)%N & f i.
Proof.
elim: n => //= n IH; case E: (f n) => h; first by exists n.
by have [i hi fi] := IH h; exists i => //; apply: ltnW.
Qed.

Lemma some_belowN n f : some_below n f = false -> forall i, (i < n)%N -> f i = false.
Proof.
elim: n => //= n IH; case E: (f n) => // /IH h i; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|].
exact: h.
Qed.
Lemma max_into n (f : nat -> Z) a : let v := into n (fun i m => Z.max m (f i)) a in
  [/\ (a <= v)%Z, (forall i, (i < n)%N -> (f i <= v)%Z) & v = a \/ exists2 i, (i < n)%N & v = f i].
Proof.
elim: n a => [|n IH] a /=; first by split=> //; [lia|left].
have [h1 h2 h3] := IH (Z.max a (f n)); split; first by lia.
  by move=> i; rewrite ltnS leq_eqVlt => /orP[/eqP -> |/h2 //]; lia.
case: h3 => [->|[i hi ->]]; last by right; exists i => //; apply: ltnW.
by case: (Z.max_spec a (f n)) => -[_ ->]; [right; exists n|left].
Qed.

Lemma tabE A n (f : nat -> A) acc : tab n f acc = map f (iota 0 n) ++ acc.
Proof.
elim: n acc => //= n IH acc; rewrite IH -cat_rcons -map_rcons.
by rewrite -cats1 -[X in [:: X]]add0n -(iotaD 0 n 1) addn1.
Qed.
Lemma get_table A (d : A) n f i : (i < n)%N -> arr_get d (table n f) i = f i.
Proof.
move=> h; rewrite /arr_get lnthE /table /arr_of tabE cats0 (nth_map 0%N) ?size_iota //.
by rewrite nth_iota.
Qed.

Lemma find_update_in A f f' k k' (g : option A -> A) t : (k < f)%N -> (k' < f')%N ->
  find_in f' k' (update_in f k g t) = if k == k' then Some (g (find_in f k t)) else find_in f' k' t.
Proof.
have two x : x.+1 = (2 * Nat.div2 x.+1 + Nat.b2n (Nat.odd x.+1))%N by rewrite {1}(Nat.div2_odd x.+1).
have bit x : (Nat.b2n (Nat.odd x.+1) <= 1)%N by case: (Nat.odd _).
have half x y : (x.+1 < y.+1)%N -> (Nat.div2 x.+1 < y)%N /\ (Nat.pred (Nat.div2 x.+1) < y)%N.
  by move: (two x) (bit x) => h b; lia.
have odds x y : Nat.odd x.+1 -> Nat.odd y.+1 -> (x.+1 == y.+1) = (Nat.div2 x.+1 == Nat.div2 y.+1).
  by move=> o o'; move: (two x) (two y); rewrite o o' /=; lia.
have evens x y : Nat.odd x.+1 = false -> Nat.odd y.+1 = false ->
  (x.+1 == y.+1) = (Nat.pred (Nat.div2 x.+1) == Nat.pred (Nat.div2 y.+1)).
  by move=> o o'; move: (two x) (two y); rewrite o o' /=; lia.
have mixed x y : Nat.odd x.+1 <> Nat.odd y.+1 -> (x.+1 == y.+1) = false.
  by move=> h; apply/eqP => -[e]; apply: h; rewrite e.
elim: f f' k k' t => [|f IH] [|f'] k k' t //; case: k => [|k]; case: k' => [|k'] kf kf'.
- by case: t.
- by case: t => [|l v r] //=; case: f' kf' => //= f' _; case: ifP.
- by case: t => [|l v r] /=; case: ifP.
have [h1 h2] := half _ _ kf; have [h1' h2'] := half _ _ kf'.
have E l : find_in f' l (@Leaf A) = None by case: (f').
have E' l : find_in f l (@Leaf A) = None by case: (f).
case: t => [|l v r]; cbn [find_in update_in Nat.eqb]; case o: (Nat.odd k.+1); case o': (Nat.odd k'.+1);
  cbn [find_in Nat.eqb]; rewrite ?o' ?IH ?E ?E' //; try (by rewrite mixed // o o').
- by rewrite (odds _ _ o o').
- by rewrite (evens _ _ o o').
- by rewrite (odds _ _ o o').
- by rewrite (evens _ _ o o').
Qed.
Lemma find_update A k k' (g : option A -> A) t :
  Base.find k' (update k g t) = if k == k' then Some (g (Base.find k t)) else Base.find k' t.
Proof. exact: find_update_in. Qed.
Lemma find_leaf A k : Base.find k (@Leaf A) = None. Proof. by []. Qed.
Lemma coef_add t k z k' : coef (add_to k z t) k' = (coef t k' + (if k == k' then z else 0))%Z.
Proof.
rewrite /coef /add_to find_update; case: eqP => [<-|_]; last by rewrite Z.add_0_r.
by case: Base.find => //=; lia.
Qed.

Section Numbers.
Variable R : realFieldType.

Definition z2r (z : Z) : R := (int_of_Z z)%:~R.
Definition q2r (q : Q) : R := z2r (Qnum q) / z2r (Zpos (Qden q)).

Lemma z2r_add x y : z2r (x + y) = z2r x + z2r y.
Proof. by rewrite /z2r -intrD -(rmorphD [rmorphism of int_of_Z]). Qed.
Lemma z2r_mul x y : z2r (x * y) = z2r x * z2r y.
Proof. by rewrite /z2r -intrM -(rmorphM [rmorphism of int_of_Z]). Qed.
Lemma z2r_opp x : z2r (- x) = - z2r x.
Proof. by rewrite /z2r -mulrNz -(rmorphN [rmorphism of int_of_Z]). Qed.
Lemma z2r_sub x y : z2r (x - y) = z2r x - z2r y.
Proof. by rewrite z2r_add z2r_opp. Qed.
Lemma z2r_le x y : (x <=? y)%Z = (z2r x <= z2r y).
Proof. by rewrite /z2r ler_int; lia. Qed.
Lemma z2r_lt x y : (x <? y)%Z = (z2r x < z2r y).
Proof. by rewrite /z2r ltr_int; lia. Qed.
Lemma z2r_eq x y : (x =? y)%Z = (z2r x == z2r y).
Proof. by rewrite /z2r eqr_int; lia. Qed.
Lemma z2r0 : z2r 0 = 0. Proof. by []. Qed.
Lemma z2r1 : z2r 1 = 1. Proof. by []. Qed.
Lemma z2r_nat n : z2r (Z.of_nat n) = n%:R.
Proof. by rewrite /z2r (_ : int_of_Z _ = n%:Z) ?pmulrn //; lia. Qed.
Lemma z2r_pos p : 0 < z2r (Zpos p).
Proof. by rewrite /z2r ltr0z; lia. Qed.
Lemma z2r_nz p : z2r (Zpos p) != 0.
Proof. exact: lt0r_neq0 (z2r_pos p). Qed.
Lemma z2r_pow b e : z2r (zpow b e) = z2r b ^+ e.
Proof.
rewrite /zpow; elim: e => [|e IH]; first by rewrite expr0.
by rewrite Nat2Z.inj_succ Z.pow_succ_r ?z2r_mul ?IH ?exprS //; lia.
Qed.

Lemma q2r_le x y : (Qnum x * den_of y <=? Qnum y * den_of x)%Z = (q2r x <= q2r y).
Proof.
rewrite /q2r z2r_le !z2r_mul.
by rewrite ler_pdivl_mulr ?z2r_pos // mulrAC ler_pdivr_mulr ?z2r_pos.
Qed.
Lemma q2r_gt0 x : (0 <? Qnum x)%Z = (0 < q2r x).
Proof. by rewrite z2r_lt /q2r pmulr_lgt0 // invr_gt0 z2r_pos. Qed.
Lemma q2r_ge0 x : (0 <=? Qnum x)%Z = (0 <= q2r x).
Proof. by rewrite z2r_le /q2r pmulr_lge0 // invr_gt0 z2r_pos. Qed.
Lemma q2r_num q : z2r (Qnum q) = q2r q * z2r (den_of q).
Proof. by rewrite /q2r mulfVK // z2r_nz. Qed.

Lemma sum_belowE n f acc : z2r (sum_below n f acc) = z2r acc + \sum_(i < n) z2r (f i).
Proof.
elim: n acc => [|n IH] acc /=; first by rewrite big_ord0 addr0.
by rewrite IH z2r_add big_ord_recr /= -addrA; congr (_ + _); rewrite addrC.
Qed.

(** A common denominator is a multiple of each. *)
Lemma lcm_with_old a d : (a | lcm_with a d)%Z.
Proof. by rewrite /lcm_with; case: ifP => _; [apply: Z.divide_refl|apply: Z.divide_lcm_l]. Qed.
Lemma lcm_with_new a d : (d <> 0)%Z -> (d | lcm_with a d)%Z.
Proof.
move=> d0; rewrite /lcm_with; case: ifP => [/Z.eqb_eq h|_]; last exact: Z.divide_lcm_r.
by apply/Z.mod_divide.
Qed.
Lemma lcm_with_pos a d : (0 < a -> 0 < d -> 0 < lcm_with a d)%Z.
Proof.
move=> a0 d0; rewrite /lcm_with; case: ifP => // _.
have := Z.lcm_nonneg a d; have : Z.lcm a d <> 0%Z by move=> /Z.lcm_eq_0; lia.
by lia.
Qed.
Lemma div_back D d : (0 < d)%Z -> (d | D)%Z -> (d * (D / d))%Z = D.
Proof. by move=> d0 h; rewrite -Z.divide_div_mul_exact // ?[(d * D)%Z]Z.mul_comm ?Z.div_mul //; lia. Qed.
End Numbers.
