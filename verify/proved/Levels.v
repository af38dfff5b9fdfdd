(** * Levels: (eps, delta)-DP, where e^eps lies between two rationals *)
From Coq Require Import ZArith QArith List Bool String.
From ExactDPProved Require Import Base Kernels.
Import ListNotations.
Local Open Scope Z_scope.

(** The first n+1 terms of the series of e^x, by Horner: 1 + x/1 (1 + x/2 (1 + ... x/n)) *)
Fixpoint series (x : Q) (n : nat) (acc : Q) : Q :=
  match n with
  | O => acc
  | S k => series x k (Qmake (Z.of_nat n * den_of x * den_of acc + Qnum x * Qnum acc)
      (Pos.of_nat n * Qden x * Qden acc))
  end.

(** excess / (q * den K): the sum over j of max(0, K[k][j] - x K[i][j]), at x = p/q *)
Definition excess (K : mat) (p q : Z) (i k : nat) : Z :=
  let r := arr_get (arr_of []) (nums K) i in
  let s := arr_get (arr_of []) (nums K) k in
  sum_below (width K) (fun j => Z.max 0 (q * arr_get 0 s j - p * arr_get 0 r j)) 0.
(** The mass of outputs that are not known; none where there is none of it. *)
Definition undecided_of (u : arr Z) (k : nat) : Z := arr_get 0 u k.
Definition whole (K : mat) (u : arr Z) (i : nat) : bool :=
  sum_below (width K) (entry K i) (undecided_of u i) =? den K.

(** at most delta, the undecided mass of k counted in *)
Definition pair_holds (K : mat) (u : arr Z) (x delta : Q) (i k : nat) : bool :=
  (excess K (Qnum x) (den_of x) i k + den_of x * undecided_of u k) * den_of delta
    <=? Qnum delta * (den_of x * den K).
(** more than delta, even if all undecided mass of i speaks against it *)
Definition pair_fails (K : mat) (u : arr Z) (x delta : Q) (i k : nat) : bool :=
  Qnum delta * (den_of x * den K)
    <? (excess K (Qnum x) (den_of x) i k - Qnum x * undecided_of u i) * den_of delta.

Definition unit_inputs (nb : neighbours) : bool :=
  match nb with
  | InputsWithin _ => true
  | Pairs l => forallb (fun t => Nat.eqb (snd t) 1) l
  | OutputsWithin _ => false
  end.
Definition profile_ok (K : mat) (u : arr Z) (nb : neighbours) (x delta : Q) : bool :=
  let both i k := pair_holds K u x delta i k && pair_holds K u x delta k i in
  let within w := all_below (height K) (fun i => all_below (Nat.min w (height K - S i)) (fun t =>
    both i (S (i + t)))) in
  match nb with
  | InputsWithin w => within w
  | Pairs l => forallb (fun t => both (fst (fst t)) (snd (fst t))) l
  | OutputsWithin _ => false
  end.
