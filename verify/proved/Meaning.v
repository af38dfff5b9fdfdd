(** * What claims say

    Kernels are functions [P : nat -> nat -> R] over any real field: [P i j] is the probability of
    output [j] on input [i]. Only inputs below [I] and outputs below [J] matter. This is the
    format page, in Coq's words. *)
From Coq Require Import ZArith QArith List.
From ExactDPProved Require Import Base Kernels Levels Noises Document Arith.
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Delimit Scope Z_scope with Z. Delimit Scope Q_scope with Q.
Local Open Scope ring_scope.

Section Meaning.
Variable R : realFieldType.
Implicit Types (P : nat -> nat -> R).
Notation z2r := (@z2r R). Notation q2r := (@q2r R).

(** The integers of the file over their denominator. *)
Definition entries (K : mat) (i j : nat) : R := z2r (entry K i j) / z2r (den K).

Definition same I J P P' := forall i j, (i < I)%N -> (j < J)%N -> P i j = P' i j.
Definition kernel I J P :=
  (forall i j, (i < I)%N -> (j < J)%N -> 0 <= P i j) /\
  (forall i, (i < I)%N -> \sum_(j < J) P i j = 1).

(** Entry [i, j] is a neighbour of entry [k, m], at distance d. *)
Definition apart (i k w : nat) := [/\ i <> k, (i <= k + w)%N & (k <= i + w)%N].
Definition neighbouring (nb : neighbours) (i j k m d : nat) : Prop :=
  match nb with
  | InputsWithin w => [/\ j = m, apart i k w & d = 1%N]
  | Pairs l => j = m /\ (List.In (i, k, d) l \/ List.In (k, i, d) l)
  | OutputsWithin w => [/\ i = k, apart j m w & d = 1%N]
  end.
Definition private I J (a : R) nb P :=
  forall i j k m d, (i < I)%N -> (j < J)%N -> (k < I)%N -> (m < J)%N ->
    neighbouring nb i j k m d -> a ^+ d * P k m <= P i j.

Definition has_property n p P := forall i j, (i < n)%N -> (j < n)%N ->
  match p return Prop with
  | RH => P i j <= P j j
  | CH => P i j <= P i i
  | RM => ((i < j)%N -> P i j <= P i.+1 j) /\ ((j < i)%N -> P i j <= P i.-1 j)
  | CM => ((j < i)%N -> P i j <= P i j.+1) /\ ((i < j)%N -> P i j <= P i j.-1)
  | WH => n%:R^-1 <= P i i
  | F => P i i = P j j
  | Sy => P i j = P (n - i.+1)%N (n - j.+1)%N
  end.

Definition meets I J P (dm : demand) : Prop :=
  match dm with
  | Sums => forall i, (i < I)%N -> \sum_(j < J) P i j = 1
  | Private a nb => private I J (q2r a) nb P
  | Property p => has_property I p P
  | Law from to d => forall j, (j < J)%N ->
      \sum_(i < I) z2r (nth 0%Z from i) / z2r d * P i j = z2r (nth 0%Z to j) / z2r d
  | Combination ts b d e =>
      let s := \sum_(t <- ts) z2r t.2 / z2r d * P t.1.1 t.1.2 in
      if e then s = z2r b / z2r d else z2r b / z2r d <= s
  end.
(** All kernels that meet a design. *)
Definition feasible I J ds P := kernel I J P /\ forall dm, List.In dm ds -> meets I J P dm.

(** v is what P costs *)
Definition input_cost o J P i := \sum_(j < J) entries (losses o) i j * P i j.
Definition costs o I J P v : Prop :=
  if greatest o
  then (forall i, (i < I)%N -> input_cost o J P i <= v) /\ (exists2 i, (i < I)%N & v = input_cost o J P i)
  else v = \sum_(i < I) input_cost o J P i.

Definition optimal I J ds o P c :=
  [/\ feasible I J ds P, costs o I J P c & forall P' v, feasible I J ds P' -> costs o I J P' v -> c <= v].
Definition unique I J ds o P c :=
  [/\ feasible I J ds P, costs o I J P c
    & forall P' v, feasible I J ds P' -> costs o I J P' v -> ~ same I J P P' -> c < v].
Definition mean I J P A B := forall i j, (i < I)%N -> (j < J)%N -> P i j = (A i j + B i j) / 2%:R.
Definition extreme I J ds P :=
  feasible I J ds P /\
  forall A B, feasible I J ds A -> feasible I J ds B -> mean I J P A B -> same I J A B.

(** P is A followed by some kernel *)
Definition derived I M J (A P : nat -> nat -> R) :=
  exists2 T, kernel M J T & forall i j, (i < I)%N -> (j < J)%N -> P i j = \sum_(k < M) A i k * T k j.

(** P with outputs that are not known. They have all of the undecided mass, which may be of any
    outputs, J..J'-1 or those below J. *)
Definition mass (K : mat) (u : arr Z) (i : nat) : R := z2r (undecided_of u i) / z2r (den K).
Definition completed I J (m : nat -> R) P J' P' :=
  (J <= J')%N /\ forall i, (i < I)%N ->
    [/\ forall j, (j < J)%N -> P i j <= P' i j, forall j, (J <= j < J')%N -> 0 <= P' i j
      & \sum_(j < J') P' i j = \sum_(j < J) P i j + m i].
Definition whole I J (m : nat -> R) P := forall i, (i < I)%N -> \sum_(j < J) P i j + m i = 1.

(** (eps, delta)-DP where x = e^eps: for any set of outputs *)
Definition level_delta I J nb (x delta : R) P :=
  forall i k, (i < I)%N -> (k < I)%N -> neighbouring nb i 0 k 0 1 ->
  forall A : pred nat, \sum_(j < J | A j) P k j <= x * (\sum_(j < J | A j) P i j) + delta.

(** The output A x + S noise: S masks the change A m, m a move, at what it costs to shift the noise. *)
Definition integral (x : R) := exists z, x = z2r z.
Definition change N r q := \sum_(b < width (queries N)) entries (queries N) q b * entries (moves N) b r.
Definition scale_of N i : R := q2r (arr_get 0%Q (scales N) i).
Definition masked N r (v : nat -> R) :=
  (forall q, (q < height (queries N))%N ->
    \sum_(i < width (noises N)) entries (noises N) q i * v i = change N r q) /\
  (lattice N -> forall i, (i < width (noises N))%N -> integral (v i)).
Definition shift_cost N (v : nat -> R) := \sum_(i < width (noises N)) `|v i| / scale_of N i.
(** w.(A m), and w.S_i *)
Definition gain N (w : nat -> R) r := \sum_(q < height (queries N)) w q * change N r q.
Definition along N (w : nat -> R) i := \sum_(q < height (queries N)) w q * entries (noises N) q i.
Definition told N w r (x : R) :=
  (forall i, (i < width (noises N))%N -> `|along N w i| * scale_of N i <= 1) /\ gain N w r = x.
Definition infinite N w r :=
  if lattice N
  then (forall i, (i < width (noises N))%N -> integral (along N w i)) /\ ~ integral (gain N w r)
  else (forall i, (i < width (noises N))%N -> along N w i = 0) /\ gain N w r <> 0.
(** There are noise variables and moves, of positive scales, none 0. *)
Definition sensible N :=
  [/\ (0 < width (noises N))%N, (0 < width (moves N))%N,
    forall i, (i < width (noises N))%N -> 0 < scale_of N i
    & forall r, (r < width (moves N))%N -> exists2 b, (b < height (moves N))%N & entries (moves N) b r <> 0].
Definition some_move N (f : nat -> Prop) := exists2 r, (r < width (moves N))%N & f r.

(** What is true when a claim is accepted. *)
Definition means (ks : arr ker) (c : claim) : Prop :=
  let K k := kernel_at ks k in
  let I k := height (K k) in let J k := width (K k) in let P k := entries (K k) in
  let m k := mass (K k) (mass_at ks k) in
  match c with
  | CRows k dm (Failing _) => ~ meets (I k) (J k) (P k) dm
  | CRows k dm (Tight _) => meets (I k) (J k) (P k) dm /\
      forall a nb, dm = Private a nb -> forall b : R, q2r a < b <= 1 -> ~ private (I k) (J k) b nb (P k)
  | CRows k dm _ => meets (I k) (J k) (P k) dm
  | CWhole k => whole (I k) (J k) (m k) (P k)
  | CNotWhole k _ => ~ whole (I k) (J k) (m k) (P k)
  | CCost k o c => costs o (I k) (J k) (P k) (q2r c)
  | COptimal k ds o c _ => optimal (I k) (J k) ds o (P k) (q2r c)
  | CInfeasible h w ds _ => forall P, ~ feasible h w ds P
  | CUnique k ds o _ _ => exists c, unique (I k) (J k) ds o (P k) c
  | CNotUnique k ds o k2 => feasible (I k) (J k) ds (P k) /\
      exists P' v v', [/\ feasible (I k) (J k) ds P', costs o (I k) (J k) (P k) v,
        costs o (I k) (J k) P' v', v' <= v & ~ same (I k) (J k) (P k) P']
  | CExtreme k ds _ => extreme (I k) (J k) ds (P k)
  | CNotExtreme k ds _ _ => ~ extreme (I k) (J k) ds (P k)
  | CPrivate k nb least most _ => forall a, q2r least <= a <= q2r most -> 0 <= a -> private (I k) (J k) a nb (P k)
  | CNotPrivate k nb least most _ => forall a, q2r least <= a <= q2r most -> ~ private (I k) (J k) a nb (P k)
  | CProduct k n _ => derived (I k) (J n) (J k) (P n) (P k)
  | CNotProduct k n _ => ~ derived (I k) (J n) (J k) (P n) (P k)
  | CNoise N _ eps t =>
      [/\ sensible N,
        exists2 v : nat -> nat -> R,
          forall r, (r < width (moves N))%N -> masked N r (v r) /\ shift_cost N (v r) <= q2r eps
          & some_move N (fun r => shift_cost N (v r) = q2r eps)
        & t <> None -> some_move N (fun r => exists w, told N w r (q2r eps))]
  | CNotNoise N (Some eps) _ _ =>
      sensible N /\ some_move N (fun r => exists2 x, q2r eps < x & exists w, told N w r x)
  | CNotNoise N None _ _ => sensible N /\ some_move N (fun r => exists w, infinite N w r)
  | CProfile k nb low high delta =>
      forall x J' P', q2r low <= x <= q2r high -> completed (I k) (J k) (m k) (P k) J' P' ->
        level_delta (I k) J' nb x (q2r delta) P'
  | CNotProfile k nb low high delta _ _ =>
      forall x J' P', q2r low <= x <= q2r high -> completed (I k) (J k) (m k) (P k) J' P' ->
        ~ level_delta (I k) J' nb x (q2r delta) P'
  end.
End Meaning.
