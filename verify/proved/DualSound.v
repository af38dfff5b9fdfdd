(** * Duals: multipliers that add up bound every kernel that meets the design *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Duals Arith Meaning RowsSound.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Lemma rmapP A B (f : A -> res B) l r : rmap f l = Ok r ->
  forall P : B -> Prop, (forall a b, List.In a l -> f a = Ok b -> P b) -> forall b, List.In b r -> P b.
Proof.
rewrite /rmap => h P one.
have go : forall acc, (forall b, List.In b acc -> P b) -> rmap_acc f l acc = Ok r ->
    forall b, List.In b r -> P b.
  elim: l one {h} => /= [_ acc ha [<-] b|a l IH one acc ha].
    by rewrite -List.rev_alt => hb; apply: ha; apply/List.in_rev.
  case E: (f a) => [b|s w] // h; apply: IH h => [a' b' i|b' [<-|/ha //]].
    by apply: one; right.
  by apply: one E; left.
exact: go h.
Qed.

Section Dual.
Variable R : realFieldType.
Implicit Types (P : nat -> nat -> R) (r : Kernels.row).
Notation z2r := (@z2r R). Notation q2r := (@q2r R). Notation entries := (@entries R).
Notation form := (@form R).

Variables (I J : nat).

(** The sum of the coefficients, by key, times the entries. *)
Definition coef_form (t : trie Z) P : R := \sum_(i < I) \sum_(j < J) z2r (coef t (i * J + j)) * P i j.

Lemma coef_form_leaf P : coef_form Leaf P = 0.
Proof. by rewrite /coef_form big1 // => i _; rewrite big1 // => j _; rewrite mul0r. Qed.
Lemma key_inj i j i' j' : (j < J)%N -> (j' < J)%N ->
  (i * J + j == i' * J + j')%N = (i == i') && (j == j').
Proof.
move=> h h'; apply/eqP/andP => [e|[/eqP -> /eqP ->] //].
have J0 : (0 < J)%N by apply: leq_ltn_trans h.
have := congr1 (fun x => x %% J)%N e; rewrite !modnMDl !modn_small // => ->.
have := congr1 (fun x => x %/ J)%N e; rewrite !divnMDl // !divn_small // !addn0 => ->.
by [].
Qed.
Lemma coef_form_add t i j z P : (i < I)%N -> (j < J)%N ->
  coef_form (add_to (i * J + j) z t) P = coef_form t P + z2r z * P i j.
Proof.
move=> hi hj; rewrite /coef_form.
have -> : z2r z * P i j = \sum_(i' < I) \sum_(j' < J)
    (if (i == i') && (j == j') then z2r z else 0) * P i' j'.
  rewrite (bigD1 (Ordinal hi)) //= (bigD1 (Ordinal hj)) //= !eqxx /=.
  rewrite [X in _ = _ + X + _]big1 => [|j' /negPf ne]; last first.
    by rewrite [j == j']eq_sym (_ : (val j' == j) = false) ?mul0r.
  rewrite big1 ?addr0 // => i' /negPf ne; rewrite big1 // => j' _.
  by rewrite eq_sym (_ : (val i' == i) = false) //= mul0r.
rewrite -big_split; apply: eq_bigr => i' _ /=; rewrite -big_split; apply: eq_bigr => j' _ /=.
rewrite coef_add z2r_add mulrDl; congr (_ + _ * _).
by rewrite key_inj //; case: ifP.
Qed.
Lemma coef_form_terms f ts t P : inside I J ts ->
  coef_form (List.fold_left (fun t u => add_to (fst (fst u) * J + snd (fst u)) (f * snd u)%Z t) ts t) P =
  coef_form t P + z2r f * form ts P.
Proof.
rewrite /inside forallbE fold_leftE; elim: ts t => [|u ts IH] t /=.
  by rewrite form_nil mulr0 addr0.
case/andP=> /andP[/Nat.ltb_lt h1 /Nat.ltb_lt h2] h; rewrite IH // form_cons.
rewrite coef_form_add ?z2r_mul; try lia; rewrite mulrDr addrA; congr (_ + _ + _).
by rewrite mulrA.
Qed.

(** ** Rows of the dual at a kernel and a value of t *)

Definition gap r P (t : R) : R := form (terms r) P + z2r (tco r) * t - z2r (bound r).
Definition fine (e : Kernels.row * Q) P t :=
  [/\ (0 <? scale e.1)%Z, inside I J (terms e.1) &
    if equation e.1 then gap e.1 P t = 0 else 0 <= q2r e.2 /\ 0 <= gap e.1 P t].

Definition weighted L (rows : seq (Kernels.row * Q)) P t : R := \sum_(e <- rows) z2r (times L e) * gap e.1 P t.

Lemma add_up_form L rows P t : (forall e, List.In e rows -> inside I J (terms e.1)) ->
  let a := add_up J L rows in
  coef_form (coefs a) P + z2r (tsum a) * t - z2r (bsum a) = weighted L rows P t.
Proof.
rewrite /add_up fold_leftE /weighted => ins /=.
have -> : forall a, coef_form (coefs (foldl (add_row J L) a rows)) P + z2r (tsum (foldl (add_row J L) a rows)) * t
    - z2r (bsum (foldl (add_row J L) a rows)) =
  (coef_form (coefs a) P + z2r (tsum a) * t - z2r (bsum a)) + \sum_(e <- rows) z2r (times L e) * gap e.1 P t.
  elim: rows ins => [|e rows IH] ins a /=; first by rewrite big_nil addr0.
  rewrite IH; last by move=> e' h; apply: ins; right.
  rewrite big_cons addrA; congr (_ + _); rewrite /add_row; cbn [coefs tsum bsum].
  rewrite coef_form_terms; last by apply: ins; left.
  by rewrite /gap !z2r_add !z2r_mul; ring.
by cbn [coefs tsum bsum]; rewrite coef_form_leaf mul0r addr0 subr0 add0r.
Qed.

Lemma common_den_div rows e : (forall e, List.In e rows -> 0 <? scale e.1)%Z -> List.In e rows ->
  (den_of e.2 * scale e.1 | common_den rows)%Z.
Proof.
rewrite /common_den fold_leftE => s.
have pos e' : List.In e' rows -> (0 < den_of e'.2 * scale e'.1)%Z.
  by move=> /s /Z.ltb_lt h; apply: Z.mul_pos_pos.
have keep l a b : (b | a)%Z -> (b | foldl (fun a e => lcm_with a (den_of e.2 * scale e.1)) a l)%Z.
  elim: l a => //= x l IH a h; apply: IH; apply: Z.divide_trans h _; exact: lcm_with_old.
elim: rows (1)%Z pos {s} => //= x l IH a pos [<-|h]; last by apply: IH h => y hy; apply: pos; right.
apply: keep; apply: lcm_with_new; have := pos x (or_introl erefl).
by move=> h /esym h'; rewrite -h' in h.
Qed.
Lemma times_neq0 rows e : (0 < common_den rows)%Z -> (forall e, List.In e rows -> 0 <? scale e.1)%Z ->
  List.In e rows -> z2r (times (common_den rows) e) = 0 -> z2r (Qnum e.2) = 0.
Proof.
move=> L0 s hx; rewrite /times z2r_mul => /eqP; rewrite mulf_eq0 => /orP[]/eqP // h.
have := div_back _ (common_den_div s hx); set q := (_ / _)%Z in h *.
have p : (0 < den_of e.2 * scale e.1)%Z by apply: Z.mul_pos_pos => //; apply/Z.ltb_lt/s.
move=> /(_ p) b; exfalso; move: L0; rewrite -b => /Z.ltb_lt.
by rewrite (z2r_lt R) z2r_mul h mulr0 z2r0 ltxx.
Qed.
Lemma times_ge0 L e : (0 < L)%Z -> (0 <? scale e.1)%Z -> 0 <= q2r e.2 -> 0 <= z2r (times L e).
Proof.
move=> L0 s0; rewrite /times z2r_mul -q2r_ge0 (z2r_le R) => q0.
rewrite mulr_ge0 // -[0]/(z2r 0) -(z2r_le R); apply/Z.leb_le.
by apply: Z.div_pos; [lia|]; move/Z.ltb_lt: s0; rewrite /den_of; nia.
Qed.
Lemma weighted_ge0 L rows P t : (0 < L)%Z -> (forall e, List.In e rows -> fine e P t) ->
  forall e, List.In e rows -> 0 <= z2r (times L e) * gap e.1 P t.
Proof.
move=> L0 h e /h[s0 _]; case: equation => [->|[q0 g0]]; first by rewrite mulr0.
by rewrite mulr_ge0 ?times_ge0.
Qed.
Lemma sum_ge0 T (l : seq T) (f : T -> R) : (forall x, List.In x l -> 0 <= f x) -> 0 <= \sum_(x <- l) f x.
Proof.
elim: l => [|x l IH] h; first by rewrite big_nil.
by rewrite big_cons addr_ge0 ?h ?IH //; [left|move=> y hy; apply: h; right].
Qed.
Lemma sum_eq0 T (l : seq T) (f : T -> R) : (forall x, List.In x l -> 0 <= f x) ->
  \sum_(x <- l) f x <= 0 -> forall x, List.In x l -> f x = 0.
Proof.
elim: l => [|x l IH] h //; rewrite big_cons => s y.
have h1 : 0 <= f x by apply: h; left.
have h2 z : List.In z l -> 0 <= f z by move=> hz; apply: h; right.
have h3 := sum_ge0 h2.
case=> [<-|hy]; last by apply: IH hy => //; apply: le_trans s; rewrite ler_addr.
by apply/eqP; rewrite eq_le h1 andbT; apply: le_trans s; rewrite ler_addl.
Qed.

(** ** Where the rows come from *)

Variables (ds : seq demand).

Lemma max_row_gap o i r P v : max_row o I J i = Some r -> costs o I J P v -> (0 <? scale r)%Z ->
  [/\ equation r = false, tco r = den (losses o), bound r = 0%Z &
      0 <= gap r P v].
Proof.
rewrite /max_row /costs; case: ifP => // /andP[-> /Nat.ltb_lt hi] [<-] [c _]; cbn [scale equation tco bound].
rewrite (z2r_lt R) z2r0 => d0; split=> //; rewrite /gap; cbn [terms tco bound].
have {}hi : (i < I)%N by lia.
have := c i hi; rewrite form_tab /= subr0 /input_cost => h.
have -> : \sum_(j < J) z2r (- entry (losses o) i j) * P i j =
    - (z2r (den (losses o)) * \sum_(j < J) entries (losses o) i j * P i j).
  rewrite mulr_sumr -sumrN; apply: eq_bigr => j _; rewrite z2r_opp mulNr mulrA; congr (- (_ * _)).
  by rewrite /Meaning.entries mulrC mulfVK // lt0r_neq0.
by rewrite addrC subr_ge0 ler_pmul2l.
Qed.

Lemma row_of_tco dm mem r : row_of I J dm mem = Some r -> tco r = 0%Z.
Proof.
case: dm mem => [|a nb|p|from to d|ts b d e] [|i|i j|i j k m]; cbn [row_of]; try by [];
  try (by case: ifP => // _ [<-]); try (by case: ifP => // _; case: distance => //= d [<-]);
  try (by case=> <-); by case: p; cbn; try by []; case: ifP => // _ [<-].
Qed.

Lemma dual_row_fine o e (r' : Kernels.row * Q) P v : feasible I J ds P -> (forall x, o = Some x -> costs x I J P v) ->
  dual_row I J (arr_of ds) o e = Ok r' -> fine r' P v.
Proof.
case=> [[P0 P1] me] co; rewrite /dual_row; case: e => l y; cbn [fst snd].
case E: labelled => [r|]; cbv iota; last by [].
move=> h; have [hy {}h] := bind_need h; have [/andP[s0 ins] {}h] := bind_need h; case: h => <-.
have tr : (tco r = 0%Z /\ row_true r P) \/ (equation r = false /\ 0 <= gap r P v).
  case: l E => [i|i|d mem]; cbn [labelled] => E.
  - left; split; first exact: row_of_tco E.
    exact: (@row_of_true _ I J P Sums (M1 i) r P1 E s0).
  - case: o co E => // x co E; right.
    have [h1 _ _ h2] := max_row_gap E (co x erefl) s0.
    by split.
  case: ifP E => // /Nat.ltb_lt h E; left; split; first exact: row_of_tco E.
  apply: row_of_true E s0; apply: me; apply: List.nth_In; rewrite /arr_of; exact: h.
split=> //=; case: tr => [[t0]|[e0 g0]]; last first.
  by rewrite e0 in hy *; split; rewrite // -q2r_ge0.
rewrite /row_true /gap t0 z2r0 mul0r addr0; move: hy.
case: (equation r) => [_ ->|]; first by rewrite subrr.
by rewrite orFb (q2r_ge0 R) subr_ge0.
Qed.

Lemma dual_rows_fine o y rows P v : feasible I J ds P -> (forall x, o = Some x -> costs x I J P v) ->
  rmap (dual_row I J (arr_of ds) o) y = Ok rows -> forall e, List.In e rows -> fine e P v.
Proof.
move=> fe co h; apply: (rmapP h) => a b _; exact: dual_row_fine.
Qed.

(** ** Weak duality *)

Lemma farkas_sound y u P : farkas_ok I J ds y = Ok u -> ~ feasible I J ds P.
Proof.
rewrite /farkas_ok => h fe; have [rows hr /needP {}h] := bindP h.
have fine0 := dual_rows_fine fe (v := 0) (fun x e => False_ind _ (eq_ind None (fun o => if o is None then True else False) Logic.I _ e)) hr.
case/andP: h => /andP[/andP[/Z.ltb_lt L0 /Z.eqb_eq t0] b0] /all_belowP co.
have [[P0 _] _] := fe.
have ins e : List.In e rows -> inside I J (terms e.1) by move=> /fine0[].
have := add_up_form (common_den rows) P 0 ins; cbv zeta; rewrite t0 z2r0 mul0r addr0 => e.
have w0 : 0 <= weighted (common_den rows) rows P 0 by apply: sum_ge0; apply: weighted_ge0.
have c0 : coef_form (coefs (add_up J (common_den rows) rows)) P <= 0.
  rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => i _; rewrite -sumrN; apply: sumr_ge0 => j _.
  rewrite -mulNr mulr_ge0 ?P0 // oppr_ge0 -[0]/(z2r 0) -(z2r_le R).
  by have /all_belowP := co i (ltn_ord i); apply.
move: b0; rewrite (z2r_lt R) z2r0 -[z2r (bsum _)]add0r => b0.
have := lt_le_trans b0 (_ : _ <= 0); rewrite ltxx => F0; suff : false by [].
apply: F0; rewrite add0r -oppr_ge0; apply: le_trans w0 _.
by rewrite -e ger_addr.
Qed.

Lemma objective_value o P v : (0 < z2r (den (losses o))) -> costs o I J P v -> greatest o = false ->
  z2r (den (losses o)) * v = \sum_(i < I) \sum_(j < J) z2r (entry (losses o) i j) * P i j.
Proof.
move=> d0; rewrite /costs => + g; rewrite g => ->; rewrite mulr_sumr; apply: eq_bigr => i _.
rewrite /input_cost mulr_sumr; apply: eq_bigr => j _; rewrite mulrA; congr (_ * _).
by rewrite /Meaning.entries mulrC mulfVK // lt0r_neq0.
Qed.

Lemma reducedE o L a i j : reduced J o L a i j =
  ((if greatest o then 0 else L * entry (losses o) i j) - den (losses o) * coef (coefs a) (i * J + j)%N)%Z.
Proof. by []. Qed.

(** L D v is L D c, and the multipliers times the gaps, and what is left of the objective. *)
Lemma dual_identity o c y rows L a P v : dual_ok I J ds o c y = Ok (rows, L, a) ->
  feasible I J ds P -> costs o I J P v ->
  [/\ (0 < L)%Z, 0 < z2r (den (losses o)), (forall e, List.In e rows -> fine e P v),
    (forall i j, (i < I)%N -> (j < J)%N -> 0 <= z2r (reduced J o L a i j)) &
    z2r L * z2r (den (losses o)) * (v - q2r c) =
      z2r (den (losses o)) * weighted L rows P v
      + \sum_(i < I) \sum_(j < J) z2r (reduced J o L a i j) * P i j].
Proof.
move=> + fe co; rewrite /dual_ok => h; have [rows' hr {}h] := bindP h.
have [+ {}h] := bind_need h; case: h => <- <- <- {rows L a}.
set L := common_den rows'; set a := add_up J L rows'; case/andP=> /andP[/andP[/andP[/Z.ltb_lt L0 d0] /Z.eqb_eq t0] b0] /all_belowP re.
have {}d0 : 0 < z2r (den (losses o)) by rewrite -(z2r0 R) -(z2r_lt R).
have fi := dual_rows_fine fe (fun x (e : Some o = Some x) => match e in _ = Some x' return costs x' I J P v with erefl => co end) hr.
have ins e : List.In e rows' -> inside I J (terms e.1) by move=> /fi[].
split=> //.
  move=> i j hi hj; rewrite -[0]/(z2r 0) -(z2r_le R).
  by have /all_belowP := re i hi; apply.
have := add_up_form L P v ins; cbv zeta; rewrite -/a => w; rewrite -{}w t0.
have {}b0 : z2r (bsum a) = z2r L * q2r c.
  move: b0; rewrite (z2r_eq R) !z2r_mul q2r_num mulrA => /eqP b0.
  by apply: mulIf b0; apply: z2r_nz.
rewrite {}b0.
have -> : \sum_(i < I) \sum_(j < J) z2r (reduced J o L a i j) * P i j =
  (if greatest o then 0 else z2r L * \sum_(i < I) \sum_(j < J) z2r (entry (losses o) i j) * P i j)
  - z2r (den (losses o)) * coef_form (coefs a) P.
  rewrite /coef_form; case: ifP => g.
    rewrite sub0r mulr_sumr -sumrN; apply: eq_bigr => i _; rewrite mulr_sumr -sumrN.
    by apply: eq_bigr => j _; rewrite reducedE g z2r_sub z2r0 z2r_mul; ring.
  rewrite !mulr_sumr -sumrB; apply: eq_bigr => i _; rewrite !mulr_sumr -sumrB.
  by apply: eq_bigr => j _; rewrite reducedE g z2r_sub !z2r_mul; ring.
case: ifP => g; first by ring.
by rewrite -(objective_value d0 co g) z2r0; ring.
Qed.

Theorem dual_sound o c y rows L a P v : dual_ok I J ds o c y = Ok (rows, L, a) ->
  feasible I J ds P -> costs o I J P v -> q2r c <= v.
Proof.
move=> ok fe co; have [L0 d0 fi re e] := dual_identity ok fe co.
have [[P0 _] _] := fe.
have L0' : 0 < z2r L by rewrite -(z2r0 R) -(z2r_lt R); apply/Z.ltb_lt.
rewrite -subr_ge0 -(pmulr_rge0 _ (mulr_gt0 L0' d0)) e addr_ge0 //.
  by apply: mulr_ge0; [exact: ltW | apply: sum_ge0; exact: weighted_ge0].
by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite mulr_ge0 ?re ?P0.
Qed.

(** Where the cost is no more, nothing is left over. *)
Theorem slackness o c y rows L a P v : dual_ok I J ds o c y = Ok (rows, L, a) ->
  feasible I J ds P -> costs o I J P v -> v <= q2r c ->
  [/\ v = q2r c,
    forall e, List.In e rows -> equation e.1 || (0 <? Qnum e.2)%Z -> gap e.1 P v = 0 &
    forall i j, (i < I)%N -> (j < J)%N -> (0 <? reduced J o L a i j)%Z -> P i j = 0].
Proof.
move=> ok fe co le; have ge := dual_sound ok fe co.
have ev : v = q2r c by apply/eqP; rewrite eq_le le ge.
have [L0 d0 fi re] := dual_identity ok fe co; rewrite -ev subrr mulr0 => e.
have [[P0 _] _] := fe.
have w0 := weighted_ge0 L0 fi.
have W0 : 0 <= weighted L rows P v by apply: sum_ge0.
have t0 (i : 'I_I) (j : 'I_J) : 0 <= z2r (reduced J o L a i j) * P i j by rewrite mulr_ge0 ?re ?P0.
have r0 (i : 'I_I) : 0 <= \sum_(j < J) z2r (reduced J o L a i j) * P i j by apply: sumr_ge0.
have S0 : 0 <= \sum_(i < I) \sum_(j < J) z2r (reduced J o L a i j) * P i j by apply: sumr_ge0.
have DW0 : 0 <= z2r (den (losses o)) * weighted L rows P v by rewrite mulr_ge0 // ltW.
have /andP[/eqP ew /eqP es] : (z2r (den (losses o)) * weighted L rows P v == 0) &&
    (\sum_(i < I) \sum_(j < J) z2r (reduced J o L a i j) * P i j == 0).
  by rewrite -paddr_eq0 // -e.
split=> // [x hx sl|i j hi hj p0].
  have {}ew : weighted L rows P v <= 0.
    by move/eqP: ew; rewrite mulf_eq0 (negPf (lt0r_neq0 d0)) /= => /eqP ->.
  have /eqP := sum_eq0 w0 ew hx; rewrite mulf_eq0 => /orP[/eqP z0|/eqP //].
  have [s0 _] := fi x hx; case: (equation x.1) sl => //= q0 _.
  have eL : L = common_den rows by move: ok; rewrite /dual_ok => h; have [r' _ {}h] := bindP h; have [_ {}h] := bind_need h; case: h => -> <-.
  rewrite eL in z0 L0; move: q0; rewrite (z2r_lt R) (times_neq0 L0 _ hx z0) ?ltxx // => e' /fi[].
  by [].
have := psumr_eq0P (fun i' _ => r0 i') es (i := Ordinal hi) isT => /= ei.
have := psumr_eq0P (fun j' _ => t0 (Ordinal hi) j') ei (i := Ordinal hj) isT => /= /eqP.
rewrite mulf_eq0 => /orP[/eqP h|/eqP //].
by move: p0; rewrite (z2r_lt R) h ltxx.
Qed.
End Dual.
