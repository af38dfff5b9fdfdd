(** * What can be had from GM's output alone

    Section IV-D, last, of _Constrained Differential Privacy for Count Data_ (Gupte and
    Sundararajan): which mechanisms are GM followed by a step that does not see the input; and
    that privacy survives such a step, and adds up over two answers.
    In Python: [verify/judge/derivability.py], [proofs/papers/constrained/derivation.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel GM EM.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** ** Privacy, whatever is done with the output *)
Section Processing.
Variables (R : realFieldType) (n : nat).
Implicit Types (M T B : nat -> nat -> R) (a b : R).

(** M, then T on its output: matrices multiplied. *)
Definition after M T i j := \sum_(k < n.+1) M i k * T k j.

(** Post-processing keeps alpha-DP, whatever the step answers ([j] need not be a count). *)
Theorem private_output M T a j : private n a M -> (forall k, (k <= n)%N -> 0 <= T k j) ->
  forall i, (i < n)%N ->
    a * after M T i.+1 j <= after M T i j /\ a * after M T i j <= after M T i.+1 j.
Proof.
move=> dp T0 i ilt; rewrite /after !mulr_sumr.
split; apply: ler_sum => k _; have kle := le_ord k; have [h g] := dp i k ilt kle.
  by rewrite mulrA ler_wpmul2r ?T0.
by rewrite mulrA ler_wpmul2r ?T0.
Qed.

Theorem private_after M T a : private n a M -> stochastic n T -> private n a (after M T).
Proof.
move=> dp [T0 _] i j ilt jle; apply: private_output => // k kle; exact: T0.
Qed.

Lemma stochastic_after M T : stochastic n M -> stochastic n T -> stochastic n (after M T).
Proof.
move=> [M0 M1] [T0 T1]; split=> [i j ile jle|i ile].
  by apply: sumr_ge0 => k _; have kle := le_ord k; rewrite mulr_ge0 ?M0 ?T0.
rewrite /after exchange_big -(M1 i ile); apply: eq_bigr => k _.
by rewrite -mulr_sumr T1 ?mulr1 ?le_ord.
Qed.

(** Composition: the second mechanism may depend on the first answer [j]; the pair (j, k) is
    private at the product of the levels. *)
Theorem private_composition M (N : nat -> nat -> nat -> R) a b : 0 <= a -> 0 <= b ->
  stochastic n M -> (forall j, (j <= n)%N -> stochastic n (N j)) ->
  private n a M -> (forall j, (j <= n)%N -> private n b (N j)) ->
  forall i j k, (i < n)%N -> (j <= n)%N -> (k <= n)%N ->
    a * b * (M i.+1 j * N j i.+1 k) <= M i j * N j i k /\
    a * b * (M i j * N j i k) <= M i.+1 j * N j i.+1 k.
Proof.
move=> a0 b0 [M0 _] N0 dpM dpN i j k ilt jle kle.
have [h1 h2] := dpM i j ilt jle; have [g1 g2] := dpN j jle i k ilt kle.
have ile := ltnW ilt; have [Nj _] := N0 j jle.
by split; rewrite mulrACA; apply: ler_pmul; rewrite ?mulr_ge0 ?M0 ?Nj.
Qed.
End Processing.

(** ** Derivable from GM *)
Section Derivability.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (n_gt0 : (0 < n)%N) (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (B T : nat -> nat -> R) (v : nat -> R).

Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let minus_gt0 : 0 < 1 - a. Proof. by rewrite subr_gt0. Qed.
Let plus_gt0 : 0 < 1 + a. Proof. by apply: addr_gt0; [exact: ltr01|]. Qed.
Let square_gt0 : 0 < 1 - a ^+ 2. Proof. by rewrite subr_gt0 exprn_ilt1. Qed.

Definition derivable B := exists T, stochastic n T /\
  forall i j, (i <= n)%N -> (j <= n)%N -> B i j = after n (GM n a) T i j.

(** A column against its neighbours: (1-a^2) times the inverse of (a^|i-k|), row [i]. *)
Definition inverse v i : R :=
  if i == 0%N then v 0%N - a * v 1%N
  else if i == n then v n - a * v n.-1
  else (v i - a * v i.-1) - a * (v i.+1 - a * v i).

(* The sum over k <= m of a^|i-k| times that. *)
Lemma inverse_partial v i m : (i <= n)%N -> (m < n)%N ->
  \sum_(k < m.+1) a ^+ dist i k * inverse v k =
  if (m < i)%N then a ^+ (i - m) * (v m - a * v m.+1)
  else (1 - a ^+ 2) * v i + a ^+ (m - i).+1 * (a * v m - v m.+1).
Proof.
move=> ile; elim: m => [|m IH] mlt.
  rewrite big_ord1 /inverse /=; case: ltnP => i0.
    by rewrite (_ : dist i 0 = (i - 0)%N) //; rewrite /dist; lia.
  by rewrite (_ : i = 0%N) ?expr1 ?expr0 /dist /=; [ring|lia].
rewrite big_ord_recr IH /=; last by lia.
rewrite /inverse /= (_ : (m.+1 == n) = false); last by lia.
case: (ltnP m.+1 i) => h.
  have -> : (m < i)%N by lia.
  have -> : dist i m.+1 = (i - m.+1)%N by rewrite /dist; lia.
  have -> : (i - m)%N = (i - m.+1).+1 by lia.
  by rewrite exprS; ring.
case: (ltnP m i) => g.
  have -> : i = m.+1 by lia.
  by rewrite distnn subnn (_ : m.+1 - m = 1)%N ?expr0 ?expr1; [ring|lia].
have -> : dist i m.+1 = (m - i).+1 by rewrite /dist; lia.
have -> : (m.+1 - i)%N = (m - i).+1 by lia.
by rewrite [a ^+ (m - i).+2]exprS; ring.
Qed.

Lemma inverse_sum v i : (i <= n)%N ->
  \sum_(k < n.+1) a ^+ dist i k * inverse v k = (1 - a ^+ 2) * v i.
Proof.
move=> ile; have lt : (n.-1 < n)%N by lia.
have := inverse_partial v ile lt; rewrite prednK // => part; rewrite big_ord_recr /= part.
have -> : inverse v n = v n - a * v n.-1.
  by rewrite /inverse eqxx (_ : (n == 0)%N = false) //; lia.
case: (leqP n i) => h.
  have -> : i = n by lia.
  by rewrite distnn (_ : n - n.-1 = 1)%N ?expr0 ?expr1; [ring|lia].
by rewrite (_ : dist i n = (n.-1 - i).+1); [ring|rewrite /dist; lia].
Qed.

(* And the other way round, column by column. *)
Lemma inverse_power k i : (i <= n)%N -> (k <= n)%N ->
  inverse (fun i => a ^+ dist i k) i = (1 - a ^+ 2) * (i == k)%:R.
Proof.
move=> ile kle; rewrite /inverse; case: (ltngtP i k) => h.
- rewrite mulr0 (_ : (i == n) = false); last by lia.
  have -> : dist i k = (dist i.+1 k).+1 by rewrite /dist; lia.
  have -> : dist 0 k = (dist 1 k).+1 by rewrite /dist; lia.
  case: eqP => i0; first by rewrite exprS; ring.
  have -> : dist i.-1 k = (dist i.+1 k).+2 by rewrite /dist; lia.
  by rewrite !exprS; ring.
- rewrite mulr0 (_ : (i == 0)%N = false); last by lia.
  have -> : dist n k = (dist n.-1 k).+1 by rewrite /dist; lia.
  have -> : dist i k = (dist i.-1 k).+1 by rewrite /dist; lia.
  case: eqP => i0; first by rewrite exprS; ring.
  have -> : dist i.+1 k = (dist i.-1 k).+2 by rewrite /dist; lia.
  by rewrite !exprS; ring.
rewrite mulr1 {i ile}h distnn.
case: eqP => [->|k0]; first by rewrite /dist /=; ring.
case: eqP => [->|kn]; first by rewrite distnn (_ : dist n.-1 n = 1%N) /dist; [ring|lia].
have -> : dist k.-1 k = 1%N by rewrite /dist; lia.
have -> : dist k.+1 k = 1%N by rewrite /dist; lia.
by ring.
Qed.

Lemma inverse_linear (c : nat -> R) (f : nat -> nat -> R) i :
  inverse (fun i => \sum_(k < n.+1) c k * f i k) i = \sum_(k < n.+1) c k * inverse (f^~ k) i.
Proof.
rewrite /inverse; case: ifP => _; [|case: ifP => _];
rewrite ?mulrBr ?mulr_sumr -?sumrB ?mulr_sumr -?sumrB; apply: eq_bigr => k _ /=; ring.
Qed.

(** The printed test, at every output and inner input. *)
Definition test B := forall i j, (0 < i)%N -> (i < n)%N -> (j <= n)%N ->
  a * (B i.+1 j - a * B i j) <= B i j - a * B i.-1 j.

(** And at the ends, where privacy gives it. *)
Definition ends B := forall j, (j <= n)%N -> a * B 1%N j <= B 0%N j /\ a * B n.-1 j <= B n j.

Lemma inverse_ge0 B : (forall i j, (i <= n)%N -> (j <= n)%N -> 0 <= inverse (B^~ j) i) <->
  test B /\ ends B.
Proof.
split=> [h|[t e] i j ile jle].
  split=> [i j i0 il jle|j jle].
    have e0 : (i == 0)%N = false by lia.
    have en : (i == n) = false by lia.
    by have := h i j (ltnW il) jle; rewrite /inverse e0 en subr_ge0.
  split; first by have := h 0%N j isT jle; rewrite /inverse /= subr_ge0.
  have e0 : (n == 0)%N = false by lia.
  by have := h n j (leqnn n) jle; rewrite /inverse eqxx e0 subr_ge0.
rewrite /inverse; case: eqP => i0; first by rewrite subr_ge0; case: (e j).
case: eqP => ilast; first by rewrite subr_ge0; case: (e j).
by rewrite subr_ge0; apply: t => //; lia.
Qed.

(** CKS-75, in full: a mechanism is GM followed by a step that does not see the input iff it
    passes the test at inner inputs and is private at the ends. *)
Theorem derivable_ends B : stochastic n B -> (derivable B <-> test B /\ ends B).
Proof.
move=> [B0 B1]; rewrite -inverse_ge0; split=> [[T [[T0 T1] e]] i j ile jle|pos].
  have -> : inverse (B^~ j) i =
      \sum_(k < n.+1) (factor n a k * T k j) * inverse (fun i => a ^+ dist i k) i.
    rewrite -(inverse_linear (fun k => factor n a k * T k j) (fun i k => a ^+ dist i k)).
    have c m : (m <= n)%N -> B m j = \sum_(k < n.+1) factor n a k * T k j * a ^+ dist m k.
      by move=> ml; rewrite e //; apply: eq_bigr => k _; rewrite /GM mulrAC.
    by rewrite /inverse; case: eqP => [|i0]; [|case: eqP => [|i1]]; rewrite !c //; lia.
  apply: sumr_ge0 => k _; have kle := le_ord k.
  rewrite inverse_power // !mulr_ge0 ?ler0n ?T0 ?(ltW square_gt0) //.
  exact: ltW (factor_gt0 _ a_gt0 a_lt1 _).
pose T k j := inverse (B^~ j) k / (factor n a k * (1 - a ^+ 2)).
have f0 k : 0 < factor n a k * (1 - a ^+ 2) by rewrite mulr_gt0 ?factor_gt0.
exists T; split; last first.
  move=> i j ile jle; rewrite /after.
  have -> : B i j = ((1 - a ^+ 2) * B i j) / (1 - a ^+ 2) by rewrite mulrC mulKf // lt0r_neq0.
  rewrite -(inverse_sum (B^~ j)) // mulr_suml; apply: eq_bigr => k _.
  rewrite /GM /T; have := factor_gt0 n a_gt0 a_lt1 k; move: (factor n a k) => f fgt0.
  by field; rewrite !lt0r_neq0.
split=> [k j kle jle|k kle].
  by rewrite /T divr_ge0 ?pos // ltW.
rewrite /T -mulr_suml.
suff -> : \sum_(j < n.+1) inverse (B^~ j) k = factor n a k * (1 - a ^+ 2).
  by rewrite divff // lt0r_neq0.
have -> : \sum_(j < n.+1) inverse (B^~ j) k = \sum_(j < n.+1) 1 * inverse (B^~ j) k.
  by apply: eq_bigr => j _; rewrite mul1r.
rewrite -(inverse_linear (fun=> 1) B) /inverse.
have one i : (i <= n)%N -> \sum_(j < n.+1) 1 * B i j = 1.
  by move=> ile; rewrite -[RHS](B1 i ile); apply: eq_bigr => j _; rewrite mul1r.
case: eqP => [->|k0]; first by rewrite factor_end // !one //; field; rewrite lt0r_neq0.
case: eqP => [->|kn]; first by rewrite factor_end ?eqxx ?orbT // !one //; [field; rewrite lt0r_neq0|lia].
by rewrite factor_within ?one //; [field; rewrite lt0r_neq0|lia..].
Qed.

(** CKS-75: so, for a private mechanism, the printed test decides. *)
Corollary derivable_private B : stochastic n B -> private n a B -> (derivable B <-> test B).
Proof.
move=> st dp; rewrite derivable_ends //; split=> [[]//|t]; split=> // j jle.
have [h _] := dp 0%N j n_gt0 jle; split=> //.
have lt : (n.-1 < n)%N by lia.
by have [_] := dp n.-1 j lt jle; rewrite prednK.
Qed.

(** What is derivable from GM is private. *)
Corollary derivable_is_private B : derivable B -> private n a B.
Proof.
case=> T [st e] i j ilt jle; rewrite !e //; last by lia.
by apply: (private_after (GM_private n_gt0 a_gt0 a_lt1) st).
Qed.

(** CKS-76: EM cannot be derived from GM for n >= 2: output 2, inputs 0, 1, 2. *)
Theorem EM_not_derivable : (2 <= n)%N -> ~ derivable (EM n a).
Proof.
move=> n2; have st := EM_stochastic n a_gt0 a_lt1.
move=> /(derivable_private st (EM_private a_gt0 a_lt1)) /(_ 1%N 2%N isT n2 n2).
rewrite /EM (_ : em_exp n 2 2 = 0%N) // (_ : em_exp n 1 2 = 1%N) // (_ : em_exp n 0 2 = 1%N) //.
rewrite expr0 expr1 leNgt => /negP; apply.
have d : 0 < (em_sum n a)^-1 * (a * a * (1 - a)).
  by rewrite !mulr_gt0 // invr_gt0 em_sum_gt0.
by move: (em_sum n a)^-1 d => e d; linear d.
Qed.
End Derivability.
