(** * Noise drawn again until it lands

    NEW-4, and section 2.4 of _Geometric Mechanism Notes_: two-sided geometric noise of base [b],
    conditioned on landing in [0..n], is alpha-DP exactly for alpha <= b / c, with
    c = 1 + (1-b)(b-b^n)/(1-b^(n+1)). In Python: [mechanisms/families/rejection.py],
    [proofs/findings/rejection.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel Noise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rejection.
Variables (R : realFieldType) (n : nat) (b : R).
Hypotheses (n_gt0 : (0 < n)%N) (b_gt0 : 0 < b) (b_lt1 : b < 1).

Let b_ge0 : 0 <= b. Proof. exact: ltW. Qed.
Let minus_gt0 : 0 < 1 - b. Proof. by rewrite subr_gt0. Qed.
Let plus_gt0 : 0 < 1 + b. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let power_gt0 k : 0 < b ^+ k. Proof. exact: exprn_gt0. Qed.
Let power_le1 k : b ^+ k <= 1. Proof. by rewrite exprn_ile1 // ltW. Qed.

(** What lands, and the mechanism. *)
Definition landed i : R := \sum_(j < n.+1) b ^+ dist i j.
Definition conditioned i j : R := b ^+ dist i j / landed i.

Lemma landed_gt0 i : 0 < landed i.
Proof.
rewrite /landed big_ord_recl; apply: ltr_paddr; last exact: power_gt0.
by apply: sumr_ge0 => j _; apply/ltW/power_gt0.
Qed.

Lemma conditioned_stochastic : stochastic n conditioned.
Proof.
split=> [i j _ _|i _]; first by rewrite divr_ge0 // ltW // landed_gt0.
by rewrite /conditioned -mulr_suml divff // lt0r_neq0 // landed_gt0.
Qed.

(** The law of the draws: T attempts of the noise, the first that lands counts. *)
Theorem attempts i j m : (i <= n)%N -> (j <= n)%N ->
  let miss := 1 - (1 - b) / (1 + b) * landed i in
  \sum_(t < m) miss ^+ t * pmf b (dist i j) = conditioned i j * (1 - miss ^+ m).
Proof.
move=> ile jle miss; rewrite -mulr_suml.
have e : \sum_(t < m) miss ^+ t * ((1 - b) / (1 + b) * landed i) = 1 - miss ^+ m.
  rewrite -mulr_suml -opprB subrX1 -mulNr -/miss opprB mulrC; congr (_ * _).
  by rewrite /miss opprB addrCA subrr addr0.
rewrite -e -mulr_suml /conditioned /pmf; have := landed_gt0 i.
move: (landed i) (\sum_(t < m) _) (b ^+ _) => L s x L0.
by field; rewrite !lt0r_neq0.
Qed.

(** In closed form. *)
Lemma landedE i : (i <= n)%N -> landed i = (1 + b - b ^+ i.+1 - b ^+ (n - i).+1) / (1 - b).
Proof.
move=> ile; have part m : (m <= n)%N -> \sum_(j < m.+1) b ^+ dist i j =
    if (m <= i)%N then b ^+ (i - m) * (1 - b ^+ m.+1) / (1 - b)
    else (1 + b - b ^+ i.+1 - b ^+ (m - i).+1) / (1 - b).
  elim: m => [|m IH] mle.
    by rewrite big_ord1 /= subn0 expr1 mulfK ?lt0r_neq0 // /dist sub0n addn0 subn0.
  rewrite big_ord_recr /= IH ?(ltnW mle) //; case: (ltnP m i) => h.
    rewrite (ltnW h) (_ : dist i m.+1 = i - m.+1)%N; last by rewrite /dist; lia.
    by rewrite (_ : i - m = (i - m.+1).+1)%N ?exprS; [field; rewrite lt0r_neq0|lia].
  have -> : dist i m.+1 = (m.+1 - i)%N by rewrite /dist; lia.
  case: (leqP m i) => g.
    have -> : i = m by lia.
    by rewrite subnn subSnn !exprS; field; rewrite lt0r_neq0.
  by rewrite (_ : m.+1 - i = (m - i).+1)%N ?exprS; [field; rewrite lt0r_neq0|lia].
rewrite /landed part //; case: leqP => // h.
have -> : i = n by lia.
by rewrite subnn exprS; field; rewrite lt0r_neq0.
Qed.

(** The cost of rejection. *)
Definition rejection_cost : R := 1 + (1 - b) * (b - b ^+ n) / (1 - b ^+ n.+1).

Let whole_gt0 : 0 < 1 - b ^+ n.+1. Proof. by rewrite subr_gt0 exprn_ilt1. Qed.

Lemma cost_ge1 : 1 <= rejection_cost.
Proof.
have d : 0 <= b - b ^+ n by rewrite subr_ge0 -[leRHS]expr1 ler_wiexpn2l // ltW.
by rewrite ler_addl (divr_ge0 (mulr_ge0 (ltW minus_gt0) d) (ltW whole_gt0)).
Qed.

(** c < 1/b: rejection costs less than eps. *)
Theorem cost_below : rejection_cost < b^-1.
Proof.
rewrite -subr_gt0; have -> : b^-1 - rejection_cost =
    (1 - b) * ((1 - b) * (1 + b) ) / (b * (1 - b ^+ n.+1)).
  rewrite /rejection_cost exprS.
  have := whole_gt0; rewrite exprS; move: (b ^+ n) => x x0; field.
  by rewrite !lt0r_neq0.
by rewrite divr_gt0 ?mulr_gt0.
Qed.

(** c < 5/4: at most ln(5/4). *)
Theorem cost_lt : rejection_cost < 5%:R / 4%:R.
Proof.
have half : (1 - b) * (b - b ^+ n) / (1 - b ^+ n.+1) < (1 - b) * b.
  rewrite -mulrA ltr_pmul2l // ltr_pdivr_mulr //.
  have d : 0 < b ^+ n * (1 - b * b) by rewrite mulr_gt0 ?subr_gt0 ?mulr_ilt1.
  by rewrite exprS; linear d.
have q : 0 <= (2%:R * b - 1) ^+ 2 by rewrite sqr_ge0.
have c0 : 0 <= 4%:R^-1 :> R by rewrite invr_ge0 ler0n.
by rewrite /rejection_cost; move: half; move: (_ * _ / _) => x half; linear (half +! (c0 *! q)).
Qed.

(** Neighbouring rows: what lands differs by a factor c at most, and by c at input 0. *)
Lemma landed_ratio i : (i < n)%N ->
  landed i.+1 <= rejection_cost * landed i /\ landed i <= rejection_cost * landed i.+1.
Proof.
move=> ilt; rewrite !landedE //; last exact: ltnW.
have [k nk] : exists k, n = (i + k).+1 by exists (n - i.+1)%N; lia.
have -> : (n - i)%N = k.+1 by lia.
have -> : (n - i.+1)%N = k by lia.
have w := whole_gt0; rewrite /rejection_cost; move: w; rewrite nk !exprS exprD.
have := (ltW (power_gt0 i), power_le1 i, ltW (power_gt0 k), power_le1 k).
move: (b ^+ i) (b ^+ k) => x y [[[x0 x1] y0] y1] w.
have xy : x * y <= 1 by rewrite mulr_ile1.
have bb : b * b <= 1 by rewrite mulr_ile1 // ltW.
have bxy : b * b * (x * y) <= 1 by rewrite mulr_ile1 ?mulr_ge0.
have part u v : 0 <= u -> u <= 1 -> 0 <= v -> u * v = x * y ->
    0 <= b * ((1 - u) * (v * (1 - b * b) + (1 - b * b * (x * y)) + b * (1 - x * y))) /
      (1 - b * (b * (x * y))).
  move=> u0 u1 v0 _; rewrite divr_ge0 ?(ltW w) // mulr_ge0 // mulr_ge0 ?subr_ge0 //.
  have [s t] : 0 <= 1 - b * b /\ 0 <= 1 - x * y by rewrite !subr_ge0.
  have r : 0 <= 1 - b * b * (x * y) by rewrite subr_ge0.
  exact: (addr_ge0 (addr_ge0 (mulr_ge0 v0 s) r) (mulr_ge0 b_ge0 t)).
have px := part x y x0 x1 y0 erefl; have py := part y x y0 y1 x0 (mulrC y x).
by split; [linear px|linear py].
Qed.

(** The worst ratio of neighbouring rows is c/b: alpha-DP holds for alpha <= b/c, and for no
    other alpha. *)
Theorem conditioned_private a : private n a conditioned <-> a <= b / rejection_cost.
Proof.
have c0 : 0 < rejection_cost := lt_le_trans ltr01 cost_ge1.
have zero : landed 1 = rejection_cost * landed 0.
  rewrite !landedE // subn0 /rejection_cost expr1 subn1 prednK // [b ^+ n.+1]exprS.
  have w := whole_gt0; rewrite exprS in w.
  by field; rewrite ?lt0r_neq0.
split=> [dp|h i j ilt jle].
  have [_] := dp 0%N 0%N n_gt0 isT; rewrite /conditioned zero (_ : dist 0 0 = 0%N) //.
  have L0 := landed_gt0 0; rewrite (_ : dist 1 0 = 1%N) // expr0 expr1 => g.
  have := ler_wpmul2r (ltW L0) g; rewrite mul1r divfK ?lt0r_neq0 //.
  by move: (landed 0) L0 => L L0; rewrite invfM mulrA divfK ?lt0r_neq0.
have step d e L M : (e <= d.+1)%N -> 0 < L -> 0 < M -> L <= rejection_cost * M ->
    a * (b ^+ d / M) <= b ^+ e / L.
  move=> ed L0 M0 LM; have p : 0 <= b ^+ d / M by rewrite divr_ge0 // ltW.
  apply: le_trans (ler_wpmul2r p h) _; rewrite mulrACA -exprS -invfM.
  have cM : 0 < rejection_cost * M by rewrite mulr_gt0.
  apply: (@le_trans _ _ (b ^+ e / (rejection_cost * M))).
    by rewrite ler_wpmul2r ?invr_ge0 ?(ltW cM) // ler_wiexpn2l // ltW.
  by rewrite ler_wpmul2l ?(ltW (power_gt0 _)) // lef_pinv ?posrE.
have [h1 h2] := landed_ratio ilt; have [p q] := (landed_gt0 i, landed_gt0 i.+1).
have [d e] : (dist i j <= (dist i.+1 j).+1)%N /\ (dist i.+1 j <= (dist i j).+1)%N.
  by rewrite /dist; clear -i j; lia.
by split; [exact: (step _ _ _ _ d p q h2)|exact: (step _ _ _ _ e q p h1)].
Qed.

(** So it is b-DP only where nothing is lost, for n = 1. *)
Corollary conditioned_private_base : private n b conditioned <-> n = 1%N.
Proof.
have c0 : 0 < rejection_cost := lt_le_trans ltr01 cost_ge1.
rewrite conditioned_private ler_pdivl_mulr // ger_pmulr //; split=> [h|n1].
  have [//|n2] : n = 1%N \/ (1 < n)%N by counts.
  have d : 0 < b - b ^+ n by rewrite subr_gt0 -[ltRHS]expr1 ltr_iexpn2l.
  have := divr_gt0 (mulr_gt0 minus_gt0 d) whole_gt0.
  by rewrite -(ltr_add2l 1) addr0 ltNge; move/negP.
by rewrite /rejection_cost n1 expr1 subrr mulr0 mul0r addr0.
Qed.
End Rejection.

(** ** Calibration *)
Section Calibration.
Variables (R : realFieldType) (n : nat).
Hypothesis n_gt0 : (0 < n)%N.

(** R(b) = c/b falls strictly as b rises: a level has one base at most, and every larger base
    is private enough. *)
Theorem worst_ratio_falls (b d : R) : 0 < b -> b < d -> d < 1 ->
  rejection_cost n d / d < rejection_cost n b / b.
Proof.
move=> b0 bd d1; have d0 := lt_trans b0 bd; have b1 := lt_trans bd d1.
have form x : 0 < x -> x < 1 ->
    rejection_cost n x / x = x^-1 + (1 - x ^+ n.-1) / \sum_(k < n.+1) x ^+ k.
  move=> x0 x1; have u : 0 < 1 - x by rewrite subr_gt0.
  have w : 0 < 1 - x ^+ n.+1 by rewrite subr_gt0 exprn_ilt1 // ltW.
  have -> : \sum_(k < n.+1) x ^+ k = (1 - x ^+ n.+1) / (1 - x).
    by rewrite -opprB subrX1 -mulNr opprB mulrC mulKf // lt0r_neq0.
  rewrite /rejection_cost; move: w; rewrite !exprS -{2 4}(prednK n_gt0) exprS.
  by move: (x ^+ n.-1) => y w; field; rewrite ?lt0r_neq0.
rewrite !form //; apply: ltr_le_add; first by rewrite ltf_pinv ?posrE.
have up k : b ^+ k <= d ^+ k by rewrite ler_expn2r ?nnegrE ?ltW.
have S0 x : 0 < x -> 0 < \sum_(k < n.+1) x ^+ k.
  move=> x0; rewrite big_ord_recl expr0 ltr_paddr ?ltr01 //.
  by apply: sumr_ge0 => k _; rewrite exprn_ge0 // ltW.
apply: ler_pmul.
- by rewrite subr_ge0 exprn_ile1 ?(ltW d0) ?(ltW d1).
- by rewrite invr_ge0 ltW // S0.
- by rewrite ler_add2l ler_opp2.
by rewrite lef_pinv ?posrE ?S0 // ler_sum.
Qed.
End Calibration.
