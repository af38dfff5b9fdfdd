(** * Whatever is accepted is true *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Json Kernels Duals Rank Levels Noises Document Arith Meaning.
From ExactDPProved Require Import RowsSound DualSound RankSound LevelSound ProductSound NoiseSound.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Sound.
Variable R : realFieldType.
Variable inverse : Z -> Z -> Z.
Implicit Types (P : nat -> nat -> R) (K : mat).
Notation z2r := (@z2r R). Notation q2r := (@q2r R). Notation entries := (@entries R).
Notation form := (@form R).

(** ** Costs *)

Lemma cost_sound o K c : cost_is o K c -> costs o (height K) (width K) (entries K) (q2r c).
Proof.
case/andP=> /andP[/andP[l0 d0] /Nat.ltb_lt h0] /Z.eqb_eq e.
have lp : 0 < z2r (den (losses o)) by rewrite -(z2r0 R) -z2r_lt.
have dp : 0 < z2r (den K) by rewrite -(z2r0 R) -z2r_lt.
have p0 := mulr_gt0 lp dp; have pn := lt0r_neq0 p0.
have one i : z2r (cost_at o K i) = input_cost o (width K) (entries K) i * (z2r (den (losses o)) * z2r (den K)).
  rewrite /cost_at sum_belowE z2r0 add0r /input_cost mulr_suml; apply: eq_bigr => j _.
  rewrite z2r_mul (entries_num R l0) (entries_num R d0).
  by move: (entries _ _ _) (entries _ _ _) => a b; ring.
have {}e : z2r (cost_of o K) = q2r c * (z2r (den (losses o)) * z2r (den K)).
  move/(congr1 z2r): e; rewrite !z2r_mul q2r_num => e.
  by apply: (mulIf (z2r_nz R (Qden c))); rewrite [RHS]mulrAC; exact: e.
move: e; rewrite /cost_of /costs; case: greatest => e.
  have [h1 h2 h3] := max_into (height K) (cost_at o K) (cost_at o K 0).
  have top i : (cost_at o K i <= into (height K) (fun i m => Z.max m (cost_at o K i)) (cost_at o K 0))%Z ->
      input_cost o (width K) (entries K) i <= q2r c.
    by move/Z.leb_le; rewrite (z2r_le R) e one ler_pmul2r.
  split=> [i hi|]; first by apply: top; apply: h2.
  have same i : into (height K) (fun i m => Z.max m (cost_at o K i)) (cost_at o K 0) = cost_at o K i ->
      q2r c = input_cost o (width K) (entries K) i.
    by move=> ei; move: e; rewrite ei one => /(mulIf pn).
  case: h3 => [/same h|[i hi /same h]]; last by exists i.
  by exists 0%N => //; lia.
apply: (mulIf pn); rewrite -e sum_belowE z2r0 add0r mulr_suml.
by apply: eq_bigr => i _; rewrite one.
Qed.

Lemma qle_sound a b : qle a b = (q2r a <= q2r b). Proof. exact: q2r_le. Qed.

(** ** Differences of two kernels as solutions of equations *)

Definition diff J P P' (k : nat) : R := P (k %/ J)%N (k %% J)%N - P' (k %/ J)%N (k %% J)%N.
Lemma diff_key J P P' i j : (j < J)%N -> diff J P P' (i * J + j)%N = P i j - P' i j.
Proof.
move=> hj; have J0 : (0 < J)%N by apply: leq_ltn_trans hj.
by rewrite /diff modnMDl modn_small // divnMDl // divn_small // addn0.
Qed.
Lemma key_lt I J i j : (i < I)%N -> (j < J)%N -> (i * J + j < I * J)%N.
Proof.
move=> hi hj; apply: leq_trans (_ : i.+1 * J <= _)%N; last by rewrite leq_mul2r hi orbT.
by rewrite mulSn addnC ltn_add2r.
Qed.

Lemma equation_ofE J r : equation_of J r = map (fun t => ((t.1.1 * J + t.1.2)%N, t.2)) (terms r).
Proof. by rewrite /equation_of fold_cons -!List.rev_alt List.rev_involutive. Qed.
Lemma rlin_equation I J r P P' : inside I J (terms r) ->
  rlin (equation_of J r) (diff J P P') = form (terms r) P - form (terms r) P'.
Proof.
rewrite /inside forallbE equation_ofE /rlin big_map.
elim: (terms r) => [|t l IH] /=; first by rewrite big_nil !form_nil subrr.
case/andP=> /andP[_ /Nat.ltb_lt h] /IH; rewrite big_cons !form_cons => ->; cbn [fst snd].
rewrite diff_key; last by lia.
by move: (form l P) (form l P') => a b; ring.
Qed.
Lemma equation_inside I J r : inside I J (terms r) ->
  forall c, List.In c (equation_of J r) -> (c.1 < I * J)%N.
Proof.
rewrite /inside equation_ofE; elim: (terms r) => //= t l IH /andP[/andP[/Nat.ltb_lt h1 /Nat.ltb_lt h2] h].
by move=> c [<-|]; [apply: key_lt; lia | apply: IH].
Qed.

Lemma into_in A n (f : nat -> A -> A) (Q : A -> Prop) a : Q a ->
  (forall i b, (i < n)%N -> Q b -> Q (f i b)) -> Q (into n f a).
Proof.
elim: n a => //= n IH a qa h; apply: IH => [|i b hi]; first exact: h.
by apply: h; apply: ltnW.
Qed.
Lemma zeros_in I J f l r : List.In r (zeros_of I J f l) ->
  List.In r l \/ exists i j, [/\ (i < I)%N, (j < J)%N, f i j & r = [:: ((i * J + j)%N, 1%Z)]].
Proof.
rewrite /zeros_of; move: r.
pose Q l' := forall r, List.In r l' -> List.In r l \/ exists i j,
  [/\ (i < I)%N, (j < J)%N, f i j & r = [:: ((i * J + j)%N, 1%Z)]].
apply: (@into_in _ I _ Q) => [r h|i b hi qb]; first by left.
apply: (@into_in _ J _ Q) => // j b' hj qb'.
case E: (f i j) => // r [<-|/qb' //]; right; exists i, j; split=> //.
Qed.
Lemma slack_in J rows r : List.In r (slack_rows J rows) -> exists2 e, List.In e rows &
  (Kernels.equation e.1 || (0 <? Qnum e.2)%Z) /\ r = equation_of J e.1.
Proof.
rewrite /slack_rows fold_leftE.
have go acc : (forall r, List.In r acc -> exists2 e, List.In e rows &
    (Kernels.equation e.1 || (0 <? Qnum e.2)%Z) /\ r = equation_of J e.1) ->
  forall l, (forall e, List.In e l -> List.In e rows) ->
  forall r, List.In r (foldl (fun acc e => if Kernels.equation e.1 || (0 <? Qnum e.2)%Z
    then equation_of J e.1 :: acc else acc) acc l) -> exists2 e, List.In e rows &
    (Kernels.equation e.1 || (0 <? Qnum e.2)%Z) /\ r = equation_of J e.1.
  move=> ha l; elim: l acc ha => //= e l IH acc ha hl; apply: IH; last by move=> e' i; apply: hl; right.
  case E: (_ || _) => // r' [<-|/ha //]; exists e => //; apply: hl; by left.
by apply: (go [::]).
Qed.
Lemma foldl_keeps A B (Q : A -> Prop) (f : A -> B -> A) l a : Q a ->
  (forall a b, List.In b l -> Q a -> Q (f a b)) -> Q (foldl f a l).
Proof.
elim: l a => //= b l IH a qa h; apply: IH => [|a' b' i]; first by apply: h => //; left.
by apply: h; right.
Qed.
Lemma tight_in K dm l r : List.In r (tight_rows K dm l) -> List.In r l \/
  exists mem row, [/\ row_of (height K) (width K) dm mem = Some row, (0 <? scale row)%Z,
    inside (height K) (width K) (terms row), Kernels.equation row || tight_at K row &
    r = equation_of (width K) row].
Proof.
rewrite /tight_rows fold_leftE; move: r.
pose Q l' := forall r, List.In r l' -> List.In r l \/ exists mem row,
  [/\ row_of (height K) (width K) dm mem = Some row, (0 <? scale row)%Z,
    inside (height K) (width K) (terms row), Kernels.equation row || tight_at K row &
    r = equation_of (width K) row].
apply: (@foldl_keeps _ _ Q) => [r h|l' mem _ ql]; first by left.
case E: row_of => [row|] //; case: ifP => // /andP[/andP[s ins] t] r [<-|/ql //].
by right; exists mem, row.
Qed.

Lemma rlin_zero J P P' i j : (j < J)%N -> P i j = 0 -> P' i j = 0 ->
  rlin [:: ((i * J + j)%N, 1%Z)] (diff J P P') = 0.
Proof. by move=> hj e e'; rewrite /rlin big_cons big_nil diff_key // e e' subrr mulr0 addr0. Qed.

Lemma determined_same I J m rows P P' : determined inverse m (I * J) rows ->
  (forall r, List.In r rows -> forall c, List.In c r -> (c.1 < I * J)%N) ->
  (forall r, List.In r rows -> rlin r (diff J P P') = 0) -> Meaning.same I J P P'.
Proof.
move=> det inr h i j hi hj.
have := determined_sound det inr h (key_lt hi hj); rewrite diff_key // => /eqP.
by rewrite subr_eq0 => /eqP.
Qed.

Lemma differ_sound K L : (0 <? den K)%Z -> (0 <? den L)%Z -> differ K L ->
  ~ Meaning.same (height K) (width K) (entries K) (entries L).
Proof.
move=> k0 l0 /some_belowP[i hi /some_belowP[j hj /negP ne]] h; apply: ne.
rewrite (z2r_eq R) !z2r_mul (entries_num R k0) (entries_num R l0) (h i j hi hj).
by rewrite mulrAC.
Qed.
Lemma den_of_meets K ds : meets_ok K ds -> (0 <? den K)%Z.
Proof. by case/andP=> /andP[/andP[]]. Qed.

(** ** The claims *)

Lemma optimal_accepted K ds o c y x : meets_ok K ds -> cost_is o K c ->
  dual_ok (height K) (width K) ds o c y = Ok x ->
  optimal (height K) (width K) ds o (entries K) (q2r c).
Proof.
case: x => [[rows L] a] me co du; split; [exact: feasible_sound|exact: cost_sound|].
by move=> P v fe cv; apply: dual_sound du fe cv.
Qed.

Lemma unique_accepted K ds o c y m rows L a : meets_ok K ds -> cost_is o K c ->
  dual_ok (height K) (width K) ds o c y = Ok (rows, L, a) ->
  determined inverse m (height K * width K)
    (zeros_of (height K) (width K) (fun i j => 0 <? reduced (width K) o L a i j)%Z (slack_rows (width K) rows)) ->
  unique (height K) (width K) ds o (entries K) (q2r c).
Proof.
move=> me co du det; have fe := feasible_sound R me; have cK := cost_sound co.
split=> // P v feP coP ne; rewrite ltNge; apply/negP => le; apply: ne.
have [ev gP zP] := slackness du feP coP le.
have [_ gK zK] := slackness du fe cK (lexx _).
have [_ _ fi _ _] := dual_identity du fe cK.
apply: (determined_same det) => r /zeros_in[/slack_in[e he [t ->]]|[i [j [hi hj p0 ->]]]].
- by have [_ ins _] := fi e he; apply: equation_inside.
- by move=> c' [<-|[]]; apply: key_lt.
- have [_ ins _] := fi e he; rewrite (rlin_equation _ _ ins).
  have := gP e he t; have := gK e he t; rewrite /gap ev => h1 h2.
  by apply/eqP; rewrite subr_eq0; apply/eqP; move: h1; rewrite -h2 => /(can_inj (subrK _)) /(can_inj (addrK _)).
by apply: rlin_zero => //; [apply: zK|apply: zP].
Qed.

Lemma form_mean I J ts P A B : inside I J ts -> mean I J P A B ->
  form ts P = (form ts A + form ts B) / 2%:R.
Proof.
move=> ins me; rewrite /inside forallbE in ins; elim: ts ins => [|t l IH] /=.
  by rewrite !form_nil addr0 mul0r.
case/andP=> /andP[/Nat.ltb_lt h1 /Nat.ltb_lt h2] /IH; rewrite !form_cons => ->.
rewrite me; try lia.
by move: (form l A) (form l B) => a b; field.
Qed.
Lemma halves (a b c : R) : c <= a -> c <= b -> c = (a + b) / 2%:R -> a = b.
Proof.
move=> ca cb e; have {}e : a + b = c + c.
  by rewrite {1 2}e -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
have h : a <= c by rewrite -(ler_add2r b) e ler_add2l.
have {}h' : b <= c by rewrite -(ler_add2l a) e ler_add2r.
by apply/eqP; rewrite eq_le (le_trans h cb) (le_trans h' ca).
Qed.

Lemma extreme_accepted K ds m : meets_ok K ds ->
  determined inverse m (height K * width K)
    (zeros_of (height K) (width K) (fun i j => entry K i j =? 0)%Z
      (List.fold_left (fun l dm => tight_rows K dm l) (Sums :: ds) [::])) ->
  extreme (height K) (width K) ds (entries K).
Proof.
move=> me det; have fe := feasible_sound R me; have d0 := den_of_meets me.
split=> // A B feA feB meAB.
have [[A0 A1] mA] := feA; have [[B0 B1] mB] := feB.
have rows r : List.In r (List.fold_left (fun l dm => tight_rows K dm l) (Sums :: ds) [::]) ->
    exists row, [/\ inside (height K) (width K) (terms row), r = equation_of (width K) row &
      form (terms row) A = form (terms row) B].
  rewrite fold_leftE; move: r.
  pose Q l := forall r, List.In r l -> exists row, [/\ inside (height K) (width K) (terms row),
    r = equation_of (width K) row & form (terms row) A = form (terms row) B].
  have both dm : List.In dm (Sums :: ds) -> meets (height K) (width K) A dm /\ meets (height K) (width K) B dm.
    by case=> [<-|i]; split=> //; [apply: mA|apply: mB].
  apply: (@foldl_keeps _ _ Q) => // acc dm i qa.
  move=> r /tight_in[/qa //|[mem [row [E s ins t ->]]]]; exists row; split=> //.
  have [meA meB] := both dm i.
  have rA := row_of_true meA E s; have rB := row_of_true meB E s.
  move: rA rB t; rewrite /row_true; case: (Kernels.equation row) => [-> -> //|/= rA rB].
  rewrite (tight_atE d0 (entries_num R d0)) => /eqP; rewrite (form_mean ins meAB) => e.
  exact: halves rA rB (esym e).
apply: (determined_same det) => r /zeros_in[/rows[row [ins -> e]]|[i [j [hi hj z ->]]]].
- exact: equation_inside.
- by move=> c' [<-|[]]; apply: key_lt.
- by rewrite (rlin_equation _ _ ins) e subrr.
have {}z : entries K i j = 0.
  move: z; rewrite (z2r_eq R) (entries_num R d0) z2r0 mulf_eq0 => /orP[/eqP //|/eqP e].
  by move: d0; rewrite (z2r_lt R) e ltxx.
have := halves (A0 i j hi hj) (B0 i j hi hj) (_ : 0 = _); rewrite -(meAB i j hi hj) => /(_ (esym z)) e.
have := meAB i j hi hj; rewrite z -e => h.
have a0 : A i j = 0.
  by apply/eqP; move: h => /esym/eqP; rewrite -mulr2n -[_ *+ 2]mulr_natr mulfK ?pnatr_eq0.
by apply: rlin_zero => //; rewrite -e.
Qed.

Lemma mean_sound K A B : (0 <? den K)%Z -> (0 <? den A)%Z -> (0 <? den B)%Z -> mean_of K A B ->
  mean (height K) (width K) (entries K) (entries A) (entries B).
Proof.
move=> k0 a0 b0 /all_belowP h i j hi hj; have /all_belowP /(_ j hj) := h i hi.
have [kn an bn] : [/\ z2r (den K) != 0, z2r (den A) != 0 & z2r (den B) != 0].
  by split; apply: lt0r_neq0; rewrite -(z2r0 R) -z2r_lt.
rewrite (z2r_eq R) !z2r_mul z2r_add !z2r_mul (entries_num R k0) (entries_num R a0) (entries_num R b0).
have -> : z2r 2 = 2%:R by [].
move: (entries K i j) (entries A i j) (entries B i j) => x y z /eqP e.
have n : z2r (den K) * z2r (den A) * z2r (den B) != 0 by rewrite !mulf_neq0.
have {}e : 2%:R * x = y + z.
  apply: (mulIf n); transitivity (2%:R * (x * z2r (den K)) * (z2r (den A) * z2r (den B))); first by ring.
  by rewrite e; ring.
by rewrite -e [2%:R * x]mulrC mulfK // pnatr_eq0.
Qed.

Lemma tight_accepted K a nb mem : (0 <? den K)%Z -> tight_ok K (Private a nb) mem ->
  forall b : R, q2r a < b <= 1 -> ~ private (height K) (width K) b nb (entries K).
Proof.
move=> d0; case: mem => // i j k m; rewrite /tight_ok; cbn [row_of].
case: ifP => // /andP[/andP[/andP[/Nat.ltb_lt hi /Nat.ltb_lt hk] /Nat.ltb_lt hj] /Nat.ltb_lt hm].
case D: distance => [d|] //=; rewrite (tight_atE d0 (entries_num R d0)).
move=> /andP[/andP[/andP[a0 /Nat.ltb_lt dp] /eqP e] p0] b /andP[ab b1] pr.
have {}p0 : 0 < entries K k m.
  move: p0; rewrite (z2r_lt R) (entries_num R d0) z2r0 pmulr_lgt0 //.
  by rewrite -(z2r0 R) -z2r_lt.
have h : b ^+ d * entries K k m <= entries K i j.
  by apply: pr (distance_sound D); [clear -hi|clear -hj|clear -hk|clear -hm]; lia.
have {}e : q2r a ^+ d * entries K k m = entries K i j.
  move: e; rewrite /greater; cbn [terms bound]; rewrite form_two z2r_opp !z2r_pow q2r_num exprMn z2r0.
  have q0 : z2r (den_of a) ^+ d != 0 by rewrite expf_neq0 // z2r_nz.
  move: (q2r a ^+ d) (z2r (den_of a) ^+ d) q0 => u w w0 e.
  by apply: (mulfI w0); apply/eqP; rewrite -subr_eq0 -oppr_eq0; apply/eqP; rewrite -[RHS]e; ring.
rewrite (q2r_ge0 R) in a0.
have : q2r a ^+ d < b ^+ d.
  have b0 : 0 <= b by apply: ltW; apply: le_lt_trans ab.
  by rewrite ltr_pexpn2r ?nnegrE //; apply/ssrnat.ltP.
by rewrite ltNge -(ler_pmul2r p0) e h.
Qed.

Theorem claim_sound (ks : arr ker) c u : check_claim inverse ks c = Ok u -> means R ks c.
Proof.
case: c => [k dm how|k|k i|k o c|k ds o c y|h w ds y|k ds o y m|k ds o k2|k ds m|k ds a b
  |k nb low high b|k nb low high mem|k n B|k n W|N V eps told|N eps r W|k nb low high delta|k nb low high delta i k'];
  cbn [check_claim means]; try (set K := kernel_at ks k).
- rewrite /rows_ok -/K => e; have [d0 {}e] := bind_need e; move: e.
  have en := entries_num R d0.
  case: how => [|mem|[mem|]|].
  + by move=> /needP; apply: demand_sound.
  + case E: row_of => [r|] // /needP /andP[s /negP h] me; apply: h.
    by apply/(holds_atP d0 en); apply: row_of_true E s.
  + move=> e; have [h /needP t] := bind_need e.
    split; first exact: (demand_sound d0 en h).
    by move=> a nb e'; move: t; rewrite e' => t b; apply: (tight_accepted d0 t).
  + move=> /needP /andP[h t]; split; first exact: (demand_sound d0 en h).
    move=> a nb e'; move: t; rewrite e' qle_sound => a1 b /andP[ab b1]; exfalso.
    move: (lt_le_trans ab b1); rewrite ltNge; apply/negP; rewrite negbK.
    by move: a1; rewrite {1}/q2r /= divff // z2r_nz.
  case: after => [[n B]|] // /needP /andP[_ h]; exact: (demand_sound d0 en h).
- by move=> /needP /andP[d0 /all_belowP h] i hi; apply/eqP; rewrite -(whole_sound d0 (entries_num R d0)); apply: h.
- move=> /needP /andP[/andP[d0 /Nat.ltb_lt hi] /negP h] wh; apply: h.
  by rewrite (whole_sound d0 (entries_num R d0)); apply/eqP; apply: wh; lia.
- by move=> /needP; apply: cost_sound.
- move=> e; have [me {}e] := bind_need e; have [co {}e] := bind_need e.
  have [x du _] := bindP e; exact: optimal_accepted du.
- by move=> e P; apply: farkas_sound e.
- move=> e; have [me {}e] := bind_need e; have [co {}e] := bind_need e.
  have [[[rows L] a] du /needP det] := bindP e.
  by exists (q2r (own_cost o K)); apply: unique_accepted me co du det.
- set O := kernel_at ks k2; move=> e; have [_ {}e] := bind_need e.
  have [/andP[/andP[sh meK] meO] /needP h] := bind_need e.
  have [eh ew] := same_shapeP sh.
  case/andP: h => /andP[/andP[cK cO] le] df; split; first exact: feasible_sound.
  exists (entries O), (q2r (own_cost o K)), (q2r (own_cost o O)); split.
  + by rewrite -eh -ew; apply: feasible_sound.
  + exact: cost_sound.
  + by rewrite -eh -ew; apply: cost_sound.
  + by rewrite -qle_sound.
  exact: differ_sound (den_of_meets meK) (den_of_meets meO) df.
- move=> e; have [me /needP det] := bind_need e; exact: extreme_accepted det.
- set A := kernel_at ks a; set B := kernel_at ks b; move=> e.
  have [_ {}e] := bind_need e; have [/andP[/andP[sA sB] k0] {}e] := bind_need e; have [/andP[mA mB] /needP /andP[df me]] := bind_need e.
  have [hA wA] := same_shapeP sA; have [hB wB] := same_shapeP sB.
  have fA := feasible_sound R mA; have fB := feasible_sound R mB.
  rewrite hA wA in fA; rewrite hB wB in fB => -[_ ex].
  apply: (differ_sound (den_of_meets mA) (den_of_meets mB) df); rewrite hA wA; apply: ex => //.
  exact: mean_sound (den_of_meets mA) (den_of_meets mB) me.
- move=> e; have [v _ /needP /andP[/andP[d0 nn] pr]] := bindP e; have en := entries_num R d0.
  move=> x /andP[_ xm] x0; apply: private_less xm (private_sound d0 en pr) => //.
  exact: (nonneg_sound d0 en nn).
- move=> e; have [/andP[nn l0] {}e] := bind_need e; move: e; rewrite /rows_ok -/K => e.
  have [d0 {}e] := bind_need e; have en := entries_num R d0; move: e.
  case E: row_of => [r|] // /needP /andP[s /negP h] x /andP[lx _] pr; apply: h.
  apply/(holds_atP d0 en); apply: row_of_true E s; rewrite (q2r_ge0 R) in l0.
  exact: (private_less (nonneg_sound d0 en nn) l0 lx pr).
- move=> e; have [/andP[/Nat.eqb_eq hB sh] /needP h] := bind_need e.
  exact: product_accepted hB sh h.
- move=> e; have [/andP[sh /Nat.eqb_eq hA] /needP h] := bind_need e.
  exact: separates_accepted sh hA h.
- move=> /needP /andP[/andP[ok sh] te]; have [all one] := shifts_sound R ok sh.
  split; [exact: sensible_sound|by exists (fun r i => entries V i r)|].
  case: told te => [[r W]|] // /andP[/andP[ft ge] ga] _; exists r; first exact: functional_move ft.
  by exists (entries W 0); split; [exact: (gentle_sound R ok ft ge)|exact: (gain_is_sound R ok ft ga)].
- move=> /needP /andP[/andP[ok ft] h]; have hr := functional_move ft.
  case: eps h => [eps /andP[ge ga]|h]; (split; first exact: sensible_sound); exists r => //; last first.
    by exists (entries W 0); exact: (infinite_sound R ok ft h).
  exists (gain N (entries W 0) r); first exact: (gain_above_sound R ok ft ga).
  by exists (entries W 0); split=> //; exact: (gentle_sound R ok ft ge).
- move=> /needP; do 4 case/andP; move=> d0 nn l0 un pr x J' P' /andP[lx _] com i k' hi hk nbr A.
  have en := entries_num R d0; rewrite /positive (q2r_gt0 R) in l0.
  exact: (pair_sound d0 en (nonneg_sound d0 en nn) hi hk (ltW l0) lx (profile_sound pr hi hk nbr) com).
move=> /needP; do 7 case/andP; move=> d0 nn l0 D un /Nat.ltb_lt hi /Nat.ltb_lt hk pf x J' P' /andP[_ xh] com lev.
have en := entries_num R d0; rewrite /positive (q2r_gt0 R) in l0.
case E: distance D => [d|] // _; have nbr := distance_sound E.
have d1 := unit_distance un nbr; rewrite d1 in nbr.
have {}hi : (i < height K)%N by lia.
have {}hk : (k' < height K)%N by lia.
exact: (pair_refutes d0 en (nonneg_sound d0 en nn) hi hk (ltW l0) xh pf com (lev i k' hi hk nbr)).
Qed.

(** ** The whole *)

Theorem accepted_sound tree d : check_document inverse tree = Ok d ->
  read_document tree = Ok d /\ forall c, List.In c (claims d) -> means R (kernels d) c.
Proof.
rewrite /check_document => e; have [d' rd {}e] := bindP e; have [u all {}e] := bindP e.
case: e => e; rewrite {}e in rd all *; split=> // c.
elim: (claims d) all => //= c' l IH.
case E: (check_claim inverse (kernels d) c') => [v|] // h [<-|i]; last exact: IH.
exact: claim_sound E.
Qed.
End Sound.
