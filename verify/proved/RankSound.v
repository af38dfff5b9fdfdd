(** * Rank: equations that elimination modulo m settles have no other solution, in any real field *)
From Coq Require Import ZArith List.
From ExactDPProved Require Import Base Rank Arith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z.

Definition equation := seq (nat * Z).

(** ** Modulo m *)

Section Modulo.
Local Open Scope Z_scope.
Variables (inverse : Z -> Z -> Z) (m : Z).
Definition same (a b : Z) := (m | a - b).
Lemma same_refl a : same a a. Proof. by exists 0; lia. Qed.
Lemma same_sym a b : same a b -> same b a. Proof. by case=> k e; exists (- k); lia. Qed.
Lemma same_trans b a c : same a b -> same b c -> same a c.
Proof. by case=> k e [l f]; exists (k + l); lia. Qed.
Lemma same_add a b c d : same a b -> same c d -> same (a + c) (b + d).
Proof. by case=> k e [l f]; exists (k + l); lia. Qed.
Lemma same_mul c a b : same a b -> same (c * a) (c * b).
Proof. by case=> k e; exists (c * k); rewrite -Z.mul_sub_distr_l e Z.mul_assoc. Qed.
Lemma same0 a : same a 0 -> (m | a). Proof. by rewrite /same Z.sub_0_r. Qed.

Hypothesis m1 : 1 < m.
Let m0 : m <> 0. Proof. by move: m1 => h; lia. Qed.

Lemma same_mod a y : same (a mod m * y) (a * y).
Proof.
exists (- (a / m * y)); have := Z.div_mod a m m0; move: (a / m) (a mod m) => q r ->; ring.
Qed.
Lemma mod0 a : a mod m = 0 -> same a 0.
Proof. by move=> h; exists (a / m); have := Z.div_mod a m m0; rewrite h; lia. Qed.

Lemma invP c u : inv inverse m c = Some u -> same (c * u) 1.
Proof.
rewrite /inv; case: Z.eqb_spec => // h [<-]; have := mod0 h => -[k e]; exists k; lia.
Qed.

(** ** Dense elimination *)

Fixpoint dot (r xs : seq Z) : Z :=
  match r, xs with a :: r', x :: xs' => a * x + dot r' xs' | _, _ => 0 end.
Lemma dot_nil xs : dot [::] xs = 0. Proof. by []. Qed.

Lemma dot_map f c r xs : (forall a, f a = (c * a) mod m) -> same (dot (map f r) xs) (c * dot r xs).
Proof.
move=> e; elim: r xs => [|a r IH] [|x xs] /=; try by (rewrite Z.mul_0_r; apply: same_refl).
rewrite Z.mul_add_distr_l; apply: same_add; last exact: IH.
by rewrite e Z.mul_assoc; apply: same_mod.
Qed.
Lemma dot_minus h p t xs : same (dot (minus_times m h p t) xs) (dot t xs - h * dot p xs).
Proof.
elim: p t xs => [|a p IH] [|b t] xs.
- by rewrite /=; exists 0; lia.
- by rewrite /= Z.mul_0_r Z.sub_0_r; apply: same_refl.
- have -> : minus_times m h (a :: p) [::] = map (fun x => (- (h * x)) mod m) (a :: p) by [].
  apply: same_trans (dot_map (c := - h) _ _ _) _; first by move=> x; rewrite Z.mul_opp_l.
  by rewrite dot_nil; exists 0; lia.
case: xs => [|x xs]; first by rewrite /=; exists 0; lia.
cbn [minus_times dot]; apply: same_trans (same_add (same_mod _ _) (IH t xs)) _.
by exists 0; ring.
Qed.

Lemma pivotP rows before p others xs x : pivot inverse m rows before = Some (p, others) ->
  (forall r, List.In r rows -> same (dot r (x :: xs)) 0) ->
  (forall r, List.In r before -> same (dot r (x :: xs)) 0) ->
  same (x + dot p xs) 0 /\ forall r, List.In r others -> same (dot r (x :: xs)) 0.
Proof.
elim: rows before => //= r rows IH before.
case: r => [|h r].
  by move=> e hr hb; apply: IH e _ hb => r' i; apply: hr; right.
case E: (if h =? 0 then None else inv inverse m h) => [u|] e hr hb; last first.
  apply: (IH _ e) => [r' i|r' [<-|i]]; [by apply: hr; right|by apply: hr; left|exact: hb].
case: e => <- <-; split; last first.
  move=> r' i; rewrite List.rev_append_rev in i; have [{}i|{}i] := List.in_app_or _ _ _ i.
    by apply: hb; apply/List.in_rev.
  by apply: hr; right.
have {}E : same (h * u) 1 by apply: invP; move: E; case: ifP.
have := hr _ (or_introl erefl); cbn [dot] => e.
have d := dot_map r xs (c := u) (f := fun x => (u * x) mod m) (fun a => erefl).
apply: same_trans (same_add (same_refl x) d) _.
have [k ek] := E; have [l el] := e; exists (u * l - k * x).
have -> : x + u * dot r xs - 0 = u * (h * x + dot r xs - 0) - (h * u - 1) * x by ring.
by rewrite el ek; ring.
Qed.

Lemma reduceP p rows xs x : same (x + dot p xs) 0 ->
  (forall r, List.In r rows -> same (dot r (x :: xs)) 0) ->
  forall r, List.In r (reduce m p rows) -> same (dot r xs) 0.
Proof.
rewrite /reduce fold_leftE => hp hr.
have go : forall acc, (forall r, List.In r acc -> same (dot r xs) 0) ->
    forall r, List.In r (foldl (fun acc r => match r with
      | [::] => acc | h :: t => (if h =? 0 then t else minus_times m h p t) :: acc end) acc rows) -> same (dot r xs) 0.
  elim: rows hr => //= r rows IH hr acc ha; apply: IH => [r' i|]; first by apply: hr; right.
  case: r hr => [|h t] hr; first exact: ha.
  move=> r' [<-|]; last exact: ha.
  have e := hr _ (or_introl erefl); cbn [dot] in e.
  case: Z.eqb_spec => [h0|_]; first by rewrite h0 in e; apply: same_trans e; exists 0; lia.
  apply: same_trans (dot_minus _ _ _ _) _.
  have [k ek] := hp; have [l el] := e; exists (l - h * k).
  have -> : dot t xs - h * dot p xs - 0 = (h * x + dot t xs - 0) - h * (x + dot p xs - 0) by ring.
  by rewrite el ek; ring.
by apply: go.
Qed.

Lemma eliminateP n rows xs : seq.size xs = n -> eliminate inverse m n rows ->
  (forall r, List.In r rows -> same (dot r xs) 0) -> forall x, List.In x xs -> same x 0.
Proof.
elim: n rows xs => [|n IH] rows [|x xs] //= [sz].
case E: pivot => [[p others]|] // el hr.
have [hp ho] := pivotP E hr (fun _ f => False_ind _ f).
have all0 := IH _ _ sz el (reduceP hp ho).
have d0 : same (dot p xs) 0.
  elim: p xs all0 {hp ho E el sz hr} => [|a p IHp] [|y ys] h /=; try exact: same_refl.
  apply: (@same_add _ 0 _ 0); last by apply: IHp => z hz; apply: h; right.
  have := same_mul a (h y (or_introl erefl)); rewrite Z.mul_0_r; exact.
move=> y [<-|]; last exact: all0.
have [k ek] := hp; have [l el'] := d0; exists (k - l).
by rewrite -[x in LHS](Z.add_simpl_r x (dot p xs)) Z.mul_sub_distr_r -ek -el'; ring.
Qed.

(** ** The forest *)

Variable x : nat -> Z.
Definition lin (r : equation) : Z := foldr (fun t s => snd t * x (fst t) + s) 0 r.
Definition true_forest (t : forest) := forall v p a, Base.find v t = Some (p, a) -> same (x v) (a * x p).

Lemma root_same fuel t v w r w' : true_forest t -> Rank.root m fuel t v w = (r, w') ->
  same (w * x v) (w' * x r).
Proof.
move=> ft; elim: fuel v w => [|f IH] v w /=; first by case=> <- <-; apply: same_refl.
case E: Base.find => [[p a]|]; last by case=> <- <-; apply: same_refl.
move=> /IH; apply: same_trans; apply: same_trans (same_mul w (ft _ _ _ E)) _.
by rewrite Z.mul_assoc; apply: same_sym; apply: same_mod.
Qed.
Lemma root_of_same t v r w : true_forest t -> root_of m t v = (r, w) -> same (x v) (w * x r).
Proof. by move=> ft /(root_same ft); rewrite Z.mul_1_l. Qed.
Lemma link_true t v p a : true_forest t -> same (x v) (a * x p) -> true_forest (link v p a t).
Proof.
move=> ft h v' p' a'; rewrite /link find_update; case: eqP => [<- [<- <-] //|_].
exact: ft.
Qed.

Definition true_state (s : state) :=
  true_forest (up s) /\ forall r, List.In r (rest s) -> same (lin r) 0.

Lemma true_rest s r : true_state s -> same (lin r) 0 -> true_state (State (up s) (sizes s) (r :: rest s)).
Proof. by case=> h1 h2 h; split=> // r' [<-|/h2]. Qed.
Lemma vanish_true sink s v c : true_state s -> same (c * x v) 0 -> true_state (vanish inverse m sink s v c).
Proof.
rewrite /vanish; case E: inv => [u|] ts h; last first.
  by apply: true_rest => //=; rewrite Z.add_0_r.
split; last exact: ts.2; apply: link_true; first exact: ts.1.
have [k ek] := invP E; have [l el] := h; exists (u * l - k * x v).
have -> : x v - 0 * x sink = u * (c * x v - 0) - (c * u - 1) * x v by ring.
by rewrite el ek; ring.
Qed.
Lemma hang_true s v u w c d : true_state s -> inv inverse m c = Some u -> same (c * x v + d * x w) 0 ->
  true_state (hang m s v u w d).
Proof.
move=> ts E h; split; last exact: ts.2; apply: link_true; first exact: ts.1.
apply: same_sym; apply: same_trans (same_mod _ _) _; apply: same_sym.
have [k ek] := invP E; have [l el] := h; exists (u * l - k * x v).
have -> : x v - - (u * d) * x w = u * (c * x v + d * x w - 0) - (c * u - 1) * x v by ring.
by rewrite el ek; ring.
Qed.
Lemma two_true sink s v c w d : true_state s -> same (c * x v + d * x w) 0 ->
  true_state (two inverse m sink s v c w d).
Proof.
move=> ts h; rewrite /two.
case: Z.eqb_spec => [c0|_].
  case: Z.eqb_spec => [d0|_] //; apply: vanish_true => //.
  by rewrite c0 Z.mul_0_l Z.add_0_l in h.
case: Z.eqb_spec => [d0|_].
  by apply: vanish_true => //; rewrite d0 Z.mul_0_l Z.add_0_r in h.
case: Nat.eqb_spec => [vw|_].
  case: Z.eqb_spec => [|_] //; apply: vanish_true => //.
  by apply: same_trans (same_mod _ _) _; rewrite -vw in h; rewrite Z.mul_add_distr_r.
case E: (if _ then inv inverse m c else None) => [u|].
  by apply: hang_true ts _ h; move: E; case: ifP.
case E': (inv inverse m d) => [u|].
  by apply: hang_true ts E' _; rewrite Z.add_comm.
case E'': (inv inverse m c) => [u|]; first exact: hang_true ts E'' h.
by apply: true_rest => //=; rewrite Z.add_0_r.
Qed.
Lemma scaled_root t v r w c : true_forest t -> root_of m t v = (r, w) ->
  same (c * x v) ((c * w) mod m * x r).
Proof.
move=> ft /(root_of_same ft) h; apply: same_trans (same_mul c h) _.
by rewrite Z.mul_assoc; apply: same_sym; apply: same_mod.
Qed.
Lemma take_row_true sink s r : true_state s -> same (lin r) 0 ->
  true_state (take_row inverse m sink s r).
Proof.
move=> ts h; case: r h => [|[v c] [|[v' c'] [|t r]]] h; cbn [take_row]; try exact: true_rest.
  case E: root_of => [y w]; have e := scaled_root c ts.1 E.
  case: Z.eqb_spec => // _; apply: vanish_true => //.
  by apply: same_trans (same_sym e) _; move: h; rewrite /= Z.add_0_r.
case E: root_of => [y w]; case E': root_of => [y' w'].
have e := scaled_root c ts.1 E; have e' := scaled_root c' ts.1 E'.
apply: two_true => //; apply: same_trans (same_sym (same_add e e')) _.
by move: h; rewrite /= Z.add_0_r.
Qed.
Lemma rows_true sink rows s : true_state s -> (forall r, List.In r rows -> same (lin r) 0) ->
  true_state (List.fold_left (take_row inverse m sink) rows s).
Proof.
rewrite fold_leftE; elim: rows s => //= r rows IH s ts h; apply: IH.
  by apply: take_row_true => //; apply: h; left.
by move=> r' i; apply: h; right.
Qed.

(** ** What is left, over the roots *)

Definition vsum (vs : seq nat) (f : nat -> Z) : Z := foldr (fun v s => f v + s) 0 vs.
Lemma vsum_add vs t k z : uniq vs -> k \in vs ->
  vsum vs (fun v => coef (add_to k z t) v * x v) = vsum vs (fun v => coef t v * x v) + z * x k.
Proof.
have skip us : k \notin us ->
    vsum us (fun v => coef (add_to k z t) v * x v) = vsum us (fun v => coef t v * x v).
  elim: us => //= v us IH; rewrite inE negb_or => /andP[/negPf ne /IH ->].
  by rewrite coef_add ne Z.add_0_r.
elim: vs => //= v vs IH /andP[nv un]; rewrite inE => /orP[/eqP e|i].
  by rewrite skip ?e // coef_add eqxx; rewrite -e; ring.
rewrite IH // coef_add; have -> : (k == v) = false by apply: contraNF nv => /eqP <-.
by rewrite Z.add_0_r; ring.
Qed.
Lemma vsum0 vs : vsum vs (fun v => coef Leaf v * x v) = 0.
Proof. by elim: vs => //= v vs ->. Qed.

Variables (n : nat) (t : forest).
Hypothesis ft : true_forest t.
Let vs := free_below n t.

Lemma free_belowE : vs = filter (Rank.free t) (iota 0 n).
Proof.
rewrite /vs /free_below -[RHS]cats0; elim: n [::] => [|k IH] l //; cbn [into]; rewrite IH -(addn1 k) iotaD add0n filter_cat -catA /=.
by case: (Rank.free t k).
Qed.
Lemma vs_uniq : uniq vs. Proof. by rewrite free_belowE filter_uniq // iota_uniq. Qed.
Lemma vs_mem v : (v < n)%N -> Rank.free t v -> v \in vs.
Proof. by move=> h f; rewrite free_belowE mem_filter f mem_iota. Qed.

Hypothesis known : forall v, (v < n)%N ->
  let '(y, w) := root_of m t v in (w =? 0) || (Nat.ltb y n && Rank.free t y).

Lemma rooted_same r : (forall c, List.In c r -> (c.1 < n)%N) ->
  same (vsum vs (fun v => coef (rooted m t r) v * x v)) (lin r).
Proof.
rewrite /rooted fold_leftE => inr.
have go : forall acc, same (vsum vs (fun v => coef (foldl (fun acc vc =>
    let '(x, w) := root_of m t (fst vc) in
    let e := (snd vc * w) mod m in if e =? 0 then acc else add_to x e acc) acc r) v * x v))
    (vsum vs (fun v => coef acc v * x v) + lin r).
  elim: r inr => [|[v c] r IH] inr acc /=; first by rewrite Z.add_0_r; apply: same_refl.
  have hv : (v < n)%N by apply: (inr (v, c)); left.
  have := known hv; case E: root_of => [y w] hk.
  have e := scaled_root c ft E; have {}IH := IH (fun c i => inr c (or_intror i)).
  apply: same_trans (IH _) _; rewrite Z.add_assoc; apply: same_add; last exact: same_refl.
  case: Z.eqb_spec => [e0|ne].
    rewrite e0 in e; rewrite -{1}[vsum _ _]Z.add_0_r; apply: same_add; first exact: same_refl.
    exact: same_sym.
  rewrite vsum_add; [|exact: vs_uniq|].
    by apply: same_add; [exact: same_refl|exact: same_sym].
  case/orP: hk => [/Z.eqb_eq w0|/andP[/Nat.ltb_lt yn fy]]; last by apply: vs_mem fy; lia.
  by case: ne; rewrite w0 Z.mul_0_r Z.mod_0_l.
by apply: same_trans (go Leaf) _; rewrite vsum0; apply: same_refl.
Qed.

Lemma fold_cons A B (f : A -> B) l acc :
  List.fold_left (fun acc v => f v :: acc) l acc = List.rev_append (map f l) acc.
Proof. by elim: l acc => //= a l IH acc; rewrite IH. Qed.
Lemma as_vecE r : as_vec m vs r = map (fun v => coef r v mod m) vs.
Proof. by rewrite /as_vec fold_cons -!List.rev_alt List.rev_involutive. Qed.
Lemma dot_vsum r : same (dot (as_vec m vs r) (map x vs)) (vsum vs (fun v => coef r v * x v)).
Proof.
rewrite as_vecE; elim: vs => [|v us IH] /=; first exact: same_refl.
by apply: same_add => //; apply: same_mod.
Qed.
End Modulo.

Lemma in_rev_fold A B (f : A -> B) l acc b :
  List.In b (List.fold_left (fun acc a => f a :: acc) l acc) -> List.In b acc \/ exists2 a, List.In a l & b = f a.
Proof.
elim: l acc => /= [acc h|a l IH acc /IH[[<-|h]|[a' h ->]]]; first by left.
- by right; exists a => //; left.
- by left.
by right; exists a' => //; right.
Qed.

Lemma forallb_in T (f : T -> bool) l : List.forallb f l -> forall x, List.In x l -> f x.
Proof. by move=> /List.forallb_forall h x /h. Qed.

Lemma determined_mod inverse m n rows (x : nat -> Z) : determined inverse m n rows ->
  (forall r, List.In r rows -> (m | lin x r)%Z) ->
  forall v, (v < n)%N -> (m | x v)%Z.
Proof.
rewrite /determined => /andP[/Z.ltb_lt m1 /andP[/andP[+ +] el]] sol v hv.
set s := List.fold_left _ _ _ in el *; set t := up s in el * => inr /all_belowP known.
have [ft hr] : true_state m x s.
  apply: rows_true => // r i.
  by case: (sol r i) => k e; exists k; rewrite e; lia.
have rest_in r : List.In r (rest s) -> forall c, List.In c r -> (c.1 < n)%N.
  move=> i c hc; have := forallb_in (forallb_in inr i) hc => /Nat.ltb_lt h; lia.
have := known v hv; case E: root_of => [y w] hk.
have e := root_of_same m1 ft E.
apply: same0 => //; apply: same_trans e _ => //.
case/orP: hk => [/Z.eqb_eq ->|/andP[/Nat.ltb_lt yn fy]]; first exact: same_refl.
have e0 : same m (x y) 0; last first.
  by have := same_mul w e0; rewrite Z.mul_0_r.
have sz : seq.size (map x (free_below n t)) = length (free_below n t) by rewrite size_map.
apply: (eliminateP m1 sz el) => [r h|].
  have [[]|[r' i ->]] := in_rev_fold h.
  have h1 := dot_vsum m1 x n t (rooted m t r').
  have h2 := rooted_same m1 ft known (rest_in r' i).
  apply: (same_trans h1); apply: (same_trans h2); exact: hr.
have : y \in free_below n t by apply: vs_mem fy; lia.
by elim: (free_below n t) => //= a l IH; rewrite inE => /orP[/eqP ->|/IH]; [left|right].
Qed.

(** ** From modulo m to the integers, and to any real field *)

Lemma lin_scale m x x' r n : (forall c, List.In c r -> (c.1 < n)%N) ->
  (forall v, (v < n)%N -> x v = m * x' v)%Z -> lin x r = (m * lin x' r)%Z.
Proof.
move=> inr e; elim: r inr => /= [_|[v c] r IH inr]; first by rewrite Z.mul_0_r.
rewrite IH => [|c' i]; last by apply: inr; right.
by rewrite /= e; [ring | exact: (inr (v, c) (or_introl erefl))].
Qed.

Lemma determined_int inverse m n rows (x : nat -> Z) : determined inverse m n rows ->
  (forall r, List.In r rows -> forall c, List.In c r -> (c.1 < n)%N) ->
  (forall r, List.In r rows -> lin x r = 0%Z) -> forall v, (v < n)%N -> x v = 0%Z.
Proof.
move=> det inr sol.
have m1 : (1 < m)%Z by move: det; rewrite /determined => /andP[/Z.ltb_lt].
have go : forall k x, (forall r, List.In r rows -> lin x r = 0%Z) ->
    forall v, (v < n)%N -> (m ^ Z.of_nat k | x v)%Z.
  elim=> [|k IH] {}x {}sol v hv; first by rewrite Z.pow_0_r; apply: Z.divide_1_l.
  have d u : (u < n)%N -> (m | x u)%Z.
    by apply: determined_mod det _ u => r i; rewrite sol //; apply: Z.divide_0_r.
  have e u : (u < n)%N -> x u = (m * (x u / m))%Z.
    by move=> /d [q ->]; rewrite Z.div_mul; [ring | lia].
  have sol' r : List.In r rows -> lin (fun u => x u / m)%Z r = 0%Z.
    move=> i; have := sol r i; rewrite (lin_scale (inr r i) e) => /Z.mul_eq_0; lia.
  rewrite e // Nat2Z.inj_succ Z.pow_succ_r; last by lia.
  exact: Z.mul_divide_mono_l (IH _ sol' v hv).
move=> v hv; have [] := go (Z.abs_nat (x v)) x sol v hv => q.
rewrite Zabs2Nat.id_abs => e.
case: (Z.eq_dec (x v) 0) => // ne; exfalso.
have h : (Z.abs (x v) < m ^ Z.abs (x v))%Z by apply: Z.pow_gt_lin_r; lia.
have : (Z.abs (x v) = Z.abs q * m ^ Z.abs (x v))%Z.
  by rewrite {1}e Z.abs_mul (Z.abs_eq (m ^ _)) //; lia.
have : (q <> 0)%Z by move=> q0; apply: ne; rewrite e q0.
by nia.
Qed.

Section Real.
Local Open Scope ring_scope.
Variable R : realFieldType.
Definition rlin (r : equation) (x : nat -> R) : R := \sum_(c <- r) z2r R c.2 * x c.1.

Theorem determined_sound inverse m n rows (x : nat -> R) : determined inverse m n rows ->
  (forall r, List.In r rows -> forall c, List.In c r -> (c.1 < n)%N) ->
  (forall r, List.In r rows -> rlin r x = 0) -> forall v, (v < n)%N -> x v = 0.
Proof.
move=> det inr sol.
pose co (r : equation) (v : nat) : int := \sum_(c <- r | c.1 == v) int_of_Z c.2.
have expand (S : comRingType) (f : int -> S) (y : nat -> S) r : {morph f : a b / a + b} -> f 0 = 0 ->
    (forall c, List.In c r -> (c.1 < n)%N) ->
    \sum_(v < n) y v * f (co r v) = \sum_(c <- r) f (int_of_Z c.2) * y c.1.
  move=> fD f0 {}inr; rewrite /co; elim: r inr => [|c r IH] inr.
    by rewrite big_nil big1 // => v _; rewrite big_nil f0 mulr0.
  rewrite big_cons -IH; last by move=> c' i; apply: inr; right.
  have hc : (c.1 < n)%N by apply: inr; left.
  rewrite (bigD1 (Ordinal hc)) //= [in RHS](bigD1 (Ordinal hc)) //= addrA; congr (_ + _).
    by rewrite big_cons eqxx fD mulrDr [y _ * f (int_of_Z _)]mulrC.
  apply: eq_bigr => v /negPf ne; rewrite big_cons.
  by rewrite eq_sym (_ : (val v == c.1) = false).
pose k := seq.size rows.
pose A : 'M[rat]_(n, k) := \matrix_(v, i) (co (nth [::] rows i) v)%:~R.
have rin (i : 'I_k) : List.In (nth [::] rows i) rows.
  by rewrite -lnthE; apply: List.nth_In; apply/ssrnat.ltP; rewrite (_ : length rows = k).
have zero (w : 'rV[rat]_n) : w *m A = 0 -> w = 0.
  move=> wA; pose d := \prod_(v < n) denq (w 0 v).
  have d0 : d != 0 by apply/prodf_neq0 => v _; apply: denq_neq0.
  pose z (v : 'I_n) : int := numq (w 0 v) * \prod_(u < n | u != v) denq (w 0 u).
  have zE v : (z v)%:~R = w 0 v * d%:~R :> rat.
    rewrite /z /d [in RHS](bigD1 v) //= !intrM mulrA; congr (_ * _).
    by rewrite -{2}[w 0 v]divq_num_den mulfVK // intr_eq0 denq_neq0.
  pose X (v : nat) : Z := if insub v is Some u then Z_of_int (z u) else 0%Z.
  have XE (v : 'I_n) : X v = Z_of_int (z v) by rewrite /X valK.
  have X0 : forall v, (v < n)%N -> X v = 0%Z.
    apply: (determined_int det inr) => r hr.
    have [i -> {r hr}] : exists i : 'I_k, r = nth [::] rows i.
      elim: (rows) (hr) @k {rin A wA} => //= a l IH [->|/IH[i ->]]; first by exists ord0.
      by exists (lift ord0 i).
    have := congr1 (fun M : 'rV_k => M 0 i * d%:~R) wA; rewrite !mxE mul0r mulr_suml.
    have -> : \sum_(v < n) w 0 v * A v i * d%:~R = \sum_(v < n) (int_of_Z (X v) * co (nth [::] rows i) v)%:~R.
      apply: eq_bigr => v _; rewrite mxE intrM XE Z_of_intK zE; ring.
    rewrite -(rmorph_sum [rmorphism of intr]) /= => /eqP; rewrite intr_eq0 => /eqP.
    rewrite (expand _ id (fun v => int_of_Z (X v))) //; last exact: inr.
    move=> e; have {}e : int_of_Z (lin X (nth [::] rows i)) = 0.
      rewrite -e; elim: (nth [::] rows i) => [|c l IH]; first by rewrite big_nil.
      have -> : lin X (c :: l) = (c.2 * X c.1 + lin X l)%Z by [].
      by rewrite big_cons -IH -(rmorphM [rmorphism of int_of_Z]) -(rmorphD [rmorphism of int_of_Z]).
    by lia.
  apply/rowP => v; rewrite mxE; have := zE v; have := X0 v (ltn_ord v); rewrite XE => e.
  have -> : z v = 0 by lia.
  by move/esym/eqP; rewrite mulf_eq0 intr_eq0 (negPf d0) orbF => /eqP.
have free_A : row_free A.
  rewrite -kermx_eq0; apply/eqP/row_matrixP => i; rewrite row0; apply: zero.
  by rewrite -row_mul mulmx_ker row0.
pose B := map_mx (ratr : rat -> R) A.
have free_B : row_free B by rewrite /row_free mxrank_map.
pose u : 'rV[R]_n := \row_v x v.
have uB : u *m B = 0.
  apply/rowP => i; rewrite !mxE; have := sol _ (rin i).
  rewrite /rlin -(expand _ (fun a => a%:~R : R) x (nth [::] rows i)) //; last exact: inr.
    move=> {2}<-; apply: eq_bigr => v _; rewrite !mxE ratr_int; by [].
  by move=> a b; rewrite intrD.
move=> v hv; have : u = 0 by apply/eqP; rewrite -(mulmx_free_eq0 u free_B) uB.
by move=> /rowP /(_ (Ordinal hv)); rewrite !mxE.
Qed.
End Real.
