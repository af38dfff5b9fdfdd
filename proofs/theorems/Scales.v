(** * Scales: what private columns are made of

    Sections 4.1 to 4.3, B.1 and D.1 of _Preserving Target Distributions With Differentially
    Private Count Mechanisms_ (KL). A scale steps by a factor alpha, up or down, at every count;
    every column that alpha allows is a combination of scales, so the private mechanisms are what
    the map Psi makes of tables of weights. In Python: [mechanisms/polytopes/scales.py],
    [decomposition.py]. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import zify ring.
From ExactDP Require Import Linear Kernel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Vectors.
Variables (R : realFieldType) (n : nat) (a : R).
Implicit Types (v d : nat -> R) (p : nat -> bool) (T : nat -> nat -> R).

(** KL, Definition 3: neighbouring entries are within a factor alpha of each other. *)
Definition indist v := forall i, (i < n)%N -> a * v i.+1 <= v i /\ a * v i <= v i.+1.

(** Alpha-DP is a matter of each column by itself. *)
Lemma private_columns T : private n a T <-> forall j, (j <= n)%N -> indist (T^~ j).
Proof. by split=> h => [j jle i ilt|i j ilt jle]; [apply: h|apply: (h j jle)]. Qed.

(** A pattern says where a scale steps up; first without the factor that makes its sum 1. *)
Definition ratio (up : bool) : R := if up then a^-1 else a.
Fixpoint climb p i : R := if i is k.+1 then climb p k * ratio (p k) else 1.
Definition mass p := \sum_(i < n.+1) climb p i.
Definition scale p i := climb p i / mass p.

Lemma climb_ext p q i : (forall k, (k < i)%N -> p k = q k) -> climb p i = climb q i.
Proof.
elim: i => //= i IH h; rewrite IH ?h // => k ki; apply: h.
by apply: ltn_trans ki _.
Qed.

(** KL, Observation 2. *)
Lemma indist_combination c v d : 0 <= c -> indist v -> indist d ->
  indist (fun i => v i + c * d i).
Proof.
move=> c0 hv hd i ilt; have [h g] := hv i ilt; have [k l] := hd i ilt.
by split; [linear (h +! (c0 *! k))|linear (g +! (c0 *! l))].
Qed.

Lemma indist_sum (I : Type) (cs : seq I) (f : I -> nat -> R) (c : I -> R) :
  (forall x, 0 <= c x) -> (forall x, indist (f x)) -> indist (fun i => \sum_(x <- cs) c x * f x i).
Proof.
move=> c0 h i ilt; rewrite !mulr_sumr.
by split; apply: ler_sum => x _; have [g k] := h x i ilt; rewrite mulrCA ler_wpmul2l.
Qed.

Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Let a_ge0 : 0 <= a. Proof. exact: ltW. Qed.
Let a_neq0 : a != 0. Proof. exact: lt0r_neq0. Qed.
Let square_lt1 : a * a < 1. Proof. by rewrite mulr_ilt1. Qed.
Let gap : a < a^-1. Proof. by apply: (lt_trans a_lt1); rewrite invf_gt1. Qed.

Lemma ratio_gt0 b : 0 < ratio b. Proof. by case: b; rewrite /ratio ?invr_gt0. Qed.
Lemma climb_gt0 p i : 0 < climb p i.
Proof. by elim: i => [|i IH] /=; rewrite ?ltr01 // mulr_gt0 ?ratio_gt0. Qed.
Lemma mass_gt0 p : 0 < mass p.
Proof.
rewrite /mass big_ord_recl; apply: ltr_paddr; last exact: climb_gt0.
by apply: sumr_ge0 => i _; apply/ltW/climb_gt0.
Qed.
Lemma scale_gt0 p i : 0 < scale p i. Proof. by rewrite divr_gt0 ?climb_gt0 ?mass_gt0. Qed.

Lemma scale_sum p : \sum_(i < n.+1) scale p i = 1.
Proof. by rewrite /scale -mulr_suml divff // lt0r_neq0 // mass_gt0. Qed.

Lemma climb_indist p : indist (climb p).
Proof.
move=> i _ /=; have c := climb_gt0 p i; have n0 := a_neq0; rewrite /ratio; case: (p i).
  rewrite mulrCA divff // mulr1 lexx; split=> //.
  have g : 0 <= climb p i * (a^-1 - a) by rewrite mulr_ge0 ?subr_ge0 ?ltW.
  by move: (a^-1) g => b g; linear g.
split; last by rewrite mulrC.
have g : 0 <= climb p i * (1 - a * a) by rewrite mulr_ge0 ?subr_ge0 ?ltW.
by linear g.
Qed.

Lemma scale_indist p : indist (scale p).
Proof.
move=> i ilt; have [h g] := climb_indist p ilt.
have m0 : 0 <= (mass p)^-1 by rewrite invr_ge0 ltW // mass_gt0.
by split; rewrite /scale mulrA; [exact: (ler_wpmul2r m0 h)|exact: (ler_wpmul2r m0 g)].
Qed.

(** ** Entries *)

(** KL, after Definition 3: the entries are not negative, n >= 1. *)
Lemma indist_ge0 v : (0 < n)%N -> indist v -> forall i, (i <= n)%N -> 0 <= v i.
Proof.
move=> n0 h i ile; have s0 : 0 < 1 - a * a by rewrite subr_gt0.
have step j k : a * v k <= v j -> a * v j <= v k -> 0 <= v j.
  move=> g1 g2; rewrite -(pmulr_rge0 _ s0); linear ((a_ge0 *! g2) +! g1).
case: i ile => [|i] ile; first by have [] := h 0%N n0; apply: step.
by have [g1 g2] := h i ile; apply: step g2 g1.
Qed.

(** Where one entry is zero, all are. *)
Lemma indist_zero v k : (forall i, (i <= n)%N -> 0 <= v i) -> indist v ->
  (k <= n)%N -> v k = 0 -> forall i, (i <= n)%N -> v i = 0.
Proof.
move=> v0 h kle vk; have zero x y : 0 <= x -> a * x <= y -> y = 0 -> x = 0.
  move=> x0 xy y0; apply/eqP; rewrite eq_le x0 andbT.
  by rewrite -(pmulr_rle0 _ a_gt0) -y0.
have first : v 0%N = 0.
  elim: k kle vk => // k IH kle vk; apply: IH; first exact: ltnW.
  by apply: (zero _ (v k.+1)) => //; [apply/v0/ltnW|case: (h k kle)].
elim=> // i IH ile; have z := IH (ltnW ile).
by apply: (zero _ (v i)) => //; [apply: v0|case: (h i ile)].
Qed.

(** ** Lemma 1: the column as a combination of scales

    A walk makes it: from count i to i + 1 it steps up with the chance that takes [v i] to
    [v i.+1] in the mean. *)

Definition rise v i : R := (v i.+1 / v i - a) / (a^-1 - a).
Definition chance v i (up : bool) : R := if up then rise v i else 1 - rise v i.

(** A pattern over the counts, as a function on all of nat. *)
Definition steps (f : {ffun 'I_n -> bool}) (k : nat) : bool :=
  if insub k is Some i then f i else false.

Lemma stepsE (f : {ffun 'I_n -> bool}) (i : 'I_n) : steps f i = f i.
Proof. by rewrite /steps valK. Qed.

Definition weight v (f : {ffun 'I_n -> bool}) : R := v 0%N * \prod_(i < n) chance v i (f i).

Lemma chance_ge0 v i b : indist v -> (i < n)%N -> 0 < v i -> 0 <= chance v i b.
Proof.
move=> h ilt vi; have [h1 h2] := h i ilt; have g0 : 0 < a^-1 - a by rewrite subr_gt0.
have low : a <= v i.+1 / v i by rewrite ler_pdivl_mulr.
have high : v i.+1 / v i <= a^-1.
  by rewrite ler_pdivr_mulr // ler_pdivl_mull.
case: b; rewrite /chance /rise; first by rewrite divr_ge0 ?subr_ge0 // ltW.
by rewrite subr_ge0 ler_pdivr_mulr // mul1r ler_sub.
Qed.

Lemma weight_ge0 v f : (forall i, (i <= n)%N -> 0 <= v i) -> indist v -> 0 <= weight v f.
Proof.
move=> v0 h; rewrite /weight; case: (eqVneq (v 0%N) 0) => [->|nz]; first by rewrite mul0r.
rewrite mulr_ge0 ?v0 // prodr_ge0 // => i _; apply: chance_ge0 => //.
rewrite lt_def v0 ?andbT; last exact: ltnW.
by apply/eqP => z; move/eqP: nz; apply; apply: (indist_zero v0 h (ltnW (ltn_ord i)) z).
Qed.

Lemma climb_prod (f : {ffun 'I_n -> bool}) k : (k <= n)%N ->
  climb (steps f) k = \prod_(i < n) (if (i < k)%N then ratio (f i) else 1).
Proof.
move=> kle; have -> : climb (steps f) k = \prod_(i < k) ratio (steps f i).
  by elim: k {kle} => [|k IH]; rewrite ?big_ord0 // big_ord_recr /= IH.
rewrite -big_mkcond /= (big_ord_widen n (fun i => ratio (steps f i)) kle).
by apply: eq_bigr => i _; rewrite stepsE.
Qed.

(** KL, Lemma 1, with the weights: what alpha allows is a combination of scales. *)
Theorem weight_sum v : (forall i, (i <= n)%N -> 0 <= v i) -> indist v -> forall k, (k <= n)%N ->
  v k = \sum_(f : {ffun 'I_n -> bool}) weight v f * climb (steps f) k.
Proof.
move=> v0 h k kle; case: (eqVneq (v 0%N) 0) => [z|nz].
  rewrite (indist_zero v0 h (leq0n n) z kle) big1 // => f _.
  by rewrite /weight z !mul0r.
have pos i : (i <= n)%N -> v i != 0.
  by move=> ile; apply/eqP => z; move/eqP: nz; apply; apply: (indist_zero v0 h ile z).
pose F (i : 'I_n) b := chance v i b * (if (i < k)%N then ratio b else 1).
have -> : \sum_(f : {ffun 'I_n -> bool}) weight v f * climb (steps f) k =
    v 0%N * \sum_(f : {ffun 'I_n -> bool}) \prod_(i < n) F i (f i).
  rewrite mulr_sumr; apply: eq_bigr => f _.
  by rewrite climb_prod // /weight -mulrA -big_split.
rewrite -(bigA_distr_bigA F).
have one (i : 'I_n) : \sum_b F i b = if (i < k)%N then v i.+1 / v i else 1.
  rewrite big_bool /F /chance /rise /ratio.
  have g : a^-1 - a != 0 by rewrite subr_eq0 (gt_eqF gap).
  case: ifP => _; last by rewrite /= !mulr1 addrC subrK.
  by rewrite /=; move: (a^-1) (v i.+1 / v i) g => b q g; field.
rewrite (eq_bigr _ (fun i _ => one i)) -big_mkcond /=.
rewrite -(big_ord_widen n (fun i => v i.+1 / v i) kle).
clear F one; elim: k kle => [|k IH] kle; first by rewrite big_ord0 mulr1.
have u := pos k (ltnW kle).
by rewrite big_ord_recr /= mulrA -IH ?(ltnW kle) // mulrCA divff // mulr1.
Qed.

(** ** Few scales are enough *)

Let turned p m b : nat -> bool := fun k => if k == m then b else p k.
Local Notation total cs i := (\sum_(x <- cs) x.1 * climb x.2 i).

Lemma turned_climb p m b i : (i <= m)%N -> climb (turned p m b) i = climb p i.
Proof. by move=> im; apply: climb_ext => k ki; rewrite /turned ltn_eqF // (leq_trans ki). Qed.

Lemma turned_next p m b : climb (turned p m b) m.+1 = climb p m * ratio b.
Proof. by rewrite /= turned_climb // /turned eqxx. Qed.

Arguments climb : simpl never.

(* Combinations over counts to m go on to m + 1, for one more scale. *)
Lemma continued m (cs : seq (R * (nat -> bool))) t : all (fun x => 0 <= x.1) cs ->
  a * total cs m <= t -> t <= total cs m / a -> exists ds : seq (R * (nat -> bool)),
  [/\ (size ds <= (size cs).+1)%N, all (fun x => 0 <= x.1) ds, total ds m.+1 = t &
   forall i, (i <= m)%N -> total ds i = total cs i].
Proof.
elim: cs t => [|[c p] cs IH] t /=.
  rewrite !big_nil mulr0 mul0r => _ t0 t1; exists [::]; split=> //.
  by rewrite big_nil; apply/eqP; rewrite eq_le t0 t1.
case/andP=> c0 all0; rewrite !big_cons /=.
have keep : forall i, (i <= m)%N ->
    total [seq (x.1, turned x.2 m false) | x <- cs] i = total cs i.
  move=> i im; rewrite big_map; apply: eq_bigr => x _; rewrite /=.
  by rewrite turned_climb.
have down : total [seq (x.1, turned x.2 m false) | x <- cs] m.+1 = a * total cs m.
  rewrite big_map mulr_sumr; apply: eq_bigr => x _.
  by rewrite /= turned_next /ratio mulrA mulrC.
move: (climb_gt0 p m) => s0.
case: (lerP (c * climb p m / a + a * total cs m) t) => [far lo hi|near lo hi].
  have [||ds [sz ds0 sum same]] := IH (t - c * climb p m / a) all0.
  - by rewrite ler_subr_addl.
  - by rewrite ler_subl_addl -mulrDl.
  exists ((c, turned p m true) :: ds); split=> //=; first by rewrite c0.
    by rewrite big_cons turned_next /ratio sum mulrA addrC subrK.
  by move=> i im; rewrite !big_cons same // turned_climb.
set V := total cs m in near lo hi down keep *; set s := climb p m in s0 near lo hi *.
pose u := ((t - a * V) / s - a * c) / (a^-1 - a).
have g0 : 0 < a^-1 - a by rewrite subr_gt0.
have u0 : 0 <= u.
  rewrite divr_ge0 ?(ltW g0) // subr_ge0 ler_pdivl_mulr // ler_subr_addl.
  by linear lo.
have uc : u <= c.
  rewrite ler_pdivr_mulr // ler_subl_addl ler_pdivr_mulr //.
  move: near; move: (a^-1) => b near; by linear near.
exists ((u, turned p m true) :: (c - u, turned p m false) ::
  [seq (x.1, turned x.2 m false) | x <- cs]).
split=> /=; first by rewrite size_map.
- rewrite u0 subr_ge0 uc /= all_map.
  by apply: sub_all all0 => x.
- rewrite !big_cons !turned_next /= down -/s /u.
  rewrite /ratio; have [sn g] : s != 0 /\ a^-1 - a != 0 by split; rewrite lt0r_neq0.
  by move: (a^-1) g => b g; field; rewrite g sn.
by move=> i im; rewrite !big_cons keep // !turned_climb //=; ring.
Qed.

(** KL, Lemma 1, constructive: n + 1 scales are enough for a column. *)
Theorem few_scales v : (forall i, (i <= n)%N -> 0 <= v i) -> indist v ->
  exists cs : seq (R * (nat -> bool)), [/\ (size cs <= n.+1)%N, all (fun x => 0 <= x.1) cs &
    forall i, (i <= n)%N -> v i = \sum_(x <- cs) x.1 * scale x.2 i].
Proof.
move=> v0 h; suff [cs [sz c0 sum]] : exists cs : seq (R * (nat -> bool)),
    [/\ (size cs <= n.+1)%N, all (fun x => 0 <= x.1) cs &
     forall i, (i <= n)%N -> total cs i = v i].
  exists [seq (x.1 * mass x.2, x.2) | x <- cs]; rewrite size_map; split=> //.
    by rewrite all_map; apply: sub_all c0 => x /= x0; rewrite mulr_ge0 // ltW // mass_gt0.
  move=> i ile; rewrite -sum // big_map; apply: eq_bigr => x _ /=.
  rewrite /scale; have := mass_gt0 x.2; move: (mass _) (climb _ _) => m c m0.
  by field; rewrite lt0r_neq0.
suff gen m : (m <= n)%N -> exists cs : seq (R * (nat -> bool)),
    [/\ (size cs <= m.+1)%N, all (fun x => 0 <= x.1) cs &
     forall i, (i <= m)%N -> total cs i = v i] by exact: gen.
elim: m => [_|m IH mlt].
  exists [:: (v 0%N, fun=> false)]; split=> //=; first by rewrite v0.
  by case=> // _; rewrite big_seq1 /climb /= mulr1.
have [cs [sz c0 sum]] := IH (ltnW mlt); have [h1 h2] := h m mlt.
have [||ds [sz' d0 next same]] := @continued m cs (v m.+1) c0; rewrite ?sum //.
  by rewrite ler_pdivl_mulr // mulrC.
exists ds; split=> // [|i]; first exact: leq_trans sz' _.
rewrite leq_eqVlt => /orP[/eqP->//|im].
by rewrite same // sum.
Qed.
End Vectors.

(** ** Psi *)
Section Psi.
Variables (R : realFieldType) (n : nat) (a : R).
Hypotheses (a_gt0 : 0 < a) (a_lt1 : a < 1).
Implicit Types (T : nat -> nat -> R) (z : nat -> R).
Local Notation pattern := {ffun 'I_n -> bool}.
Implicit Types (B : pattern -> nat -> R).

(** How much of each scale each column has, and the mechanism that is made of it. *)
Definition Psi B i j := \sum_(f : pattern) scale n a (steps f) i * B f j.

(** The polytopes: U, the private mechanisms; F, those that keep the law z; and what is over
    them. *)
Definition U T := stochastic n T /\ private n a T.
Definition keeps z T := forall j, (j <= n)%N -> \sum_(i < n.+1) z i * T i j = z j.
Definition F z T := U T /\ keeps z T.
Definition RU B := (forall f j, (j <= n)%N -> 0 <= B f j) /\
  (forall i, (i <= n)%N -> \sum_(j < n.+1) Psi B i j = 1).
Definition RF z B := RU B /\ keeps z (Psi B).

Lemma Psi_private B : (forall f j, (j <= n)%N -> 0 <= B f j) -> private n a (Psi B).
Proof.
move=> B0; apply/private_columns => j jle i ilt; rewrite /Psi !mulr_sumr.
split; apply: ler_sum => f _; have [h g] := scale_indist a_gt0 a_lt1 (steps f) ilt;
by rewrite mulrA ler_wpmul2r // B0.
Qed.

Theorem Psi_U B : RU B -> U (Psi B).
Proof.
move=> [B0 B1]; split; last exact: Psi_private.
split=> // i j ile jle; apply: sumr_ge0 => f _.
by rewrite mulr_ge0 ?B0 // ltW // scale_gt0.
Qed.

(** The weights of a mechanism. *)
Definition weights T (f : pattern) j := weight a (T^~ j) f * mass n a (steps f).

Lemma Psi_weights T : U T -> forall i j, (i <= n)%N -> (j <= n)%N -> T i j = Psi (weights T) i j.
Proof.
move=> [[T0 T1] dp] i j ile jle.
have col : indist n a (T^~ j) by apply: (iffLR (private_columns n a T) dp).
rewrite /Psi (weight_sum a_gt0 a_lt1 (fun i ile => T0 i j ile jle) col ile).
apply: eq_bigr => f _; rewrite /weights /scale; have := mass_gt0 n a_gt0 (steps f).
by move: (mass _ _ _) (climb _ _ _) (weight _ _ _) => m c w m0; field; rewrite lt0r_neq0.
Qed.

(** KL, Theorem 10 (and Lemma 1): Psi maps R_U onto U; its image is the private mechanisms. *)
Theorem Psi_onto_U T : U T -> RU (weights T) /\
  forall i j, (i <= n)%N -> (j <= n)%N -> T i j = Psi (weights T) i j.
Proof.
move=> uT; split; last exact: Psi_weights.
have [[T0 T1] dp] := uT; split=> [f j jle|i ile].
  rewrite /weights mulr_ge0 ?(ltW (mass_gt0 _ _ _)) // weight_ge0 //.
    by move=> i ile; apply: T0.
  exact: (iffLR (private_columns n a T) dp).
rewrite -(T1 i ile); apply: eq_bigr => j _; rewrite -Psi_weights //; exact: le_ord.
Qed.

(** KL, Theorem 3: Psi maps R_F onto F. *)
Theorem Psi_F z B : RF z B -> F z (Psi B).
Proof. by move=> [ru k]; split=> //; apply: Psi_U. Qed.

Theorem Psi_onto_F z T : F z T -> RF z (weights T) /\
  forall i j, (i <= n)%N -> (j <= n)%N -> T i j = Psi (weights T) i j.
Proof.
move=> [uT kT]; have [ru e] := Psi_onto_U uT; split=> //; split=> // j jle.
rewrite -(kT j jle); apply: eq_bigr => i _; rewrite -e //; exact: le_ord.
Qed.

(** And it is linear. *)
Lemma Psi_linear B D c i j :
  Psi (fun f j => B f j + c * D f j) i j = Psi B i j + c * Psi D i j.
Proof.
rewrite /Psi mulr_sumr -big_split; apply: eq_bigr => f _ /=.
by rewrite mulrDr; congr (_ + _); rewrite mulrCA.
Qed.
End Psi.
