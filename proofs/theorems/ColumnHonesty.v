(** * What column honesty costs

    The trace of a column honest alpha-DP mechanism, for every n (NEW-3): a bound, attained for
    alpha >= m/(m+1), m = floor(n/2), by a mechanism with all properties but F; and the optimum
    for 1/2 <= alpha <= 2/3, n >= 3.
    In Python: [proofs/lemmas/column_honesty.py], [proofs/lemmas/joined_ends.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel Properties GM Prior Symmetrisation Scaled.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** All properties but fairness. *)
Definition six (R : realFieldType) n (P : nat -> nat -> R) := forall p, p <> F -> has n p P.

Lemma six_of (R : realFieldType) n (P : nat -> nat -> R) :
  stochastic n P -> has n RM P -> has n CM P -> has n S P -> six n P.
Proof.
move=> st rm cm sy [] // _; [exact: RM_RH|exact: CM_CH|].
exact: (CH_WH st (CM_CH cm)).
Qed.

(** Chebyshev's inequality: what falls where the other rises. *)
Lemma chebyshev (R : realFieldType) N (f g : nat -> R) :
  (forall i j, (i < N)%N -> (j < N)%N -> (f i - f j) * (g i - g j) <= 0) ->
  N%:R * (\sum_(i < N) f i * g i) <= (\sum_(i < N) f i) * (\sum_(i < N) g i).
Proof.
move=> anti; have : \sum_(i < N) \sum_(j < N) (f i - f j) * (g i - g j) <= 0.
  by rewrite -oppr_ge0 -sumrN sumr_ge0 // => i _; rewrite -sumrN sumr_ge0 // => j _; rewrite oppr_ge0 anti.
set A := \sum_(i < N) f i * g i; set X := \sum_(i < N) f i; set Y := \sum_(i < N) g i.
have -> : \sum_(i < N) \sum_(j < N) (f i - f j) * (g i - g j) = 2%:R * (N%:R * A - X * Y).
  transitivity (\sum_(i < N) (N%:R * (f i * g i) - f i * Y - g i * X + A)).
    apply: eq_bigr => i _; rewrite /A /X /Y !mulr_sumr.
    have -> : N%:R * (f i * g i) = \sum_(j < N) f i * g i by rewrite sumr_const card_ord mulr_natl.
    by rewrite -!sumrB -big_split /=; apply: eq_bigr => j _; ring.
  rewrite big_split /= !sumrB -mulr_sumr -!mulr_suml sumr_const card_ord -/A -/X -/Y -[A *+ N]mulr_natl.
  by ring.
have two : (0 : R) < 2%:R by rewrite ltr0n.
by rewrite pmulr_rle0 // subr_le0.
Qed.

Section ColumnHonesty.
Variables (R : realFieldType) (n m : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (m_low : (m + m <= n)%N) (m_high : (n <= (m + m).+1)%N).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types P : nat -> nat -> R.

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.

(** The middle of the diagonal: 1/(n+1) for even n, 2/((n+1)(1+a)) for odd. *)
Definition central := 2%:R / (n.+1%:R * (1 + a ^+ (n - (m + m)))).
Definition level j := central / a ^+ (m - j).
Definition column_bound := \sum_(j < n.+1) diagonal n level j.

Let odd_gt0 : 0 < 1 + a ^+ (n - (m + m)). Proof. by rewrite addr_gt0 ?exprn_gt0 ?ltr01. Qed.
Let central_gt0 : 0 < central.
Proof. by rewrite divr_gt0 ?ltr0n // mulr_gt0 ?ltr0n. Qed.

(** ** The bound *)

Let mid j := minn j (n - j).
Let r j := (a ^+ (m - mid j))^-1.

Let mid_le j : (j <= n)%N -> (mid j <= m)%N. Proof. by rewrite /mid; counts. Qed.

Let bound_sum : column_bound = central * \sum_(j < n.+1) r j.
Proof. by rewrite mulr_sumr; apply: eq_bigr => j _. Qed.

(* Towards the middle the diagonal falls by no more than [a]. *)
Let w P k := a ^+ (m - k) * P k k.
Let rise P k l : private n a P -> has n CH P -> (k <= l)%N -> (l <= m)%N -> w P k <= w P l.
Proof.
move=> dp ch kl lm; have [kn ln] : (k <= n)%N /\ (l <= n)%N by split; counts.
apply: le_trans (_ : a ^+ (m - l) * P l k <= _).
  rewrite /w (_ : m - k = (m - l) + dist l k)%N; last by rewrite /dist; counts.
  by rewrite exprD -mulrA ler_pmul2l ?exprn_gt0 // (private_dist a_ge0 dp).
by rewrite /w ler_pmul2l ?exprn_gt0 // ch.
Qed.

Let symmetric_bound P : stochastic n P -> private n a P -> has n CH P -> has n S P ->
  trace n P <= column_bound.
Proof.
move=> [P0 P1] dp ch sy; have mn : (m <= n)%N by counts.
have nm : (n - m <= n)%N by counts.
have diag j : (j <= n)%N -> P j j = r j * w P (mid j).
  move=> jle; rewrite /r /w mulKf ?lt0r_neq0 ?exprn_gt0 // /mid.
  case: (leqP j (n - j)) => h; first by [].
  by rewrite sy.
have r_gt0 j : 0 < r j by rewrite invr_gt0 exprn_gt0.
have anti i j : (i < n.+1)%N -> (j < n.+1)%N -> (r i - r j) * (w P (mid i) - w P (mid j)) <= 0.
  have half k l : (k <= n)%N -> (l <= n)%N -> (mid k <= mid l)%N ->
      (r k - r l) * (w P (mid k) - w P (mid l)) <= 0.
    move=> kn ln kl; apply: mulr_ge0_le0; rewrite ?subr_ge0 ?subr_le0 ?rise ?mid_le //.
    by rewrite lef_pinv ?posrE ?exprn_gt0 // ler_wiexpn2l //; counts.
  move=> iN jN; case: (leqP (mid i) (mid j)) => h; first exact: half.
  by rewrite -[leLHS]mulrNN !opprB half // ltnW.
have -> : trace n P = \sum_(j < n.+1) r j * w P (mid j).
  by apply: eq_bigr => j _; apply/diag/le_ord.
have cheb := chebyshev anti.
have le_row i : (i <= n)%N -> \sum_(j < n.+1) a ^+ dist i j * P j j <= 1.
  move=> ile; rewrite -(P1 i ile); apply: ler_sum => j _.
  by apply: (private_dist a_ge0 dp) => //; apply: le_ord.
have two : (1 + a ^+ (n - (m + m))) * (\sum_(j < n.+1) w P (mid j)) <= 2%:R.
  have -> : (1 + a ^+ (n - (m + m))) * (\sum_(j < n.+1) w P (mid j)) =
      \sum_(j < n.+1) a ^+ dist m j * P j j + \sum_(j < n.+1) a ^+ dist (n - m) j * P j j.
    rewrite -big_split mulr_sumr; apply: eq_bigr => j _; have jle := le_ord j; rewrite /= diag //.
    have u0 : a ^+ (m - mid j) != 0 by rewrite lt0r_neq0 // exprn_gt0.
    move: (w P (mid j)) => y; rewrite -mulrDl mulrA; congr (_ * y); rewrite /r.
    suff -> : a ^+ dist m j + a ^+ dist (n - m) j = (1 + a ^+ (n - (m + m))) * a ^+ (m - mid j).
      by rewrite mulfK.
    rewrite mulrDl mul1r -exprD; case: (leqP j m) => jm.
      by congr (_ ^+ _ + _ ^+ _); rewrite /mid /dist; counts.
    by rewrite addrC; congr (_ ^+ _ + _ ^+ _); rewrite /mid /dist; counts.
  have := le_row m mn +! le_row (n - m)%N nm.
  by move: (\sum_(j < n.+1) _) (\sum_(j < n.+1) _) => x y h; linear h.
rewrite bound_sum /central mulrC mulrA ler_pdivl_mulr ?mulr_gt0 ?ltr0n //.
have R0 : 0 <= \sum_(j < n.+1) r j by apply: sumr_ge0 => j _; apply: ltW.
move: cheb two R0 odd_gt0.
move: (\sum_(j < n.+1) r j * _) (\sum_(j < n.+1) r j) (\sum_(j < n.+1) w P _) => A X Y.
move: (1 + _) n.+1%:R => o N cheb two X0 o0; linear (o0 *! cheb +! X0 *! two).
Qed.

(** NEW-3, the bound on the trace under CH, for every n and alpha. *)
Theorem column_honest_bound P : stochastic n P -> private n a P -> has n CH P ->
  trace n P <= column_bound.
Proof.
move=> sP dp ch; rewrite -star_trace; apply: symmetric_bound.
- exact: star_stochastic.
- exact: star_private.
- exact: (star_has (p := CH)).
exact: star_symmetric.
Qed.

(** ** It is attained for alpha >= m/(m+1) *)
Hypothesis regime : m%:R / m.+1%:R <= a.

Let slow_enough i : (i < m)%N -> i.+1%:R * (1 - a) <= a.
Proof.
move=> im; move: regime; rewrite ler_pdivr_mulr ?ltr0n // -addn1 natrD => h.
have b0 : 0 <= 1 - a by rewrite subr_ge0.
have le : i.+1%:R <= m%:R :> R by rewrite ler_nat.
move: (i.+1%:R) le => x le; linear (b0 *! le +! h).
Qed.

Let level_gt0 j : 0 < level j. Proof. by rewrite divr_gt0 ?exprn_gt0. Qed.

Let level_share i : (i <= m)%N -> share a level i = i.+1%:R * (central / a ^+ (m - i)).
Proof.
move=> im; rewrite mulr_natl -[i.+1 in RHS]card_ord -sumr_const; apply: eq_bigr => j _.
have ji := ltn_ord j; rewrite /level mulrCA; congr (_ * _).
rewrite (_ : m - j = (m - i) + (i - j))%N; last by counts.
by rewrite exprD invfM mulrCA divff ?mulr1 // lt0r_neq0 // exprn_gt0.
Qed.

Let level_step i : (i < m)%N -> level i.+1 = a * level i.
Proof.
move=> im; rewrite /level (_ : m - i = (m - i.+1).+1)%N; last by counts.
rewrite exprS invfM mulrCA; congr (_ * _).
by rewrite mulrA divff ?mul1r // lt0r_neq0.
Qed.

Let level_rise i : (i < m)%N -> 1 / (1 + a) < share a level i -> 1 / (1 + a) < share a level i.+1.
Proof.
move=> im /lt_le_trans; apply; rewrite !level_share //; last exact: ltnW.
have := level_step im; rewrite /level => ->.
have l0 := level_gt0 i; move: l0; rewrite /level.
move: (central / _) => l l0; rewrite mulrA ler_pmul2r // -[i.+2]addn1 natrD; have := slow_enough im.
by move: (i.+1%:R) => x h; linear h.
Qed.

Let level_middle : share a level m + a * share a level (n - m).-1 = 1.
Proof.
have n1 : n.+1%:R != 0 :> R by rewrite pnatr_eq0.
rewrite !level_share ?subnn //; last by counts.
case: (leqP n (m + m)) => h.
  rewrite (_ : m - (n - m).-1 = 1)%N; last by counts.
  rewrite /central (_ : n - (m + m) = 0)%N ?expr0; last by counts.
  rewrite (_ : (n - m).-1.+1 = m); last by counts.
  have -> : n.+1%:R = m.+1%:R + m%:R :> R by rewrite -natrD; congr (_%:R); counts.
  have pos : m.+1%:R + m%:R != 0 :> R by rewrite -natrD pnatr_eq0.
  move: pos; move: (m.+1%:R) (m%:R) => x y pos.
  by field; rewrite pos lt0r_neq0.
rewrite (_ : m - (n - m).-1 = 0)%N; last by counts.
rewrite /central (_ : n - (m + m) = 1)%N ?expr0 ?expr1; last by counts.
rewrite (_ : (n - m).-1.+1 = m.+1); last by counts.
have -> : n.+1%:R = m.+1%:R + m.+1%:R :> R by rewrite -natrD; congr (_%:R); counts.
have pos : m.+1%:R != 0 :> R by rewrite pnatr_eq0.
have pos2 : m.+1%:R + m.+1%:R != 0 :> R by rewrite -natrD pnatr_eq0.
move: pos pos2; move: (m.+1%:R) => x pos pos2.
by field; rewrite pos2 lt0r_neq0.
Qed.

Definition levelled := scaled n m a level.

(** NEW-3, attained: by a mechanism with all properties but fairness. *)
Theorem column_attained : [/\ stochastic n levelled, private n a levelled, six n levelled
  & trace n levelled = column_bound].
Proof.
have ge0 j : (j <= m)%N -> 0 <= level j by move=> _; apply: ltW.
have st := scaled_stochastic n_gt0 m_low m_high a_gt0 a_lt1 ge0 level_rise level_middle.
split=> //.
- exact: scaled_private.
- apply: six_of => //; [exact: scaled_RM| |exact: scaled_S].
  apply: scaled_CM => // i im; rewrite level_step //.
  rewrite mulrA -[leRHS]mul1r ler_pmul2r //.
  have s1 := scale_le1 n_gt0 m_low m_high a_gt0 a_lt1 ge0 level_rise level_middle im.
  by apply: le_trans (_ : 1 * a <= 1); [rewrite ler_pmul2r | rewrite mul1r].
exact: scaled_trace.
Qed.

(** So {CH}, {CM} and {CM, RM, RH, S, WH} cost the same there. *)
Corollary column_optimal P : stochastic n P -> private n a P -> has n CH P ->
  L0 n levelled <= L0 n P.
Proof.
move=> sP dp ch; have [sL _ _ tL] := column_attained; rewrite !L0_trace // tL.
by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_add2l ler_opp2 column_honest_bound.
Qed.

End ColumnHonesty.
