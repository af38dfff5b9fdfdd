(** * The truncated geometric mechanism

    GM adds two-sided geometric noise of base [a] = e^-eps to the count and clamps the sum to
    [0..n]; Definition 4 of _Constrained Differential Privacy for Count Data_ (CKS). Output [j]
    has a factor of its own, and a power of the distance. For every n >= 1 and 0 < a < 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Definitions.
Variables (R : realFieldType) (n : nat) (a : R).

Definition factor (j : nat) : R :=
  if (j == 0)%N || (j == n) then 1 / (1 + a) else (1 - a) / (1 + a).
Definition GM (i j : nat) : R := factor j * a ^+ dist i j.
End Definitions.

Section GM.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_le1 : a <= 1. Proof. exact: ltW. Qed.
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let plus_neq0 : 1 + a != 0. Proof. exact: lt0r_neq0. Qed.
Let minus_gt0 : 0 < 1 - a. Proof. by rewrite subr_gt0. Qed.

Local Notation factor := (factor n a).
Local Notation GM := (GM n a).

(** ** The factors *)

Lemma factor_gt0 j : 0 < factor j.
Proof. by rewrite /GM.factor; case: ifP => _; rewrite divr_gt0 ?ltr01. Qed.

Lemma factor_low j : (1 - a) / (1 + a) <= factor j.
Proof.
rewrite /GM.factor; case: ifP => // _.
by rewrite ler_pmul2r ?invr_gt0 //; linear a_gt0.
Qed.

Lemma factor_high j : factor j <= 1 / (1 + a).
Proof.
rewrite /GM.factor; case: ifP => // _.
by rewrite ler_pmul2r ?invr_gt0 //; linear a_gt0.
Qed.

Lemma factor_end i : (i == 0)%N || (i == n) -> factor i = 1 / (1 + a).
Proof. by rewrite /GM.factor => ->. Qed.

Lemma factor_within i : (0 < i)%N -> (i < n)%N -> factor i = (1 - a) / (1 + a).
Proof. by move=> *; rewrite /GM.factor (_ : _ || _ = false) //; counts. Qed.

Lemma GM_diag i : GM i i = factor i.
Proof. by rewrite /GM.GM distnn mulr1. Qed.

(** ** A mechanism: entries are not negative, rows sum to 1 *)

(** The sum of the first m + 1 entries of row i. *)
Lemma GM_partial i m : (m < n)%N ->
  \sum_(j < m.+1) GM i j =
  if (m <= i)%N then a ^+ (i - m) / (1 + a) else 1 - a ^+ (m.+1 - i) / (1 + a).
Proof.
elim: m => [|m IH] h; rewrite big_ord_recr /=.
  by rewrite big_ord0 add0r /GM.GM /GM.factor eqxx /= /dist sub0n addn0 subn0 mulrAC mul1r.
rewrite IH; last by counts.
rewrite /GM.GM /GM.factor; have -> : (m.+1 == 0)%N || (m.+1 == n) = false by counts.
rewrite /dist; case: (ltnP m i) => hi.
  have -> : (m <= i)%N by counts.
  have -> : (i - m = (i - m.+1).+1)%N by counts.
  have -> : (i - m.+1 + (m.+1 - i) = i - m.+1)%N by counts.
  by rewrite exprS; field.
case: (leqP m i) => hm.
  have -> : i = m by counts.
  have -> : (m - m.+1 + (m.+1 - m) = 1)%N by counts.
  have -> : (m.+2 - m = 2)%N by counts.
  by rewrite subnn; field.
have -> : (i - m.+1 + (m.+1 - i) = m.+1 - i)%N by counts.
have -> : (m.+2 - i = (m.+1 - i).+1)%N by counts.
by rewrite exprS; field.
Qed.

Theorem GM_rows i : (i <= n)%N -> \sum_(j < n.+1) GM i j = 1.
Proof.
move=> ile; rewrite big_ord_recr /=.
have [m nm] : exists m, n = m.+1 by exists n.-1; counts.
have := @GM_partial i m; rewrite -nm => ->; last by counts.
rewrite /GM.GM /GM.factor eqxx orbT /dist; case: (ltnP m i) => hi.
  have -> : (m <= i)%N by counts.
  have -> : (i - m = 1)%N by counts.
  have -> : (i - n + (n - i) = 0)%N by counts.
  by field.
case: (leqP m i) => hm.
  have -> : (i - m = 0)%N by counts.
  have -> : (i - n + (n - i) = 1)%N by counts.
  by field.
have -> : (i - n + (n - i) = n - i)%N by counts.
by field.
Qed.

Theorem GM_stochastic : stochastic n GM.
Proof.
split=> [i j _ _|i]; last exact: GM_rows.
by rewrite mulr_ge0 ?exprn_ge0 // ltW ?factor_gt0.
Qed.

(** ** Privacy *)

(** A step to a neighbour costs no more than a factor [a]. *)
Let GM_step j d e : (e <= d.+1)%N -> a * (factor j * a ^+ d) <= factor j * a ^+ e.
Proof.
move=> h; have f0 := ltW (factor_gt0 j).
by rewrite mulrCA -exprS ler_wpmul2l // ler_wiexpn2l.
Qed.

(** CKS, IV-B: GM is alpha-DP. *)
Theorem GM_private : private n a GM.
Proof. by move=> i j _ _; split; apply: GM_step; rewrite /dist; counts. Qed.

(** And for no larger alpha. *)
Theorem GM_tight b : private n b GM -> b <= a.
Proof.
move=> dp; have [_] := dp 0%N 0%N n_gt0 isT.
by rewrite /GM.GM /dist expr0 mulr1 mulrC ler_pmul2l // factor_gt0.
Qed.

(** ** Cost *)

Lemma GM_trace : trace n GM = (n.+1%:R - n.-1%:R * a) / (1 + a).
Proof.
rewrite /trace (eq_counts (f := fun i => GM i i) (g := factor)) => [|i _]; last exact: GM_diag.
have ends m : \sum_(i < m.+2) factor i = factor 0 + \sum_(i < m) factor i.+1 + factor m.+1.
  by rewrite big_ord_recl big_ord_recr /= addrA.
have := ends n.-1; rewrite prednK // => ->.
rewrite (eq_bigr (fun=> (1 - a) / (1 + a))) => [|i _]; last first.
  by rewrite /GM.factor (_ : _ || _ = false) //; have := ltn_ord i; counts.
rewrite sumr_const card_ord /GM.factor !eqxx orbT /= -mulr_natl.
have -> : n.+1%:R = n.-1%:R + 2%:R :> R by rewrite -natrD addn2 prednK.
by field.
Qed.

(** CKS, IV-B (CKS-42): GM's L0 score is 2 alpha / (1 + alpha), for every n. *)
Theorem GM_L0 : L0 n GM = 2%:R * a / (1 + a).
Proof.
rewrite (L0_trace GM_stochastic) GM_trace.
have n0 : n%:R != 0 :> R by rewrite pnatr_eq0; counts.
have -> : n.-1%:R = n%:R - 1 :> R by rewrite -subn1 natrB.
by rewrite -addn1 natrD; field; nonzero.
Qed.

(** ** Properties *)

(** CKS, IV-B: GM is symmetric, for every alpha. *)
Theorem GM_S : has n S GM.
Proof.
move=> i j ile jle; rewrite /GM.GM; congr (_ * _ ^+ _); last by rewrite /dist; counts.
by rewrite /GM.factor (_ : _ || _ = (n - j == 0)%N || (n - j == n)%N) //; counts.
Qed.

(** CKS, IV-B: GM is row monotone, for every alpha. *)
Theorem GM_RM : has n RM GM.
Proof.
move=> i j _ _; rewrite /GM.GM.
by case: ifP => h; rewrite ler_pmul2l ?factor_gt0 // ler_wiexpn2l // /dist; counts.
Qed.

(** With alpha at most 1/2, a step away from the truth outweighs any two factors. *)
Let GM_fading j k d : a <= 2%:R^-1 -> factor j * a ^+ d.+1 <= factor k * a ^+ d.
Proof.
move=> half; rewrite exprS mulrA ler_pmul2r ?exprn_gt0 //.
apply: le_trans (factor_low k); rewrite mulrC.
apply: le_trans (ler_wpmul2l a_ge0 (factor_high j)) _.
have p0 : 0 <= 2%:R / (1 + a) by rewrite divr_ge0 ?ler0n // ltW.
linear (p0 *! half).
Qed.

(** The place where GM is not honest by columns if alpha > 1/2: the last but one input. *)
Let GM_edge : (1 < n)%N -> GM n.-1 n <= GM n.-1 n.-1 -> a <= 2%:R^-1.
Proof.
move=> n2; rewrite /GM.GM distnn mulr1 /GM.factor eqxx orbT.
have -> : (n.-1 == 0)%N || (n.-1 == n) = false by counts.
have -> : dist n.-1 n = 1%N by rewrite /dist; counts.
rewrite expr1 mulrAC ler_pmul2r ?invr_gt0 // => h.
have t0 : 0 <= 2%:R^-1 :> R by rewrite invr_ge0 ler0n.
linear (t0 *! h).
Qed.

(** CKS, Lemma 3 (CKS-45): GM is column monotone iff alpha <= 1/2; n >= 2, as for n = 1 it is
    so always. *)
Theorem GM_CM : (1 < n)%N -> has n CM GM <-> a <= 2%:R^-1.
Proof.
move=> n2; split=> [h|half i j ile jlt].
  by have := h n.-1 n.-1; rewrite ltnn prednK // => e; apply: GM_edge => //; apply: e; counts.
rewrite /GM.GM; case: ifP => h.
  by have -> : dist i j = (dist i j.+1).+1; [rewrite /dist; counts | apply: GM_fading].
by have -> : dist i j.+1 = (dist i j).+1; [rewrite /dist; counts | apply: GM_fading].
Qed.

(** Likewise for column honesty. *)
Theorem GM_CH : (1 < n)%N -> has n CH GM <-> a <= 2%:R^-1.
Proof.
move=> n2; split=> [h|half i j ile jle]; first by apply: GM_edge => //; apply: h; counts.
have [->//|ne] := eqVneq j i; rewrite GM_diag /GM.GM -[leRHS]mulr1 -(expr0 a).
apply: le_trans (GM_fading j i 0 half).
by rewrite ler_pmul2l ?factor_gt0 // ler_wiexpn2l // /dist; counts.
Qed.

Theorem GM_CM_1 : n = 1%N -> has n CM GM.
Proof.
move=> n1 i j ile jlt; rewrite /GM.GM !factor_end; [|counts|counts].
have x0 : 0 < 1 / (1 + a) by rewrite divr_gt0 ?ltr01.
by case: ifP => h; rewrite ler_pmul2l // ler_wiexpn2l // /dist; counts.
Qed.

(** CKS, Lemma 2 (CKS-43): GM is weakly honest iff n >= 2 alpha / (1 - alpha); n >= 2, as for n = 1
    it is so always. *)
Theorem GM_WH : (1 < n)%N -> has n WH GM <-> 2%:R * a / (1 - a) <= n%:R.
Proof.
move=> n2; have nn : (0 : R) < n.+1%:R by rewrite ltr0n.
have key : (n.+1%:R^-1 <= (1 - a) / (1 + a)) = (2%:R * a / (1 - a) <= n%:R).
  rewrite ler_pdivl_mulr // mulrC ler_pdivr_mulr // ler_pdivr_mulr // -addn1 natrD.
  by apply/idP/idP => h; linear h.
split=> [h|h i ile]; last by rewrite GM_diag; apply: le_trans (factor_low i); rewrite key.
by rewrite -key -(@factor_within 1%N) // -GM_diag; apply: h.
Qed.

Theorem GM_WH_1 : n = 1%N -> has n WH GM.
Proof.
move=> n1 i ile; rewrite GM_diag factor_end; last by counts.
by rewrite div1r lef_pinv ?posrE ?ltr0n // n1; linear a_lt1.
Qed.

(** GM is fair only for n = 1. *)
Theorem GM_F : has n F GM <-> n = 1%N.
Proof.
split=> [h|n1 i j ile jle]; last by rewrite !GM_diag !factor_end //; counts.
have [//|n2] : n = 1%N \/ (1 < n)%N by counts.
have := h 1%N 0%N n_gt0 isT; rewrite !GM_diag factor_within // factor_end //.
move=> /(mulIf (invr_neq0 plus_neq0)) e.
have := a_gt0; have -> : a = 0 by linear (esym e).
by rewrite ltxx.
Qed.

End GM.
