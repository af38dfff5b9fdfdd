(** * Noise *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Noises Document Arith Meaning RowsSound FormsSound.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Noise.
Variable R : realFieldType.
Notation z2r := (@z2r R). Notation q2r := (@q2r R). Notation entries := (@entries R).

Lemma den_gt0 (z : Z) : (0 <? z)%Z -> 0 < z2r z. Proof. by rewrite (z2r_lt R) z2r0. Qed.
Lemma entries_le K i j q : (0 <? den K)%Z ->
  (entry K i j * den_of q <=? Qnum q * den K)%Z = (entries K i j <= q2r q).
Proof.
move=> d0; rewrite (z2r_le R) !z2r_mul (entries_num R d0) q2r_num.
by rewrite [leLHS]mulrAC ler_pmul2r ?den_gt0 // ler_pmul2r // z2r_pos.
Qed.
Lemma entries_lt K i j q : (0 <? den K)%Z ->
  (Qnum q * den K <? entry K i j * den_of q)%Z = (q2r q < entries K i j).
Proof. by move=> d0; rewrite ltNge -entries_le // Z.ltb_antisym. Qed.
Lemma entries_eq K i j q : (0 <? den K)%Z ->
  (entry K i j * den_of q =? Qnum q * den K)%Z = (entries K i j == q2r q).
Proof.
move=> d0; rewrite (z2r_eq R) !z2r_mul (entries_num R d0) q2r_num.
by rewrite [X in X == _]mulrAC !(inj_eq (mulIf _)) ?z2r_nz // lt0r_neq0 // den_gt0.
Qed.
Lemma entries_leq K L i j k m : (0 <? den K)%Z -> (0 <? den L)%Z ->
  (entry K i j * den L <=? entry L k m * den K)%Z = (entries K i j <= entries L k m).
Proof.
move=> k0 l0; rewrite (z2r_le R) !z2r_mul (entries_num R k0) (entries_num R l0).
by rewrite [leLHS]mulrAC !ler_pmul2r ?den_gt0.
Qed.
Lemma entries_same K L i j k m : (0 <? den K)%Z -> (0 <? den L)%Z ->
  (entry K i j * den L =? entry L k m * den K)%Z -> entries K i j = entries L k m.
Proof.
by move=> k0 l0 /Z.eqb_eq e; apply/eqP; rewrite eq_le -!entries_leq // e !Z.leb_refl.
Qed.
Lemma entries_zero K i j : (0 <? den K)%Z -> (entry K i j =? 0)%Z = (entries K i j == 0).
Proof.
move=> d0; rewrite (z2r_eq R) (entries_num R d0) z2r0 mulf_eq0.
by rewrite [X in _ || X](negbTE (lt0r_neq0 (den_gt0 d0))) orbF.
Qed.
Lemma whole_numberP K i j : (0 <? den K)%Z -> reflect (integral (entries K i j)) (whole_number K i j).
Proof.
move=> d0; have dn := lt0r_neq0 (den_gt0 d0); have D0 : (den K <> 0)%Z by move/Z.ltb_lt: d0; lia.
apply: (iffP idP) => [/Z.eqb_eq /(Z.mod_divide _ _ D0)[z e]|[z e]].
  by exists z; rewrite /Meaning.entries e z2r_mul mulfK.
apply/Z.eqb_eq/(Z.mod_divide _ _ D0); exists z; apply/Z.eqb_eq.
by rewrite (z2r_eq R) (entries_num R d0) e z2r_mul eqxx.
Qed.
Lemma den_product A B : (0 <? den A)%Z -> (0 <? den B)%Z -> (0 <? den (product A B))%Z.
Proof. by move=> /Z.ltb_lt a /Z.ltb_lt b; apply/Z.ltb_lt/Z.mul_pos_pos. Qed.

Variable N : mechanism.
Hypothesis ok : mechanism_ok N.
Let parts : [/\ (0 <? den (queries N))%Z, (0 <? den (noises N))%Z, (0 <? den (moves N))%Z & (0 <? den (rates N))%Z] /\
  [/\ height (moves N) = width (queries N), height (noises N) = height (queries N)
    & forall i, (i < width (noises N))%N -> (0 <? Qnum (arr_get 0%Q (scales N) i))%Z].
Proof. by move: ok; do 9 case/andP; move=> ? ? ? ? /Nat.eqb_eq ? /Nat.eqb_eq ? _ _ /all_belowP ? _. Qed.
Let q0 : (0 <? den (queries N))%Z. Proof. by case: parts => -[]. Qed.
Let n0 : (0 <? den (noises N))%Z. Proof. by case: parts => -[]. Qed.
Let m0 : (0 <? den (moves N))%Z. Proof. by case: parts => -[]. Qed.
Let r0 : (0 <? den (rates N))%Z. Proof. by case: parts => -[]. Qed.
Let hM : height (moves N) = width (queries N). Proof. by case: parts => _ []. Qed.
Let hS : height (noises N) = height (queries N). Proof. by case: parts => _ []. Qed.
Let scale_pos i : (i < width (noises N))%N -> (0 <? Qnum (arr_get 0%Q (scales N) i))%Z.
Proof. by case: parts => _ [_ _]; apply. Qed.
Let c0 : (0 <? den (changes N))%Z. Proof. exact: den_product. Qed.

Lemma sensible_sound : sensible R N.
Proof.
case/andP: ok => /andP[/andP[/andP[_ /Nat.ltb_lt a] /Nat.ltb_lt b] _] /all_belowP h.
split; [lia|lia| |] => [i hi|r hr]; first by rewrite /scale_of -(q2r_gt0 R); apply: scale_pos.
have /some_belowP[c hc e] := h r hr; exists c => // z; move: e.
by rewrite entries_zero // z eqxx.
Qed.

Lemma one_over_inv b : (0 <? Qnum b)%Z -> q2r (one_over b) = (q2r b)^-1.
Proof.
case: b => [[|p|p] q] // _; rewrite /q2r /one_over /den_of; cbn [Qnum Qden Z.to_pos].
by rewrite invf_div.
Qed.
Lemma rates_entries i : (i < width (noises N))%N -> entries (rates N) 0 i = (scale_of R N i)^-1.
Proof.
move=> hi; rewrite /rates dense_entries // !get_table //.
by rewrite one_over_inv // scale_pos.
Qed.
Lemma change_entries q r : (q < height (queries N))%N -> (r < width (moves N))%N ->
  entries (changes N) q r = change R N r q.
Proof. by move=> hq hr; rewrite /changes product_entries // hM. Qed.

Lemma absolute_entries V i r : (0 <? den V)%Z -> (i < height V)%N -> (r < width V)%N ->
  entries (absolute V) i r = `|entries V i r|.
Proof.
move=> d0 hi hr; rewrite /Meaning.entries /absolute entry_matrix //; cbn [den Kernels.matrix].
have p := den_gt0 d0; rewrite normrM [`|_^-1|]ger0_norm ?invr_ge0 ?ltW //; congr (_ / _).
have z (w : Z) : (0 <= w)%Z -> 0 <= z2r w by move/Z.leb_le; rewrite (z2r_le R) z2r0.
case: (Z.le_ge_cases 0 (entry V i r)) => h; first by rewrite Z.abs_eq // ger0_norm ?z.
by rewrite Z.abs_neq // z2r_opp ler0_norm // -oppr_ge0 -z2r_opp z //; lia.
Qed.

Lemma cost_entries V r : (0 <? den V)%Z -> height V = width (noises N) -> (r < width V)%N ->
  entries (product (rates N) (absolute V)) 0 r = shift_cost N (fun i => entries V i r).
Proof.
move=> d0 hV hr; rewrite product_entries // /shift_cost; cbn [height absolute Kernels.matrix].
rewrite hV; apply: eq_bigr => i _; rewrite absolute_entries ?hV //.
by rewrite rates_entries // mulrC.
Qed.

Lemma shifts_sound V eps : shifts_ok N V eps ->
  (forall r, (r < width (moves N))%N ->
    masked N r (fun i => entries V i r) /\ shift_cost N (fun i => entries V i r) <= q2r eps) /\
  some_move N (fun r => shift_cost N (fun i => entries V i r) = q2r eps).
Proof.
do 6 case/andP; move=> d0 /Nat.eqb_eq hV /Nat.eqb_eq wV /all_belowP same int /all_belowP most one.
have t0 : (0 <? den (product (rates N) (absolute V)))%Z by apply: den_product.
split=> [r hr|]; last first.
  case/some_belowP: one => r hr; rewrite entries_eq // cost_entries // => /eqP e.
  by exists r; rewrite -?wV.
have hr' : (r < width V)%N by rewrite wV.
split; last by have := most r hr'; rewrite entries_le // cost_entries.
split=> [q hq|lat i hi].
  have /all_belowP /(_ r hr) := same q hq.
  have s0 : (0 <? den (product (noises N) V))%Z by apply: den_product.
  move/(entries_same s0 c0); rewrite change_entries // => <-.
  by rewrite product_entries ?hS // hV.
move: int; rewrite lat => /all_belowP h; have /all_belowP /(_ r hr') := h i (eq_ind_r (fun n => i < n)%N hi hV).
by move/(whole_numberP _ _ d0).
Qed.

Section Functional.
Variables (W : mat) (r : nat).
Hypothesis fits : functional_fits N W r.
Let w := entries W 0.
Let w0 : (0 <? den W)%Z. Proof. by case/andP: fits => /andP[/andP[]]. Qed.
Let hW : height W = 1%N. Proof. by case/andP: fits => /andP[/andP[_ /Nat.eqb_eq]]. Qed.
Let wW : width W = height (queries N). Proof. by case/andP: fits => /andP[_ /Nat.eqb_eq]. Qed.
Lemma functional_move : (r < width (moves N))%N.
Proof. by case/andP: fits => _ /Nat.ltb_lt/ssrnat.ltP. Qed.
Let hr := functional_move.
Let l0 : (0 <? den (product W (noises N)))%Z. Proof. exact: den_product. Qed.
Let g0 : (0 <? den (product W (changes N)))%Z. Proof. exact: den_product. Qed.

Lemma along_entries i : (i < width (noises N))%N -> entries (product W (noises N)) 0 i = along N w i.
Proof. by move=> hi; rewrite product_entries ?hW // hS. Qed.
Lemma gain_entries : entries (product W (changes N)) 0 r = gain N w r.
Proof.
rewrite product_entries ?hW //; cbn [height changes product Kernels.matrix].
by apply: eq_bigr => q _; rewrite change_entries.
Qed.

Lemma gentle_sound : gentle N W -> forall i, (i < width (noises N))%N -> `|along N w i| * scale_of R N i <= 1.
Proof.
move=> /all_belowP h i hi; have := h i hi.
have b0 : 0 < scale_of R N i by rewrite /scale_of -(q2r_gt0 R); apply: scale_pos.
rewrite entries_leq // rates_entries // absolute_entries ?hW // along_entries //.
by rewrite -ler_pdivl_mulr // mul1r.
Qed.
Lemma gain_is_sound eps : gain_is N W r eps -> gain N w r = q2r eps.
Proof. by rewrite /gain_is entries_eq // gain_entries => /eqP. Qed.
Lemma gain_above_sound eps : gain_above N W r eps -> q2r eps < gain N w r.
Proof. by rewrite /gain_above entries_lt // gain_entries. Qed.
Lemma infinite_sound : infinite_ok N W r -> infinite N w r.
Proof.
rewrite /infinite_ok /infinite; case: lattice => /andP[/all_belowP h /negP g].
  split=> [i hi|]; first by rewrite -along_entries //; apply/(whole_numberP _ _ l0)/h.
  by rewrite -gain_entries => /(whole_numberP _ _ g0).
split=> [i hi|e]; first by rewrite -along_entries //; apply/eqP; rewrite -entries_zero //; apply: h.
by apply: g; rewrite entries_zero // gain_entries e eqxx.
Qed.
End Functional.
End Noise.
