(** * Rows: a demand that is accepted holds; a member that fails refutes it *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Arith Meaning.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Rows.
Variable R : realFieldType.
Implicit Types (P : nat -> nat -> R) (r : Kernels.row).
Notation z2r := (@z2r R). Notation q2r := (@q2r R). Notation entries := (@entries R).

(** ** One row *)

Definition form (ts : seq (nat * nat * Z)) P : R := \sum_(t <- ts) z2r t.2 * P t.1.1 t.1.2.
Definition row_true r P : Prop :=
  if equation r then form (terms r) P = z2r (bound r) else z2r (bound r) <= form (terms r) P.

Lemma form_nil P : form [::] P = 0. Proof. exact: big_nil. Qed.
Lemma form_cons t l P : form (t :: l) P = z2r t.2 * P t.1.1 t.1.2 + form l P.
Proof. exact: big_cons. Qed.

Section Kernel.
Variable K : mat.
Hypothesis D0 : (0 <? den K)%Z.
Let d0 : 0 < z2r (den K). Proof. by rewrite -(z2r0 R) -z2r_lt. Qed.
Let dn : z2r (den K) != 0. Proof. exact: lt0r_neq0. Qed.

(* The kernel as a function: not by its definition, which rewriting would unfold. *)
Variable E : nat -> nat -> R.
Hypothesis entry_num : forall i j, z2r (entry K i j) = E i j * z2r (den K).

Lemma value_form ts : z2r (value K ts) = form ts E * z2r (den K).
Proof.
rewrite /value fold_leftE -[RHS]add0r -{1}(z2r0 R); elim: ts 0%Z => [|t ts IH] a.
  by rewrite form_nil mul0r addr0.
by rewrite /= IH form_cons z2r_add z2r_mul entry_num mulrDl addrA mulrA.
Qed.
Lemma tight_atE r : tight_at K r = (form (terms r) E == z2r (bound r)).
Proof. by rewrite /tight_at (z2r_eq R) value_form z2r_mul (inj_eq (mulIf dn)). Qed.
Lemma holds_atP r : reflect (row_true r E) (holds_at K r).
Proof.
rewrite /holds_at /row_true tight_atE; case: (equation r); first exact: eqP.
by rewrite (z2r_le R) value_form z2r_mul ler_pmul2r //=; exact: idP.
Qed.

Lemma scaled_le p q i j k m : 0 < z2r q ->
  (p * entry K k m <=? q * entry K i j)%Z = (z2r p / z2r q * E k m <= E i j).
Proof.
move=> q0; rewrite (z2r_le R) !z2r_mul !entry_num !mulrA ler_pmul2r //.
by rewrite mulrAC ler_pdivr_mulr // [E i j * _]mulrC.
Qed.
Lemma entry_le i j k m : (entry K k m <=? entry K i j)%Z = (E k m <= E i j).
Proof. by rewrite (z2r_le R) !entry_num ler_pmul2r. Qed.
Lemma entry_eq i j k m : (entry K k m =? entry K i j)%Z = (E k m == E i j).
Proof. by rewrite (z2r_eq R) !entry_num (inj_eq (mulIf dn)). Qed.

Lemma nonneg_sound : nonneg_ok K ->
  forall i j, (i < height K)%N -> (j < width K)%N -> 0 <= E i j.
Proof.
move=> /all_belowP h i j hi hj; have := h i hi => /all_belowP /(_ j hj).
by rewrite (z2r_le R) entry_num pmulr_lge0.
Qed.

Lemma sum_entries i n : z2r (sum_below n (entry K i) 0) = (\sum_(j < n) E i j) * z2r (den K).
Proof.
by rewrite sum_belowE add0r mulr_suml; apply: eq_bigr => j _; rewrite entry_num.
Qed.
Lemma sums_sound : sums_ok K -> forall i, (i < height K)%N -> \sum_(j < width K) E i j = 1.
Proof.
move=> /all_belowP h i hi; have := h i hi; rewrite (z2r_eq R) sum_entries -{2}[z2r (den K)]mul1r.
by rewrite (inj_eq (mulIf dn)) => /eqP.
Qed.

(** ** Privacy *)

Definition both_ways (a : R) i j k m :=
  a * E k m <= E i j /\ a * E i j <= E k m.

Lemma inputs_okP p q i k : 0 < z2r q -> inputs_ok K p q i k ->
  forall j, (j < width K)%N -> both_ways (z2r p / z2r q) i j k j.
Proof.
move=> q0 /all_belowP h j hj.
have {h} : ((p * entry K k j <=? q * entry K i j) && (p * entry K i j <=? q * entry K k j))%Z := h j hj.
by rewrite !scaled_le // => /andP[].
Qed.

Lemma expr_div p q d : z2r (zpow p d) / z2r (zpow q d) = (z2r p / z2r q) ^+ d.
Proof. by rewrite !z2r_pow expr_div_n. Qed.
Lemma zpow_pos q d : 0 < z2r q -> 0 < z2r (zpow q d).
Proof. by move=> h; rewrite z2r_pow exprn_gt0. Qed.

Lemma private_sound a nb : private_ok K a nb ->
  private (height K) (width K) (q2r a) nb E.
Proof.
have q0 : 0 < z2r (den_of a) by apply: z2r_pos.
have within w : all_below (height K) (fun i => all_below (Nat.min w (height K - i.+1)) (fun t =>
    inputs_ok K (Qnum a) (den_of a) i (i + t).+1)) ->
    forall i k j, i <> k -> (i <= k + w)%N -> (k <= i + w)%N -> (i < height K)%N -> (k < height K)%N ->
    (j < width K)%N -> q2r a * E k j <= E i j.
  move=> /all_belowP h i k j ne ik ki hi hk hj.
  have up x y : (x < y)%N -> (y <= x + w)%N -> (y < height K)%N -> both_ways (q2r a) x j y j.
    move=> xy yx hy; have hx : (x < height K)%N by apply: ltn_trans hy.
    have := h x hx => /all_belowP /(_ (y - x.+1)%N).
    rewrite (_ : (x + (y - x.+1)).+1 = y); last by lia.
    move=> g; have {}g : inputs_ok K (Qnum a) (den_of a) x y by apply: g; lia.
    exact: inputs_okP g j hj.
  have [lt|lt] : (i < k)%N \/ (k < i)%N by lia.
    by have [] := up i k lt ki hk.
  by have [] := up k i lt ik hi.
case: nb => [w|l|w]; cbn [private_ok]; move=> h i j k m d hi hj hk hm; cbn [neighbouring].
- by case=> <- [ne ik ki] ->; rewrite expr1; apply: (within w).
- case=> <-; rewrite forallbE in h => mem.
  have {mem} [[x y] [mem e]] : exists xy, List.In (xy.1, xy.2, d) l /\ (xy = (i, k) \/ xy = (k, i)).
    by case: mem => mem; [exists (i, k)|exists (k, i)]; split=> //; [left|right].
  have {}h : inputs_ok K (zpow (Qnum a) d) (zpow (den_of a) d) x y.
    elim: l h mem => //= t l IH /andP[h1 h2] [e'|]; last exact: IH.
    by rewrite e' in h1.
  have [] := inputs_okP (zpow_pos d q0) h hj; rewrite expr_div => h1 h2.
  by case: e => -[<- <-].
case=> <- [ne jm mj] ->; rewrite expr1.
have up x y : (x < y)%N -> (y <= x + w)%N -> (y < width K)%N -> both_ways (q2r a) i x i y.
  move=> xy yx hy; have hx : (x < width K)%N by apply: ltn_trans hy.
  move: h => /all_belowP /(_ i hi) /all_belowP /(_ x hx) /all_belowP /(_ (y - x.+1)%N).
  rewrite (_ : (x + (y - x.+1)).+1 = y); last by lia.
  rewrite !scaled_le // => g.
  have : (q2r a * E i y <= E i x) && (q2r a * E i x <= E i y).
    by apply: g; lia.
  by case/andP.
have [lt|lt] : (j < m)%N \/ (m < j)%N by lia.
  by have [] := up j m lt mj hm.
by have [] := up m j lt jm hj.
Qed.

(** ** Properties *)

Lemma property_sound p :
  all_below (height K) (fun i => all_below (height K) (property_at K p i)) ->
  has_property (height K) p E.
Proof.
move=> h0; set n := height K in h0 *.
have h i j : (i < n)%N -> (j < n)%N -> property_at K p i j.
  by move=> hi hj; move/all_belowP: h0 => /(_ i hi) /all_belowP /(_ j hj).
move=> {h0} i j hi hj; have := h i j hi hj; case: p h => h; rewrite /property_at -/n.
- by rewrite entry_le.
- rewrite entry_le => g; split=> lt; move: g; case: Nat.eqb_spec => [e|_] /=; try lia;
    case: Nat.ltb_spec => //; lia.
- by rewrite entry_le.
- rewrite entry_le => g; split=> lt; move: g; case: Nat.eqb_spec => [e|_] /=; try lia;
    case: Nat.ltb_spec => //; lia.
- rewrite (z2r_le R) z2r_mul z2r_nat entry_num mulrA -{1}[z2r (den K)]mul1r ler_pmul2r //.
  have n0 : 0 < n%:R :> R by rewrite ltr0n; apply: leq_ltn_trans hi.
  by rewrite -ler_pdivr_mull // mulr1.
- by rewrite entry_eq => /eqP.
by rewrite entry_eq => /eqP.
Qed.

(** ** Every demand *)

Lemma form_tab (f : nat -> nat * nat * Z) n P :
  form (tab n f [::]) P = \sum_(i < n) z2r (f i).2 * P (f i).1.1 (f i).1.2.
Proof. by rewrite /form tabE cats0 big_map -{1}(subn0 n) -/(index_iota 0 n) big_mkord. Qed.

Lemma demand_sound dm : demand_ok K dm -> meets (height K) (width K) E dm.
Proof.
case: dm => [|a nb|p|from to d|ts b d e] /=; try exact: sums_sound.
- exact: private_sound.
- exact: property_sound.
- move=> /all_belowP h j hj; have := h j hj.
  rewrite (z2r_eq R) sum_belowE add0r z2r_mul /arr_get lnthE => /eqP e.
  rewrite -[z2r (nth _ to j)](mulfK dn) -e !mulr_suml; apply: eq_bigr => i _.
  by rewrite z2r_mul entry_num /arr_of lnthE mulrA mulfK // mulrAC.
case/andP=> d1 /holds_atP; rewrite /row_true /= => h.
have s : \sum_(t <- ts) z2r t.2 / z2r d * E t.1.1 t.1.2 = form ts E / z2r d.
  by rewrite /form mulr_suml; apply: eq_bigr => t _; rewrite mulrAC.
rewrite {}s; case: e h => [-> //|h].
by rewrite ler_pmul2r // invr_gt0 -(z2r0 R) -z2r_lt.
Qed.
End Kernel.

Lemma entries_num K : (0 <? den K)%Z -> forall i j, z2r (entry K i j) = entries K i j * z2r (den K).
Proof.
rewrite (z2r_lt R) z2r0 => d0 i j; rewrite /Meaning.entries mulfVK //.
exact: lt0r_neq0.
Qed.

Lemma find_in T (f : T -> bool) l x : List.find f l = Some x -> List.In x l /\ f x.
Proof.
elim: l => //= y l IH; case E: (f y) => h; first by case: h => <-; split; [left|].
by have [h1 h2] := IH h; split; [right|].
Qed.

Lemma distance_sound nb i j k m d : distance nb i j k m = Some d -> neighbouring nb i j k m d.
Proof.
case: nb => [w|l|w]; cbn [distance neighbouring]; rewrite /near.
- case: ifP => // /andP[/Nat.eqb_eq -> /andP[/andP[/negP ne /Nat.leb_le h1] /Nat.leb_le h2]] [<-].
  by split=> //; split; try lia; move=> e; apply: ne; apply/Nat.eqb_eq.
- case: ifP => // /andP[/Nat.eqb_eq -> _]; case E: List.find => [[[x y] e]|] //= [<-].
  have [h] := find_in E; rewrite /pair_is => /orP[]/andP[/Nat.eqb_eq e1 /Nat.eqb_eq e2]; split=> //.
    by left; rewrite -e1 -e2.
  by right; rewrite -e1 -e2.
case: ifP => // /andP[/Nat.eqb_eq -> /andP[/andP[/negP ne /Nat.leb_le h1] /Nat.leb_le h2]] [<-].
by split=> //; split; try lia; move=> e; apply: ne; apply/Nat.eqb_eq.
Qed.

Lemma form_two i j k m (a b : Z) P :
  form [:: ((i, j), a); ((k, m), b)] P = z2r a * P i j + z2r b * P k m.
Proof. by rewrite !form_cons form_nil addr0. Qed.

Lemma greater_true a d i j k m P : q2r a ^+ d * P k m <= P i j -> row_true (greater a d i j k m) P.
Proof.
move=> h; rewrite /row_true /greater; cbn [equation terms bound].
rewrite form_two z2r_opp mulNr subr_ge0 !z2r_pow.
have q0 : 0 < z2r (den_of a) ^+ d by rewrite exprn_gt0 // z2r_pos.
by rewrite q2r_num exprMn [_ ^+ d * _ ^+ d]mulrC -mulrA ler_pmul2l.
Qed.

Lemma row_of_true I J P dm mem r : meets I J P dm -> row_of I J dm mem = Some r ->
  (0 <? scale r)%Z -> row_true r P.
Proof.
have lt x y : Nat.ltb x y -> (x < y)%N by move/Nat.ltb_lt; lia.
case: dm mem => [|a nb|p|from to d|ts b d e] mem.
- case: mem => //= i; case: ifP => // /lt hi h [<-] _; rewrite /row_true /= form_tab /= z2r1 -[RHS](h i hi).
  by apply: eq_bigr => j _; rewrite mul1r.
- case: mem => // i j k m h; cbn [row_of]; case: ifP => // /andP[/andP[/andP[/lt hi /lt hk] /lt hj] /lt hm].
  case D: distance => [d|] //= [<-] _; apply: greater_true; apply: h => //.
  exact: distance_sound.
- move=> h; case: mem => [|j|i j|i j k m].
  + by case: p h.
  + by case: p h.
  + case: p h => // h /=; case: ifP => // /andP[_ /lt hi] [<-] _; rewrite /row_true /=.
    rewrite form_cons form_nil addr0 /= z2r_nat z2r1.
    have n0 : 0 < I%:R :> R by rewrite ltr0n; apply: leq_ltn_trans hi.
    by have := h i i hi hi; rewrite -[leLHS]mulr1 ler_pdivr_mull.
  have {h} go : says p I i j k m -> (i < I)%N -> (j < I)%N -> (k < I)%N -> (m < I)%N ->
      if is_equation p then P i j = P k m else P k m <= P i j.
    move=> s hi hj hk hm; case: p h s => h; cbn [says is_equation] => s; try by [].
    + by case/andP: s => /Nat.eqb_eq e /Nat.eqb_eq e'; have := h k j hk hj; rewrite e e'.
    + case/andP: s => /Nat.eqb_eq e /orP[]/andP[/lt l /Nat.eqb_eq e'].
        by have [h' _] := h k m hk hm; rewrite e e'; exact: h' l.
      by have [_ h'] := h k m hk hm; move: h' l; rewrite e -e' => h' l; exact: h' l.
    + by case/andP: s => /Nat.eqb_eq e /Nat.eqb_eq e'; have := h i m hi hm; rewrite -e e'.
    + case/andP: s => /Nat.eqb_eq e /orP[]/andP[/lt l /Nat.eqb_eq e'].
        by have [h' _] := h k m hk hm; rewrite e e'; exact: h' l.
      by have [_ h'] := h k m hk hm; move: h' l; rewrite e -e' => h' l; exact: h' l.
    + by case/andP: s => /Nat.eqb_eq <- /Nat.eqb_eq <-; apply: (h i k hi hk).
    case/andP: s => /Nat.eqb_eq e /Nat.eqb_eq e'; have := h i j hi hj.
    have {}e : (I - i.+1)%N = k by clear -e; lia.
    have {}e' : (I - j.+1)%N = m by clear -e'; lia.
    by rewrite e e'.
  case: p go => go; cbn [row_of]; try by [];
    (case: ifP => // /andP[/andP[/andP[/andP[s /lt hi] /lt hk] /lt hj] /lt hm] [<-] _;
     rewrite /row_true; cbn [equation terms bound is_equation];
     rewrite form_two -[(-1)%Z]/(Z.opp 1) z2r_opp z2r1 mul1r mulN1r;
     have := go s hi hj hk hm; cbn [is_equation]; by [rewrite subr_ge0 | move=> ->; rewrite subrr]).
- case: mem => //= j h; case: ifP => // /lt hj [<-]; cbn [scale]; rewrite (z2r_lt R) z2r0 => d0.
  rewrite /row_true /= form_tab /= /arr_get !lnthE /arr_of.
  rewrite -[z2r (nth _ to j)](mulfVK (lt0r_neq0 d0)) -(h j hj) mulr_suml.
  by apply: eq_bigr => i _; rewrite lnthE mulrAC mulfVK // lt0r_neq0.
case: mem => //= h [<-]; cbn [scale]; rewrite (z2r_lt R) z2r0 /row_true /= => d0.
move: h; have -> : \sum_(t <- ts) z2r t.2 / z2r d * P t.1.1 t.1.2 = form ts P / z2r d.
  by rewrite /form mulr_suml; apply: eq_bigr => t _; rewrite mulrAC.
case: e => [h|]; last by rewrite ler_pmul2r // invr_gt0.
by apply: (mulIf (x := (z2r d)^-1)) => //; rewrite invr_eq0 lt0r_neq0.
Qed.

Lemma private_less I J (a b : R) nb P : (forall i j, (i < I)%N -> (j < J)%N -> 0 <= P i j) ->
  0 <= b -> b <= a -> private I J a nb P -> private I J b nb P.
Proof.
move=> P0 b0 ba pr i j k m d hi hj hk hm h; apply: le_trans (pr i j k m d hi hj hk hm h).
by rewrite ler_wpmul2r ?P0 // ler_expn2r // nnegrE // (le_trans b0).
Qed.

Lemma kernel_sound K : kernel_ok K -> kernel (height K) (width K) (entries K).
Proof.
case/andP=> /andP[d0 nn] su; split=> [i j hi hj|i hi].
  exact: (nonneg_sound d0 (entries_num d0) nn hi hj).
exact: (sums_sound d0 (entries_num d0) su hi).
Qed.
Lemma feasible_sound K ds : meets_ok K ds -> feasible (height K) (width K) ds (entries K).
Proof.
case/andP=> k h; split; first exact: kernel_sound.
have d0 : (0 <? den K)%Z by case/andP: k => /andP[].
move=> dm; rewrite forallbE in h.
elim: ds h => //= d ds IH /andP[h1 /IH h2] [<-|/h2 //].
exact: (demand_sound d0 (entries_num d0) h1).
Qed.
End Rows.
