(** * Levels *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Levels Arith Meaning RowsSound.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ssrZ ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Levels.
Variable R : realFieldType.
Notation z2r := (@z2r R). Notation q2r := (@q2r R).

Variable K : mat.
Hypothesis D0 : (0 <? den K)%Z.
Let d0 : 0 < z2r (den K). Proof. by rewrite -(z2r0 R) -z2r_lt. Qed.
Variable E : nat -> nat -> R.
Hypothesis entry_num : forall i j, z2r (entry K i j) = E i j * z2r (den K).
Hypothesis E0 : forall i j, (i < height K)%N -> (j < width K)%N -> 0 <= E i j.

(** ** The excess *)

Definition part (x : R) i k j : R := E k j - x * E i j.
Definition kept (x : Q) i k j : R :=
  z2r (Z.max 0 (den_of x * entry K k j - Qnum x * entry K i j)) / (z2r (den_of x) * z2r (den K)).

Lemma kept_part x i k j : kept x i k j = if 0 <= part (q2r x) i k j then part (q2r x) i k j else 0.
Proof.
have q0 := z2r_pos R (Qden x); have qn := lt0r_neq0 q0; have dn := lt0r_neq0 d0.
have e : z2r (den_of x * entry K k j - Qnum x * entry K i j) =
    part (q2r x) i k j * (z2r (den_of x) * z2r (den K)).
  by rewrite z2r_sub !z2r_mul !entry_num q2r_num /part; ring.
have p0 : 0 < z2r (den_of x) * z2r (den K) by rewrite mulr_gt0.
rewrite /kept; set w := (_ - _)%Z in e *.
have sw : (0 <= part (q2r x) i k j) = (0 <=? w)%Z by rewrite (z2r_le R) z2r0 e pmulr_lge0.
rewrite sw; case: Z.leb_spec => h; first by rewrite Z.max_r // e mulfK // lt0r_neq0.
by rewrite Z.max_l ?z2r0 ?mul0r //; lia.
Qed.
Lemma kept_ge0 x i k j : 0 <= kept x i k j.
Proof. by rewrite kept_part; case: ifP. Qed.
Lemma kept_ge x i k j : part (q2r x) i k j <= kept x i k j.
Proof. by rewrite kept_part; case: ifP => // /negbT; rewrite -ltNge; apply: ltW. Qed.

Lemma excess_kept x i k : z2r (excess K (Qnum x) (den_of x) i k) =
  (\sum_(j < width K) kept x i k j) * (z2r (den_of x) * z2r (den K)).
Proof.
rewrite /excess sum_belowE z2r0 add0r mulr_suml; apply: eq_bigr => j _.
by rewrite /kept mulfVK // lt0r_neq0 // mulr_gt0 // z2r_pos.
Qed.

Variable u : arr Z.
Notation mass := (@mass R K u).
Lemma mass_num k : z2r (undecided_of u k) = mass k * z2r (den K).
Proof. by rewrite /Meaning.mass mulfVK // lt0r_neq0. Qed.

Lemma whole_sound i : Levels.whole K u i = (\sum_(j < width K) E i j + mass i == 1).
Proof.
rewrite /Levels.whole (z2r_eq R) sum_belowE mass_num addrC.
under eq_bigr do rewrite entry_num.
by rewrite -mulr_suml -mulrDl -{2}[z2r (den K)]mul1r (inj_eq (mulIf (lt0r_neq0 d0))).
Qed.

Lemma pair_holdsE x delta i k : pair_holds K u x delta i k =
  (\sum_(j < width K) kept x i k j + mass k <= q2r delta).
Proof.
have p0 : 0 < z2r (den_of x) * z2r (den K) by rewrite mulr_gt0 // z2r_pos.
rewrite /pair_holds (z2r_le R) z2r_mul z2r_add !z2r_mul excess_kept mass_num q2r_num.
rewrite [z2r (den_of x) * (mass k * _)]mulrCA -mulrDl.
by rewrite [leLHS]mulrAC ler_pmul2r // ler_pmul2r // z2r_pos.
Qed.
Lemma pair_failsE x delta i k : pair_fails K u x delta i k =
  (q2r delta < \sum_(j < width K) kept x i k j - q2r x * mass i).
Proof.
have p0 : 0 < z2r (den_of x) * z2r (den K) by rewrite mulr_gt0 // z2r_pos.
rewrite /pair_fails (z2r_lt R) z2r_mul [in X in _ < X]z2r_mul z2r_sub !z2r_mul excess_kept mass_num !q2r_num.
rewrite [q2r x * _ * _]mulrACA -mulrBl.
by rewrite [ltRHS]mulrAC ltr_pmul2r // ltr_pmul2r // z2r_pos.
Qed.

(** What is undecided adds to what is known, at most all of it. *)
Lemma completed_between J' P' r (A : pred nat) : (r < height K)%N ->
  completed (height K) (width K) mass E J' P' ->
  \sum_(j < width K | A j) E r j <= \sum_(j < J' | A j) P' r j <= \sum_(j < width K | A j) E r j + mass r.
Proof.
move=> hr [le /(_ r hr)[more beyond total]].
have low (B : pred nat) : \sum_(j < width K | B j) E r j <= \sum_(j < J' | B j) P' r j.
  rewrite [leRHS](bigID (fun j : 'I__ => j < width K)%N) /= -[leLHS]addr0 ler_add //.
    by rewrite -(big_ord_widen_cond _ B (P' r)) //; apply: ler_sum => j _; apply: more.
  by apply: sumr_ge0 => j /andP[_ h]; apply: beyond; rewrite ltn_ord andbT leqNgt.
rewrite low /=; move: total; rewrite (bigID (fun j : 'I__ => A j)) [in RHS](bigID (fun j : 'I__ => A j)) /=.
have rest : \sum_(j < width K | ~~ A j) E r j <= \sum_(j < J' | ~~ A j) P' r j := low (predC A).
by move=> e; rewrite -(ler_add2r (\sum_(j < J' | ~~ A j) P' r j)) e addrAC ler_add2l.
Qed.

Lemma pair_sound x delta i k y J' P' : (i < height K)%N -> (k < height K)%N -> 0 <= q2r x -> q2r x <= y ->
  pair_holds K u x delta i k -> completed (height K) (width K) mass E J' P' -> forall A : pred nat,
  \sum_(j < J' | A j) P' k j <= y * (\sum_(j < J' | A j) P' i j) + q2r delta.
Proof.
move=> hi hk x0 xy; rewrite pair_holdsE => h com A.
have /andP[_ ak] := completed_between A hk com; have /andP[ai _] := completed_between A hi com.
apply: le_trans ak _; apply: le_trans (_ : y * (\sum_(j < width K | A j) E i j) + q2r delta <= _); last first.
  by rewrite ler_add2r ler_wpmul2l // (le_trans x0).
rewrite -ler_subl_addl addrAC mulr_sumr -sumrB; apply: le_trans h; rewrite ler_add2r.
rewrite [leRHS](bigID (fun j : 'I__ => A j)) /= -[leLHS]addr0 ler_add //; last first.
  by apply: sumr_ge0 => j _; apply: kept_ge0.
apply: ler_sum => j _; apply: le_trans (kept_ge x i k j); rewrite /part ler_sub //.
by rewrite ler_wpmul2r // E0.
Qed.
Lemma pair_refutes x delta i k y J' P' : (i < height K)%N -> (k < height K)%N -> 0 <= q2r x -> y <= q2r x ->
  pair_fails K u x delta i k -> completed (height K) (width K) mass E J' P' ->
  ~ forall A : pred nat, \sum_(j < J' | A j) P' k j <= y * (\sum_(j < J' | A j) P' i j) + q2r delta.
Proof.
move=> hi hk x0 yx; rewrite pair_failsE => h com; set A := fun j => 0 <= part (q2r x) i k j => /(_ A).
have /andP[ak _] := completed_between A hk com; have /andP[ai am] := completed_between A hi com.
have p0 : 0 <= \sum_(j < J' | A j) P' i j.
  by apply: le_trans ai; apply: sumr_ge0 => j _; apply: E0.
move=> le; move: h; rewrite ltNge => /negP; apply.
have {}le : \sum_(j < width K | A j) E k j <= q2r x * (\sum_(j < width K | A j) E i j + mass i) + q2r delta.
  apply: le_trans ak _; apply: le_trans le _; rewrite ler_add2r.
  by apply: le_trans (ler_wpmul2r p0 yx) _; rewrite ler_wpmul2l.
rewrite mulrDr -addrA -ler_subl_addl mulr_sumr -sumrB in le.
rewrite ler_subl_addl; apply: le_trans le.
rewrite (bigID (fun j : 'I__ => A j)) /= [X in _ + X]big1 ?addr0 => [|j /negPf n0]; last first.
  by rewrite kept_part -/(A j) n0.
by apply: ler_sum => j p; rewrite kept_part -/(A j) p.
Qed.

(** ** All neighbours *)

Lemma unit_distance nb i j k m d : unit_inputs nb -> neighbouring nb i j k m d -> d = 1%N.
Proof.
case: nb => [w|l|w] //=; try by move=> _ [].
rewrite forallbE => h [_ mem].
have one t : List.In t l -> t.2 = 1%N.
  by elim: l h {mem} => //= a l IH /andP[/Nat.eqb_eq h1 h2] [<-|/IH]; [exact: h1|apply].
by case: mem => /one.
Qed.

Lemma profile_sound nb x delta : profile_ok K u nb x delta ->
  forall i k, (i < height K)%N -> (k < height K)%N -> neighbouring nb i 0 k 0 1 ->
  pair_holds K u x delta i k.
Proof.
have within w : all_below (height K) (fun i => all_below (Nat.min w (height K - i.+1)) (fun t =>
    pair_holds K u x delta i (i + t).+1 && pair_holds K u x delta (i + t).+1 i)) ->
    forall i k, i <> k -> (i <= k + w)%N -> (k <= i + w)%N -> (i < height K)%N -> (k < height K)%N ->
    pair_holds K u x delta i k.
  move=> /all_belowP h i k ne ik ki hi hk.
  have up a b : (a < b)%N -> (b <= a + w)%N -> (b < height K)%N ->
      pair_holds K u x delta a b /\ pair_holds K u x delta b a.
    move=> ab ba hb; have ha : (a < height K)%N by apply: ltn_trans hb.
    have := h a ha => /all_belowP /(_ (b - a.+1)%N).
    rewrite (_ : (a + (b - a.+1)).+1 = b); last by clear -ab; lia.
    move=> g; apply/andP; apply: g; clear -ab ba hb; lia.
  have [lt|lt] : (i < k)%N \/ (k < i)%N by clear -ne; lia.
    by have [] := up i k lt ki hk.
  by have [] := up k i lt ik hi.
case: nb => [w|l|w]; cbn [profile_ok]; move=> h i k hi hk; cbn [neighbouring].
- by case=> _ [ne ik ki] _; apply: (within w).
- rewrite forallbE in h; case=> _ mem.
  have one t : List.In t l -> pair_holds K u x delta t.1.1 t.1.2 /\
      pair_holds K u x delta t.1.2 t.1.1.
    by elim: l h {mem} => //= a l IH /andP[/andP[h1 h1'] h2] [<-|/IH]; [|apply].
  by case: mem => /one[].
by [].
Qed.
End Levels.
