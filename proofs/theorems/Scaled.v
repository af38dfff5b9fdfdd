(** * Mechanisms whose far outputs are scaled from one input to the next

    Given half a diagonal d_0 ... d_m, m = floor(n/2): on inputs i <= m the outputs j <= i have
    a^(i-j) d_j, together H_i; the others are those of input i + 1, scaled by
    (1 - H_i) / (1 - a H_i), so that the row sums to 1. Inputs beyond m mirror those below.
    This is an alpha-DP mechanism, symmetric and row monotone, if H_i <= 1/(1+a) for i < m and the
    middle row sums to 1. In Python: [proofs/lemmas/scaled.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n m : nat) (a : R) (d : nat -> R).

(** What input [i] gives to the outputs up to its own. *)
Definition share i := \sum_(j < i.+1) a ^+ (i - j) * d j.
Definition scale i := (1 - share i) / (1 - a * share i).
Definition diagonal j := d (minn j (n - j)).
Definition half i j :=
  if (j <= i)%N then a ^+ (i - j) * diagonal j
  else (\prod_(i <= l < minn j m) scale l) * (a ^+ (j - m) * diagonal j).
Definition scaled i j := if (i <= m)%N then half i j else half (n - i) (n - j).
End Definitions.

Section Scaled.
Variables (R : realFieldType) (n m : nat) (a : R) (d : nat -> R).
Hypotheses (n_gt0 : (0 < n)%N) (m_low : (m + m <= n)%N) (m_high : (n <= (m + m).+1)%N).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).

Local Notation H := (share a d).
Local Notation s := (scale a d).
Local Notation e := (diagonal n d).
Local Notation half := (half n m a d).
Local Notation scaled := (scaled n m a d).

Hypothesis d_ge0 : forall j, (j <= m)%N -> 0 <= d j.
(** Once too large, the share stays so up to the middle. *)
Hypothesis H_rise : forall i, (i < m)%N -> 1 / (1 + a) < H i -> 1 / (1 + a) < H i.+1.
(** The middle row sums to 1. *)
Hypothesis middle : H m + a * H (n - m).-1 = 1.

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.

Let e_ge0 j : (j <= n)%N -> 0 <= e j.
Proof. by move=> jle; apply: d_ge0; counts. Qed.

Let H_ge0 i : (i <= m)%N -> 0 <= H i.
Proof.
move=> ile; apply: sumr_ge0 => j _; rewrite mulr_ge0 ?exprn_ge0 // d_ge0 //.
by have := ltn_ord j; counts.
Qed.

Let H_low i : (i < m)%N -> H i <= 1 / (1 + a).
Proof.
move=> im; rewrite leNgt; apply/negP => big.
have all_big k : (i <= k)%N -> (k <= m)%N -> 1 / (1 + a) < H k.
  move=> ik; rewrite -(subnKC ik); elim: (k - i)%N => [|t IH]; first by rewrite addn0.
  by rewrite addnS => h; apply: H_rise => //; apply/IH/ltnW.
have h1 : 1 / (1 + a) < H m by apply: all_big; counts.
have h2 : 1 / (1 + a) < H (n - m).-1 by apply: all_big; counts.
have := middle; move: (H m) (H _) h1 h2 => x y h1 h2 xy.
have : (0 : R) < 0 by linear (h1 +! a_gt0 *! h2 +! xy).
by rewrite ltxx.
Qed.

Let rest_gt0 i : (i < m)%N -> 0 < 1 - a * H i.
Proof.
move=> im; rewrite subr_gt0; apply: le_lt_trans (_ : a * (1 / (1 + a)) < 1).
  by rewrite ler_pmul2l ?H_low.
by rewrite mulrA mulr1 ltr_pdivr_mulr // mul1r; linear (@ltr01 R).
Qed.

Lemma scale_le1 i : (i < m)%N -> s i <= 1.
Proof.
move=> im; rewrite /scale ler_pdivr_mulr ?rest_gt0 // mul1r ler_add2l ler_opp2.
by rewrite ler_pimull ?H_ge0 // ltnW.
Qed.

Let s_low i : (i < m)%N -> a <= s i.
Proof.
move=> im; rewrite /scale ler_pdivl_mulr ?rest_gt0 //.
have := H_low im; rewrite ler_pdivl_mulr // => h.
have g : 0 <= 1 - a by rewrite subr_ge0.
by linear (g *! h).
Qed.

Let s_ge0 i : (i < m)%N -> 0 <= s i.
Proof. by move=> im; apply: le_trans (s_low im). Qed.

Lemma half_ge0 i j : (i <= m)%N -> (j <= n)%N -> 0 <= half i j.
Proof.
move=> im jle; rewrite /Scaled.half; case: ifP => _; first by rewrite mulr_ge0 ?exprn_ge0 ?e_ge0.
rewrite !mulr_ge0 ?exprn_ge0 ?e_ge0 // big_nat prodr_ge0 // => l /andP[_ h].
by apply: s_ge0; counts.
Qed.

(** From a row to the one before it. *)
Lemma half_far i j : (i < m)%N -> (i < j)%N -> half i j = s i * half i.+1 j.
Proof.
move=> im ij; rewrite /Scaled.half leqNgt ij /= big_ltn; last by counts.
case: (leqP j i.+1) => h; last by rewrite !mulrA.
have -> : j = i.+1 by counts.
rewrite (_ : minn i.+1 m = i.+1); last by counts.
rewrite big_geq // (_ : i.+1 - m = 0)%N; last by counts.
by rewrite subnn !expr0 !mul1r mulr1.
Qed.

Lemma half_near i j : (j <= i)%N -> half i.+1 j = a * half i j.
Proof.
move=> ji; rewrite /Scaled.half ji (leq_trans ji (leqnSn i)) subSn //.
by rewrite exprS mulrA.
Qed.

Lemma half_middle j : half m j = a ^+ dist m j * e j.
Proof.
rewrite /Scaled.half; case: leqP => h; first by rewrite (_ : dist m j = m - j)%N // /dist; counts.
by rewrite big_geq // mul1r (_ : dist m j = j - m)%N // /dist; counts.
Qed.

Lemma diagonal_mirror j : (j <= n)%N -> e (n - j) = e j.
Proof. by move=> jle; rewrite /diagonal subKn // minnC. Qed.

Theorem scaled_S : has n S scaled.
Proof.
move=> i j ile jle; rewrite /Scaled.scaled; case: (leqP i m) => h; case: (leqP (n - i) m) => g.
- have [-> nm] : i = m /\ (n - m = m)%N by split; counts.
  rewrite nm !half_middle diagonal_mirror //; congr (_ ^+ _ * _).
  by rewrite /dist; counts.
- by rewrite !subKn.
- by [].
by have : False by counts.
Qed.

Theorem scaled_diagonal i : (i <= n)%N -> scaled i i = e i.
Proof.
move=> ile; rewrite /Scaled.scaled /Scaled.half !leqnn !subnn !expr0 !mul1r diagonal_mirror //.
by case: ifP.
Qed.

Lemma share_row i : (i <= m)%N -> \sum_(j < n.+1 | (j <= i)%N) a ^+ (i - j) * e j = H i.
Proof.
move=> im; have inn : (i.+1 <= n.+1)%N by counts.
rewrite -[LHS](big_ord_widen n.+1 (fun j => a ^+ (i - j) * e j) inn).
apply: eq_bigr => j _; rewrite /diagonal; congr (_ * d _).
by have := ltn_ord j; counts.
Qed.

Let middle_row : \sum_(j < n.+1) half m j = 1.
Proof.
rewrite (bigID (fun j : 'I_n.+1 => (j <= m)%N)) /= -middle; congr (_ + _).
  rewrite -share_row //; apply: eq_bigr => j jm; rewrite half_middle.
  by rewrite (_ : dist m j = m - j)%N // /dist; counts.
have im : ((n - m).-1 <= m)%N by counts.
rewrite -(share_row im) mulr_sumr [RHS](reindex_inj rev_ord_inj) /=.
apply: eq_big => [j|j jm]; first by rewrite subSS; have := ltn_ord j; counts.
rewrite subSS half_middle diagonal_mirror ?le_ord // mulrA -exprS; congr (_ ^+ _ * _).
by have := le_ord j; rewrite /dist; counts.
Qed.

Let half_row i : (i <= m)%N -> \sum_(j < n.+1) half i j = 1.
Proof.
move=> im; rewrite -(subKn im); elim: (m - i)%N (leq_subr i m) => [|k IH] h.
  by rewrite subn0; apply: middle_row.
have [l [lm e1 e2]] : exists l, [/\ (l < m)%N, (m - k.+1)%N = l & (m - k)%N = l.+1].
  by exists (m - k.+1)%N; split; counts.
have := IH (ltnW h); rewrite e1 e2 => next.
have low : \sum_(j < n.+1 | (j <= l)%N) half l j = H l.
  rewrite -share_row; last exact: ltnW.
  by apply: eq_bigr => j jl; rewrite /Scaled.half jl.
have low' : \sum_(j < n.+1 | (j <= l)%N) half l.+1 j = a * H l.
  by rewrite -low mulr_sumr; apply: eq_bigr => j jl; rewrite half_near.
move: next; rewrite !(bigID (fun j : 'I_n.+1 => (j <= l)%N) xpredT) /= low low' => next.
have -> : \sum_(j < n.+1 | ~~ (j <= l)%N) half l j = s l * \sum_(j < n.+1 | ~~ (j <= l)%N) half l.+1 j.
  by rewrite mulr_sumr; apply: eq_bigr => j; rewrite -ltnNge => jl; rewrite half_far.
have -> : \sum_(j < n.+1 | ~~ (j <= l)%N) half l.+1 j = 1 - a * H l by rewrite -next addrAC subrr add0r.
by rewrite /scale divfK ?lt0r_neq0 ?rest_gt0 // addrC subrK.
Qed.

Theorem scaled_stochastic : stochastic n scaled.
Proof.
split=> [i j ile jle|i ile]; rewrite /Scaled.scaled; case: (leqP i m) => h.
- exact: half_ge0.
- by apply: half_ge0; counts.
- exact: half_row.
by rewrite (rev_counts n (fun j => half (n - i) j)) half_row //; counts.
Qed.

(** Towards its output a column grows, by a factor of at most 1/a. *)
Let half_step i j : (i < m)%N -> (j <= n)%N ->
  if (i < j)%N then a * half i.+1 j <= half i j <= half i.+1 j
  else a * half i j <= half i.+1 j <= half i j.
Proof.
move=> im jle; case: ltnP => h.
  have y0 : 0 <= half i.+1 j by apply: half_ge0.
  by rewrite (half_far im h) ler_wpmul2r ?s_low // ler_pimull // scale_le1.
have x0 : 0 <= half i j by apply: half_ge0 => //; apply: ltnW.
by rewrite half_near // lexx ler_pimull.
Qed.

Lemma scaled_step i j : (i < n)%N -> (j <= n)%N ->
  if (i < j)%N then a * scaled i.+1 j <= scaled i j <= scaled i.+1 j
  else a * scaled i j <= scaled i.+1 j <= scaled i j.
Proof.
move=> ilt jle; case: (ltnP i m) => im.
  by rewrite /Scaled.scaled im (ltnW im); apply: half_step.
case: (ltnP (n - i.+1) m) => g.
  rewrite [scaled i j]scaled_S ?[scaled i.+1 j]scaled_S //; last exact: ltnW.
  have step := @half_step (n - i.+1) (n - j) g (leq_subr _ _).
  have e1 : ((n - i.+1).+1 = n - i)%N by counts.
  have e2 : (n - i.+1 < n - j)%N = ~~ (i < j)%N by counts.
  move: step; rewrite e2 e1 /Scaled.scaled (ltnW g) (_ : (n - i <= m)%N); last by counts.
  by case: (i < j)%N.
have [e1 e2] : i = m /\ (n - i.+1 = m)%N by split; counts.
rewrite [scaled i.+1 j]scaled_S // e2 e1 /Scaled.scaled leqnn !half_middle diagonal_mirror //.
have e0 := e_ge0 jle; case: ltnP => h.
  rewrite (_ : dist m j = (dist m (n - j)).+1); last by rewrite /dist; counts.
  rewrite exprS -mulrA lexx ler_pimull // mulr_ge0 ?exprn_ge0 //.
rewrite (_ : dist m (n - j) = (dist m j).+1); last by rewrite /dist; counts.
by rewrite exprS -mulrA lexx ler_pimull // mulr_ge0 ?exprn_ge0.
Qed.

Theorem scaled_RM : has n RM scaled.
Proof. by move=> i j ilt jle; have := scaled_step ilt jle; case: ifP => _ /andP[]. Qed.

Theorem scaled_private : private n a scaled.
Proof.
move=> i j ilt jle; have [p0 _] := scaled_stochastic.
have x0 : 0 <= scaled i j by apply: p0 => //; apply: ltnW.
have y0 : 0 <= scaled i.+1 j by apply: p0.
have := scaled_step ilt jle; case: ifP => _ /andP[h1 h2]; split=> //.
  by apply: le_trans h2; rewrite ler_pimull.
by apply: le_trans h2; rewrite ler_pimull.
Qed.

(** Twice the half diagonal. *)
Lemma scaled_trace : trace n scaled = \sum_(j < n.+1) e j.
Proof. by apply: eq_bigr => j _; rewrite scaled_diagonal ?le_ord. Qed.

(** ** Column monotonicity *)
Hypothesis d_near : forall i, (i < m)%N -> a * d i <= d i.+1.
Hypothesis d_far : forall i, (i < m)%N -> scale a d i * d i.+1 <= d i.

Let half_near_CM i j : (i <= m)%N -> (j < i)%N -> half i j <= half i j.+1.
Proof.
move=> im ji; rewrite /Scaled.half ji (ltnW ji) (_ : (i - j = (i - j.+1).+1)%N); last by counts.
have [e1 e2] : minn j (n - j) = j /\ minn j.+1 (n - j.+1) = j.+1 by split; counts.
rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 // /diagonal e1 e2; apply: d_near; counts.
Qed.

Let half_far_CM i j : (i <= m)%N -> (i <= j)%N -> (j < n)%N -> half i j.+1 <= half i j.
Proof.
move=> im; rewrite -(subKn im); elim: (m - i)%N (leq_subr i m) j => [|k IH] h j.
  rewrite subn0 => mj jn; rewrite !half_middle.
  rewrite (_ : dist m j.+1 = (dist m j).+1); last by rewrite /dist; counts.
  rewrite exprSr -mulrA ler_wpmul2l ?exprn_ge0 // /diagonal.
  case: (leqP (n - j) m) => g.
    have [x [e1 e2]] : exists x, minn j.+1 (n - j.+1) = x /\ (minn j (n - j) = x.+1 \/ minn j (n - j) = x).
      by exists (n - j.+1)%N; split; counts.
    rewrite e1; case: e2 => e2; rewrite e2; first by apply: d_near; counts.
    by rewrite ler_pimull // d_ge0 //; counts.
  have [e1 e2] : minn j.+1 (n - j.+1) = m /\ minn j (n - j) = m by split; counts.
  by rewrite e1 e2 ler_pimull ?d_ge0.
have [l [lm e1 e2]] : exists l, [/\ (l < m)%N, (m - k.+1)%N = l & (m - k)%N = l.+1].
  by exists (m - k.+1)%N; split; counts.
rewrite e1 => lj jn; have := IH (ltnW h) j; rewrite e2 => next.
have lj1 : (l < j.+1)%N by [].
rewrite (half_far lm lj1); case: (ltnP l j) => lt.
  by rewrite (half_far lm lt) ler_wpmul2l ?s_ge0 ?next.
have -> : j = l by counts.
rewrite /Scaled.half !leqnn !subnn !expr0 !mul1r /diagonal.
have [f1 f2] : minn l (n - l) = l /\ minn l.+1 (n - l.+1) = l.+1 by split; counts.
by rewrite f1 f2 d_far.
Qed.

Theorem scaled_CM : has n CM scaled.
Proof.
move=> i j ile jlt; rewrite /Scaled.scaled; case: (leqP i m) => im.
  by case: ltnP => h; [apply: half_near_CM | apply: half_far_CM].
have e1 : (n - j = (n - j.+1).+1)%N by counts.
have nm : (n - i <= m)%N by counts.
rewrite e1; case: ltnP => h; first by apply: half_far_CM; counts.
by apply: half_near_CM; counts.
Qed.
End Scaled.
