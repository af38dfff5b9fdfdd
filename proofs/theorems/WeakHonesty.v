(** * What weak honesty costs

    The largest trace of a weakly honest alpha-DP mechanism, for every n (NEW-2): where GM is not
    weakly honest, the inner outputs are reported with 1/(n+1) each and the two ends share what
    the middle input leaves. In Python: [proofs/lemmas/weak_honesty.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel Properties GM Prior Scaled.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section WeakHonesty.
Variables (R : realFieldType) (n m : nat) (a : R).
Hypotheses (n_gt1 : (1 < n)%N) (m_low : (m + m <= n)%N) (m_high : (n <= (m + m).+1)%N).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types P : nat -> nat -> R.

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.

(** 1 + a + ... + a^(k-1). *)
Definition geo k := \sum_(l < k) a ^+ l.

Let q : R := n.+1%:R^-1.
Let row := geo m.+1 + a * geo (n - m).
Let ends := a ^+ m + a ^+ (n - m).

(** The entries at the two ends of the diagonal. *)
Definition extreme := q + (1 - q * row) / ends.

Let ends_gt0 : 0 < ends. Proof. by rewrite addr_gt0 ?exprn_gt0. Qed.
Let q_gt0 : 0 < q. Proof. by rewrite invr_gt0 ltr0n. Qed.

Let geoS k : geo k.+1 = a * geo k + 1.
Proof.
rewrite /geo big_ord_recl expr0 addrC; congr (_ + _); rewrite mulr_sumr.
by apply: eq_bigr => l _; rewrite -exprS.
Qed.

Let geo_split : \sum_(j < n.+1) a ^+ dist m j = row.
Proof.
rewrite -(big_mkord xpredT (fun j => a ^+ dist m j)).
have mn : (m.+1 <= n.+1)%N by counts.
rewrite (big_cat_nat _ _ _ (leq0n m.+1) mn) /=; congr (_ + _).
  rewrite big_mkord /geo (reindex_inj rev_ord_inj); apply: eq_bigr => j _ /=.
  by congr (_ ^+ _); have := ltn_ord j; rewrite /dist; counts.
rewrite -{1}[m.+1]add0n big_addn (_ : n.+1 - m.+1 = n - m)%N; last by counts.
rewrite big_mkord /geo mulr_sumr; apply: eq_bigr => j _; rewrite -exprS.
by congr (_ ^+ _); rewrite /dist; counts.
Qed.

(** NEW-2, the bound, for every n >= 2 and alpha. *)
Theorem weak_bound P : stochastic n P -> private n a P -> has n WH P ->
  trace n P <= n.-1%:R / n.+1%:R + 2%:R * extreme.
Proof.
move=> [P0 P1] dp wh; have mn : (m <= n)%N by counts.
have nm : (n - m <= n)%N by counts.
have split_n : n.-1%:R / n.+1%:R + 2%:R * q = 1.
  rewrite /q -mulrDl -natrD (_ : (n.-1 + 2 = n.+1)%N); last by counts.
  by rewrite divff // pnatr_eq0.
have -> : n.-1%:R / n.+1%:R + 2%:R * extreme = 1 + 2%:R * ((1 - q * row) / ends).
  by rewrite /extreme mulrDr addrA split_n.
have sum_q : \sum_(j < n.+1) q = 1.
  by rewrite sumr_const card_ord -mulr_natr mulVf // pnatr_eq0.
rewrite -lter_sub_addl -{1}sum_q -sumrB mulrA ler_pdivl_mulr // mulr_suml.
apply: le_trans (_ : \sum_(j < n.+1) (a ^+ dist m j + a ^+ dist (n - m) j) * (P j j - q) <= _).
  apply: ler_sum => j _; have jle := le_ord j; rewrite mulrC ler_wpmul2r ?subr_ge0 ?wh //.
  rewrite /ends; case: (leqP j m) => jm.
    by rewrite ler_add // ler_wiexpn2l // /dist; counts.
  by rewrite addrC ler_add // ler_wiexpn2l // /dist; counts.
have -> : \sum_(j < n.+1) (a ^+ dist m j + a ^+ dist (n - m) j) * (P j j - q) =
    \sum_(j < n.+1) a ^+ dist m j * P j j + \sum_(j < n.+1) a ^+ dist (n - m) j * P j j -
    q * (\sum_(j < n.+1) a ^+ dist m j + \sum_(j < n.+1) a ^+ dist (n - m) j).
  by rewrite mulrDr !mulr_sumr -!big_split -sumrB /=; apply: eq_bigr => j _; ring.
have -> : \sum_(j < n.+1) a ^+ dist (n - m) j = row.
  rewrite -geo_split -(rev_counts n (fun j => a ^+ dist (n - m) j)).
  by apply: eq_bigr => j _; congr (_ ^+ _); have := le_ord j; rewrite /dist; counts.
have le_row i : (i <= n)%N -> \sum_(j < n.+1) a ^+ dist i j * P j j <= 1.
  move=> ile; rewrite -(P1 i ile); apply: ler_sum => j _.
  by apply: (private_dist a_ge0 dp) => //; apply: le_ord.
rewrite geo_split; have := le_row m mn +! le_row (n - m)%N nm.
by move: (\sum_(j < n.+1) _) (\sum_(j < n.+1) _) => x y h; linear h.
Qed.

(** The two ends together, as NEW-2 prints them. *)
Theorem extreme_even : n = (m + m)%N -> 2%:R * extreme =
  (1 - (1 + 2%:R * \sum_(k < m.-1) a ^+ k.+1) / n.+1%:R) / a ^+ m.
Proof.
move=> e; have [k mk] : exists k, m = k.+1 by exists m.-1; counts.
have g : geo m = 1 + \sum_(l < m.-1) a ^+ l.+1 by rewrite mk /geo big_ord_recl.
have h : a * geo m = geo m + a ^+ m - 1.
  by have := geoS m; rewrite /geo big_ord_recr /= => ->; rewrite addrK.
rewrite /extreme /row /ends (_ : n - m = m)%N; last by counts.
rewrite h /geo big_ord_recr /= -/(geo m) g -[_ / n.+1%:R]/(_ * q).
have p0 : 0 < a ^+ m by rewrite exprn_gt0.
move: (\sum_(_ < _) _) (a ^+ m) q p0 => x y z y0.
by field; rewrite (lt0r_neq0 y0) -mulr2n mulrn_eq0 /= lt0r_neq0.
Qed.

Theorem extreme_odd : n = (m + m).+1 -> 2%:R * extreme =
  (2%:R - 2%:R * (1 + a) * (\sum_(k < m) a ^+ k) / n.+1%:R) / (a ^+ m * (1 + a)).
Proof.
move=> e; rewrite /extreme /row /ends (_ : n - m = m.+1)%N; last by counts.
rewrite /geo big_ord_recr /= exprS -[_ / n.+1%:R]/(_ * q).
have p0 : 0 < a ^+ m by rewrite exprn_gt0.
move: (\sum_(_ < _) _) (a ^+ m) q p0 => x y z y0.
have t0 : y + a * y != 0 by rewrite lt0r_neq0 // addr_gt0 // mulr_gt0.
by field; rewrite t0 (lt0r_neq0 y0) lt0r_neq0.
Qed.

(** ** It is attained where GM is not weakly honest *)

Let d j := if j == 0%N then extreme else q.

Let extreme_high : q <= extreme.
Proof.
rewrite ler_addl divr_ge0 ?(ltW ends_gt0) // subr_ge0 -geo_split mulrC ler_pdivr_mulr ?ltr0n //.
rewrite mul1r -[n.+1 in leRHS]card_ord -sumr_const.
by apply: ler_sum => j _; rewrite exprn_ile1.
Qed.

Let d_share i : share a d i = a ^+ i * (extreme - q) + q * geo i.+1.
Proof.
elim: i => [|i IH].
  by rewrite /share /geo !big_ord1 /d /= expr0; ring.
have -> : share a d i.+1 = a * share a d i + d i.+1.
  rewrite /share big_ord_recr /= subnn mul1r mulr_sumr; congr (_ + _).
  apply: eq_bigr => j _; rewrite mulrA -exprS subSn //.
  by rewrite -ltnS.
by rewrite IH (geoS i.+1) /d /= exprS; ring.
Qed.

(** Where GM is not weakly honest, by Lemma 2. *)
Hypothesis regime : n%:R <= 2%:R * a / (1 - a).

Let q_high : (1 - a) / (1 + a) <= q.
Proof.
move: regime; rewrite ler_pdivl_mulr ?subr_gt0 // /q -[n.+1%:R^-1]mul1r ler_pdivl_mulr ?ltr0n //.
rewrite mulrAC ler_pdivr_mulr // -addn1 natrD => h.
by linear h.
Qed.

Let rise i : (i < m)%N -> 1 / (1 + a) < share a d i -> 1 / (1 + a) < share a d i.+1.
Proof.
move=> im; have -> : share a d i.+1 = a * share a d i + q.
  by rewrite !d_share (geoS i.+1) exprS; ring.
by move: (share _ _ _) => h big; linear (a_gt0 *! big +! q_high).
Qed.

Let middle : share a d m + a * share a d (n - m).-1 = 1.
Proof.
have [k e1] : exists k, (n - m)%N = k.+1 by exists (n - m).-1; counts.
rewrite e1 /= !d_share /extreme /row /ends e1 exprS; set x := a ^+ m + _.
have x0 : x != 0 by rewrite lt0r_neq0 // addr_gt0 ?exprn_gt0 // mulr_gt0 ?exprn_gt0.
have e : (1 - q * (geo m.+1 + a * geo k.+1)) / x * x = 1 - q * (geo m.+1 + a * geo k.+1).
  by rewrite divfK.
move: e; set t := _ / x; rewrite /x; move: (geo _) (geo _) => g1 g2 e.
linear e.
Qed.

Let d_ge0 j : (j <= m)%N -> 0 <= d j.
Proof.
move=> _; rewrite /d; case: ifP => _; last exact: ltW.
by apply: le_trans extreme_high; apply: ltW.
Qed.

Definition weak := scaled n m a d.

(** NEW-2, attained, by a kernel that is symmetric, row honest and row monotone besides. *)
Theorem weak_attained :
  [/\ stochastic n weak, private n a weak, [/\ has n WH weak, has n RM weak, has n RH weak & has n S weak]
    & trace n weak = n.-1%:R / n.+1%:R + 2%:R * extreme].
Proof.
have n0 : (0 < n)%N by exact: ltnW.
have rm := scaled_RM n0 m_low m_high a_gt0 a_lt1 d_ge0 rise middle.
split.
- exact: scaled_stochastic.
- exact: scaled_private.
- split=> //; [|exact: RM_RH|exact: scaled_S].
  move=> i ile; rewrite /weak scaled_diagonal // /diagonal /d.
  by case: ifP => _ //; apply: extreme_high.
rewrite /weak scaled_trace //.
have parts k (f : nat -> R) : \sum_(j < k.+2) f j = f 0%N + \sum_(j < k) f j.+1 + f k.+1.
  by rewrite big_ord_recl big_ord_recr /= addrA.
have := parts n.-1 (diagonal n d); rewrite prednK // => ->.
rewrite (eq_bigr (fun=> q)) => [|j _]; last first.
  have jn := ltn_ord j; rewrite /diagonal /d (_ : minn j.+1 (n - j.+1) == 0%N = false) //.
  by move: (nat_of_ord j) jn => i jn; counts.
rewrite sumr_const card_ord -[q *+ _]mulr_natl /diagonal subnn min0n minn0 /d /= /q.
by move: extreme => x; ring.
Qed.

(** So it is L0-optimal under WH, whichever of RM, RH and S are asked for besides. *)
Corollary weak_optimal P : stochastic n P -> private n a P -> has n WH P -> L0 n weak <= L0 n P.
Proof.
move=> sP dp wh; have [sW _ _ tW] := weak_attained; rewrite !L0_trace // tW.
by rewrite ler_pmul2r ?invr_gt0 ?ltr0n ?(ltnW n_gt1) // ler_add2l ler_opp2 weak_bound.
Qed.

End WeakHonesty.

(** NEW-2, for the other n: GM itself is weakly honest, and optimal. *)
Theorem weak_GM (R : realFieldType) n (a : R) : (1 < n)%N -> 0 < a -> a < 1 ->
  2%:R * a / (1 - a) <= n%:R ->
  [/\ has n WH (GM n a), has n RM (GM n a), has n RH (GM n a), has n S (GM n a)
    & forall P, stochastic n P -> private n a P -> L0 n (GM n a) <= L0 n P].
Proof.
move=> n1 a0 a1 large; have n0 := ltnW n1; have rm : has n RM (GM n a) by apply: GM_RM.
split=> //; [by apply/GM_WH|exact: RM_RH|exact: GM_S|exact: GM_optimal].
Qed.
