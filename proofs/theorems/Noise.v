(** * Two-sided geometric noise

    Its law, three ways to draw it, and what clamping and rejection make of it: _Geometric
    Mechanism Notes_ (COV), sections 2.1 to 2.4, and _Releasing Counts with Differential Privacy_
    (COL). Sums over finitely many values are stated exactly, with what is left over; where the
    field is archimedean what is left over vanishes, and the sums have their limits.
    In Python: [mechanisms/families/noise.py], [mechanisms/sampling/two_sided.py],
    [mechanisms/sampling/truncated.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Limits, as far as they are needed *)
Section Limits.
Variable R : archiFieldType.
Implicit Types (f g : nat -> R) (a e x : R).

Definition tends f l := forall e, 0 < e -> exists N, forall m, (N <= m)%N -> `|f m - l| < e.

Lemma tends_ext f g l : (forall m, f m = g m) -> tends f l -> tends g l.
Proof. by move=> e h eps e0; have [N H] := h eps e0; exists N => m /H; rewrite e. Qed.

Lemma cube m : (4 <= m)%N -> (m ^ 3 <= 24 * 'C(m, 3))%N.
Proof.
have square k : (2 <= k)%N -> (k ^ 2 <= 4 * 'C(k, 2))%N.
  elim: k => // k IH h; case: (ltnP 1 k) => [k2|k1]; last by have -> : k = 1%N by lia.
  by have := IH k2; rewrite binS bin1; move: ('C(k, 2)) => b; nia.
elim: m => // m IH h; case: (ltnP 3 m) => [m4|m3]; last by have -> : m = 3%N by lia.
have := IH m4; have := square m (ltnW (ltnW m4)); rewrite binS.
by move: ('C(m, 2)) ('C(m, 3)) => b c; nia.
Qed.

(* (1 + x)^m is at least each of its terms. *)
Lemma binomial_le x m k : 0 <= x -> 'C(m, k)%:R * x ^+ k <= (1 + x) ^+ m.
Proof.
move=> x0; have y0 : 0 <= 1 + x by rewrite addr_ge0 ?ler01.
elim: m k => [|m IH] [|k]; rewrite ?bin0 ?mul1r ?expr0 ?bin0n ?mul0r ?ler01 //.
  by rewrite -[1 in leLHS](expr1n _ m.+1) ler_expn2r ?nnegrE ?ler01 // ler_addl.
rewrite binS natrD !exprS; have h := IH k.+1; have g := mul_le x0 (IH k).
move: h; rewrite exprS => h; linear (h +! g).
Qed.

Variable a : R.
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).

(** m^2 a^m and less vanish. *)
Lemma vanishes c : tends (fun m => (c * m%:R ^+ 2) * a ^+ m) 0.
Proof.
move=> e e0; pose x := a^-1 - 1.
have x0 : 0 < x by rewrite subr_gt0 invf_gt1.
have x3 : 0 < x ^+ 3 by rewrite exprn_gt0.
pose b := `|c| * 24%:R / (x ^+ 3 * e).
have b0 : 0 <= b by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW // mulr_gt0.
have [k kb] : exists k, b < k%:R by exists (Num.bound b); apply: archi_boundP.
exists (maxn k 4) => m; rewrite geq_max => /andP[km m4]; rewrite subr0.
have m0 : (0 : R) < m%:R by rewrite ltr0n; lia.
have am : a ^+ m = ((1 + x) ^+ m)^-1 by rewrite /x addrCA subrr addr0 exprVn invrK.
have am0 : 0 < a ^+ m by rewrite exprn_gt0.
have bin : 'C(m, 3)%:R * x ^+ 3 * a ^+ m <= 1.
  rewrite am ler_pdivr_mulr ?mul1r; first exact/binomial_le/ltW.
  by rewrite exprn_gt0 // addr_gt0 ?ltr01.
have h : m%:R ^+ 3 * x ^+ 3 * a ^+ m <= 24%:R.
  have c3 : (m%:R : R) ^+ 3 <= 24%:R * 'C(m, 3)%:R.
    by rewrite -natrX -natrM ler_nat; apply: cube.
  have p0 : 0 <= x ^+ 3 * a ^+ m by rewrite mulr_ge0 // ltW.
  have t0 : (0 : R) <= 24%:R by rewrite ler0n.
  linear ((p0 *! c3) +! (t0 *! bin)).
have big : `|c| * 24%:R < m%:R * (x ^+ 3 * e).
  rewrite -ltr_pdivr_mulr ?mulr_gt0 //; apply: (lt_le_trans kb).
  by rewrite ler_nat.
have q0 : 0 <= (m%:R : R) ^+ 2 by rewrite exprn_ge0 ?ler0n.
rewrite normrM (ger0_norm (ltW am0)) normrM (ger0_norm q0).
rewrite -(ltr_pmul2r (mulr_gt0 m0 x3)).
have c0 : 0 <= `|c| by rewrite normr_ge0.
have g := mul_le c0 h; move: g big; move: `|c| => d g big; linear (g +! big).
Qed.

Lemma vanishes_power c : tends (fun m => c * a ^+ m) 0.
Proof.
move=> e e0; have [N H] := vanishes c e0; exists N.+1 => m Nm.
have := H m (ltnW Nm); rewrite !subr0; apply: le_lt_trans.
have q1 : 1 <= (m%:R : R) ^+ 2 by rewrite -natrX ler1n expn_gt0 (leq_ltn_trans _ Nm).
rewrite normrM [leRHS]normrM ler_wpmul2r ?normr_ge0 // normrM.
by rewrite (@ger0_norm _ (_ ^+ 2)) ?ler_pemulr ?normr_ge0 // (le_trans ler01).
Qed.

(** What is short of a limit by something that vanishes. *)
Lemma tends_short f l g : (forall m, f m = l - g m) -> tends g 0 -> tends f l.
Proof.
move=> e h eps e0; have [N H] := h eps e0; exists N => m /H.
by rewrite subr0 e addrAC subrr add0r normrN.
Qed.
End Limits.

(** ** The law *)
Section Law.
Variables (R : realFieldType) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let minus_gt0 : 0 < 1 - a. Proof. by rewrite subr_gt0. Qed.
Let plus_neq0 : 1 + a != 0. Proof. exact: lt0r_neq0. Qed.
Let minus_neq0 : 1 - a != 0. Proof. exact: lt0r_neq0. Qed.

(** The chance of a value at distance [d] from 0, on either side (COV (2.1), COL, CKS Definition
    4). *)
Definition pmf (d : nat) : R := (1 - a) / (1 + a) * a ^+ d.

Lemma pmf_gt0 d : 0 < pmf d.
Proof. by rewrite mulr_gt0 ?divr_gt0 ?exprn_gt0. Qed.

(** Neighbouring values differ by a factor alpha: eps-DP before anything is clamped. *)
Theorem pmf_private d e : (e <= d.+1)%N -> a * pmf d <= pmf e.
Proof.
move=> h; rewrite /pmf mulrCA -exprS ler_wpmul2l ?ler_wiexpn2l ?(ltW a_gt0) ?(ltW a_lt1) //.
by rewrite divr_ge0 // ltW.
Qed.

(** From [k] on, m values. *)
Theorem tail_partial k m : \sum_(d < m) pmf (k + d) = (a ^+ k - a ^+ (k + m)) / (1 + a).
Proof.
elim: m => [|m IH]; first by rewrite big_ord0 addn0 subrr mul0r.
by rewrite big_ord_recr /= IH /pmf addnS exprS; field.
Qed.

(** All values to distance m, on both sides: the law's mass, short of 1. *)
Theorem mass_partial (m : nat) : pmf 0%N + 2%:R * (\sum_(d < m) pmf d.+1) = 1 - 2%:R * a ^+ m.+1 / (1 + a).
Proof.
rewrite (eq_bigr (fun d : 'I_m => pmf (1 + d))) // tail_partial.
by rewrite /pmf add1n expr0 expr1; field.
Qed.

(** The distribution function at -k, over m values, and at k. *)
Theorem cdf_partial k m : \sum_(d < m) pmf (k + d) = a ^+ k / (1 + a) - a ^+ (k + m) / (1 + a).
Proof. by rewrite tail_partial mulrBl. Qed.

(** The second moment (COL: variance 2 alpha / (1 - alpha)^2), to distance m. *)
Theorem variance_partial m :
  2%:R * (\sum_(d < m) d%:R ^+ 2 * pmf d) = 2%:R * a / (1 - a) ^+ 2 -
  2%:R / (1 + a) / (1 - a) ^+ 2 *
  (m%:R ^+ 2 * (1 - a) ^+ 2 + 2%:R * m%:R * a * (1 - a) + a * (1 + a)) * a ^+ m.
Proof.
elim: m => [|m IH]; first by rewrite big_ord0; field; rewrite ?plus_neq0 ?minus_neq0.
by rewrite big_ord_recr /= mulrDr IH /pmf [a ^+ m.+1]exprS -[m.+1]addn1 natrD; field; rewrite ?plus_neq0 ?minus_neq0.
Qed.

Lemma quadratic (m : nat) : (0 < m)%N ->
  m%:R ^+ 2 * (1 - a) ^+ 2 + 2%:R * m%:R * a * (1 - a) + a * (1 + a) <=
  ((1 - a) ^+ 2 + 2%:R * a * (1 - a) + a * (1 + a)) * m%:R ^+ 2.
Proof.
move=> m0; have m1 : 1 <= (m%:R : R) by rewrite ler1n.
have m2 : (m%:R : R) <= m%:R ^+ 2 by rewrite exprS expr1 ler_pemull // (le_trans ler01).
have s0 : 0 <= 2%:R * a * (1 - a) by rewrite !mulr_ge0 ?ler0n // ltW.
have t0 : 0 <= a * (1 + a) by rewrite mulr_ge0 ?ltW.
have l1 := mul_le s0 m2; have l2 := mul_le t0 (le_trans m1 m2).
linear (add_le_le l1 l2).
Qed.

(** ** Ways to draw it *)

(** COL: the difference of two geometric variables, failures before a success; k >= 0, over m
    values of the smaller one. *)
Theorem difference_partial k m :
  \sum_(s < m) ((1 - a) * a ^+ (k + s)) * ((1 - a) * a ^+ s) = pmf k * (1 - a ^+ (2 * m)).
Proof.
elim: m => [|m IH]; first by rewrite big_ord0 muln0 expr0 subrr mulr0.
rewrite big_ord_recr /= IH /pmf !mul2n -!addnn addSn addnS !exprS !exprD.
by field.
Qed.

(** COV, Algorithm 1: zero or not, then a sign, then a geometric variable from 1 on. *)
Theorem sign_and_size d : (0 < d)%N ->
  (1 - (1 - a) / (1 + a)) * (2%:R^-1 * ((1 - a) * a ^+ d.-1)) = pmf d.
Proof. by case: d => // d _; rewrite /pmf exprS /=; field. Qed.

(** COV, 2.2.1: the law, given that the noise is not zero. *)
Theorem given_not_zero d : pmf d / (1 - pmf 0%N) = (1 - a) / (2%:R * a) * a ^+ d.
Proof.
rewrite /pmf expr0 mulr1; have -> : 1 - (1 - a) / (1 + a) = 2%:R * a / (1 + a) by field.
by field; rewrite ?plus_neq0 ?lt0r_neq0.
Qed.

(** ** Clamped to [0..n]: GM has the noise's chances inside, and its tails at the ends (what
    the sums of [cdf_partial] tend to). *)
Theorem clamped n i : (i <= n)%N ->
  [/\ forall j, (0 < j)%N -> (j < n)%N -> GM n a i j = pmf (dist i j),
   GM n a i 0 = a ^+ i / (1 + a) & GM n a i n = a ^+ (n - i) / (1 + a)].
Proof.
move=> ile; split=> [j j0 jn||]; rewrite /GM.
- by rewrite (factor_within a (leq_ltn_trans (leq0n j) jn) j0 jn).
- by rewrite factor_end // distC /dist sub0n subn0 add0n div1r mulrC.
rewrite factor_end ?eqxx ?orbT // div1r mulrC; congr (_ ^+ _ / _).
by rewrite /dist (eqP ile).
Qed.
End Law.

(** ** The limits *)
Section Archimedean.
Variables (R : archiFieldType) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let plus_neq0 : 1 + a != 0. Proof. exact: lt0r_neq0. Qed.
Let minus_neq0 : 1 - a != 0. Proof. by rewrite subr_eq0 (gt_eqF a_lt1). Qed.

(** The masses make 1. *)
Theorem mass : tends (fun m => pmf a 0%N + 2%:R * \sum_(d < m) pmf a d.+1) 1.
Proof.
apply: (tends_short (g := fun m => (2%:R * a / (1 + a)) * a ^+ m)); last exact: vanishes_power.
by move=> m; rewrite mass_partial // exprS mulrA mulrAC.
Qed.

(** Pr[D >= k] = Pr[D <= -k] = alpha^k / (1 + alpha). *)
Theorem tail k : tends (fun m => \sum_(d < m) pmf a (k + d)) (a ^+ k / (1 + a)).
Proof.
apply: (tends_short (g := fun m => (a ^+ k / (1 + a)) * a ^+ m)); last exact: vanishes_power.
by move=> m; rewrite cdf_partial // exprD; congr (_ - _); rewrite mulrAC.
Qed.

(** The lower end of GM is the whole tail, by all the noise at [i] and beyond. *)
Theorem clamped_low n i : (i <= n)%N -> tends (fun m => \sum_(d < m) pmf a (i + d)) (GM n a i 0).
Proof. by move=> ile; have [_ -> _] := clamped a ile; apply: tail. Qed.

Theorem clamped_high n i : (i <= n)%N ->
  tends (fun m => \sum_(d < m) pmf a (n - i + d)) (GM n a i n).
Proof. by move=> ile; have [_ _ ->] := clamped a ile; apply: tail. Qed.

Theorem variance : tends (fun m => 2%:R * \sum_(d < m) d%:R ^+ 2 * pmf a d)
  (2%:R * a / (1 - a) ^+ 2).
Proof.
pose c := 2%:R / (1 + a) / (1 - a) ^+ 2.
pose q (m : nat) : R := m%:R ^+ 2 * (1 - a) ^+ 2 + 2%:R * m%:R * a * (1 - a) + a * (1 + a).
apply: (tends_short (g := fun m => c * q m * a ^+ m)).
  exact: variance_partial.
move=> e e0; have c0 : 0 < c by rewrite !divr_gt0 ?exprn_gt0 ?subr_gt0 ?ltr0n.
pose b := (1 - a) ^+ 2 + 2%:R * a * (1 - a) + a * (1 + a).
have [N H] := vanishes a_gt0 a_lt1 (c * b) e0; exists N.+1 => m Nm.
have := H m (ltnW Nm); rewrite !subr0; apply: le_lt_trans.
have a0 := ltW a_gt0; have u0 : 0 <= 1 - a by rewrite subr_ge0 ltW.
have q0 : 0 <= q m by rewrite !addr_ge0 ?mulr_ge0 ?exprn_ge0 ?ler0n // addr_ge0 ?ler01.
have am : 0 <= a ^+ m by rewrite exprn_ge0.
have qb : q m <= b * m%:R ^+ 2 by apply: quadratic; [..|exact: leq_ltn_trans Nm].
have cq := mul_le (ltW c0) qb; rewrite mulrA in cq.
have low : 0 <= c * q m * a ^+ m := mulr_ge0 (mulr_ge0 (ltW c0) q0) am.
have step := ler_wpmul2r am cq.
by rewrite (ger0_norm low) (le_trans step) // ler_norm.
Qed.

Theorem difference k :
  tends (fun m => \sum_(s < m) ((1 - a) * a ^+ (k + s)) * ((1 - a) * a ^+ s)) (pmf a k).
Proof.
have s0 : 0 < a ^+ 2 by rewrite exprn_gt0.
have s1 : a ^+ 2 < 1 by rewrite expr_lt1 // ltW.
apply: (tends_short (g := fun m => pmf a k * (a ^+ 2) ^+ m)); last exact: vanishes_power.
by move=> m; rewrite difference_partial // mulrBr mulr1 exprM.
Qed.
End Archimedean.

(** ** Sizes to n are enough: COV, Algorithm 2 *)
Section Capped.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Let plus_neq0 : 1 + a != 0. Proof. by rewrite lt0r_neq0 // addr_gt0 ?ltr01. Qed.

(** A size of at most n, the sizes from n on together; [g] is the size less 1. Then zero or not, a
    sign, and clamping: [i - g.+1] is so on nat. *)
Definition size_mass g : R := if g.+1 == n then a ^+ g else (1 - a) * a ^+ g.
Definition capped i j : R := (1 - a) / (1 + a) * (i == j)%:R +
  a / (1 + a) * \sum_(g < n) size_mass g * ((minn (i + g.+1) n == j)%:R + ((i - g.+1)%N == j)%:R).

Lemma reach k : (k < n)%N -> \sum_(g < n) size_mass g * (k <= g)%:R = a ^+ k.
Proof.
have [m nm] : exists m, n = m.+1 by exists n.-1; rewrite prednK.
move=> kn; rewrite nm big_ord_recr /= {2}/size_mass nm eqxx.
have -> : (k <= m)%N by rewrite -ltnS -nm.
rewrite mulr1 (eq_bigr (fun g : 'I_m => ((1 - a) * a ^+ g) * (k <= g)%:R)); last first.
  by move=> g _; rewrite /size_mass nm eqSS ltn_eqF.
have km : (k <= m)%N by rewrite -ltnS -nm.
clear kn nm; elim: m km => [|m IH] km.
  by rewrite big_ord0 add0r; move: km; rewrite leqn0 => /eqP->.
rewrite big_ord_recr /=; case: (ltnP m k) => h.
  have -> : k = m.+1 by lia.
  rewrite mulr0 addr0 big1 ?add0r // => g _.
  have -> : (m < g)%N = false by have := ltn_ord g; lia.
  by rewrite mulr0.
by rewrite mulr1 -[RHS](IH h) exprS -addrA; congr (_ + _); ring.
Qed.

(** Exactly the law of GM. *)
Theorem capped_GM i j : (i <= n)%N -> (j <= n)%N -> capped i j = GM n a i j.
Proof.
move=> ile jle; rewrite /capped.
have exact k : (k < n)%N -> \sum_(g < n) size_mass g * (g == k :> nat)%:R = size_mass k.
  move=> kn; rewrite (bigD1 (Ordinal kn)) //= eqxx mulr1 big1 ?addr0 // => g.
  by rewrite -val_eqE /= => /negbTE->; rewrite mulr0.
have none (f : nat -> bool) : (forall g, (g < n)%N -> f g = false) ->
    \sum_(g < n) size_mass g * (f g)%:R = 0.
  by move=> h; rewrite big1 // => g _; rewrite h ?mulr0.
have split_sum : \sum_(g < n) size_mass g * ((minn (i + g.+1) n == j)%:R + ((i - g.+1)%N == j)%:R)
  = \sum_(g < n) size_mass g * (minn (i + g.+1) n == j)%:R
  + \sum_(g < n) size_mass g * ((i - g.+1)%N == j)%:R.
  by rewrite -big_split; apply: eq_bigr => g _; rewrite /= mulrDr.
have down : \sum_(g < n) size_mass g * ((i - g.+1)%N == j)%:R =
    if j == 0%N then a ^+ i.-1 else if (j < i)%N then (1 - a) * a ^+ (i - j).-1 else 0.
  case: eqP => [->|j0].
    rewrite -[RHS]reach; last by lia.
    by apply: eq_bigr => g _; congr (_ * (nat_of_bool _)%:R); lia.
  case: ltnP => ji; last by apply: (none (fun g => (i - g.+1)%N == j)) => g _; lia.
  rewrite (eq_bigr (fun g : 'I_n => size_mass g * (g == (i - j).-1 :> nat)%:R)); last first.
    by move=> g _; congr (_ * (nat_of_bool _)%:R); lia.
  rewrite exact; last by lia.
  by rewrite /size_mass (_ : _ == n = false) //; lia.
have up : \sum_(g < n) size_mass g * (minn (i + g.+1) n == j)%:R =
    if j == n then a ^+ (n - i).-1 else if (i < j)%N then (1 - a) * a ^+ (j - i).-1 else 0.
  case: eqP => [->|jn].
    rewrite -[RHS]reach; last by lia.
    by apply: eq_bigr => g _; congr (_ * (nat_of_bool _)%:R); lia.
  case: ltnP => ij; last by apply: (none (fun g => minn (i + g.+1) n == j)) => g _; lia.
  rewrite (eq_bigr (fun g : 'I_n => size_mass g * (g == (j - i).-1 :> nat)%:R)); last first.
    by move=> g _; congr (_ * (nat_of_bool _)%:R); lia.
  rewrite exact; last by lia.
  by rewrite /size_mass (_ : _ == n = false) //; lia.
rewrite split_sum up down /GM /factor.
case: (eqVneq j 0%N) => [->|j0] /=.
  have -> : (0 == n)%N = false by lia.
  have -> : dist i 0 = i by rewrite /dist; lia.
  rewrite add0r; case: i {ile up down split_sum} => [|i] /=.
    by rewrite expr0; field.
  by rewrite exprS; field.
case: (eqVneq j n) => [->|jn] /=.
  have -> : (n < i)%N = false by lia.
  have -> : dist i n = (n - i)%N by rewrite /dist; lia.
  rewrite addr0; case: (eqVneq i n) => [->|ine].
    by rewrite subnn /= expr0; field.
  have -> : (n - i = (n - i).-1.+1)%N by lia.
  by rewrite exprS /=; field.
case: (ltngtP i j) => ij /=.
- have -> : dist i j = (j - i).-1.+1 by rewrite /dist; lia.
  by rewrite exprS; field.
- have -> : dist i j = (i - j).-1.+1 by rewrite /dist; lia.
  by rewrite exprS; field.
by rewrite ij distnn expr0; field.
Qed.
End Capped.
