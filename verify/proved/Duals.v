(** * Multipliers that add up to a bound *)
From Coq Require Import ZArith QArith List Bool String.
From ExactDPProved Require Import Base Kernels.
Import ListNotations.
Local Open Scope Z_scope.

Inductive label := OfSum (i : nat) | OfMax (i : nat) | OfDemand (d : nat) (mem : member).
Definition dual := list (label * Q).

(** t, less the cost of the input, is at least 0 *)
Definition max_row (o : objective) (I J i : nat) : option row :=
  if greatest o && Nat.ltb i I
  then Some (Row (tab J (fun j => (i, j, - entry (losses o) i j)) []) (den (losses o)) 0 (den (losses o)) false)
  else None.
Definition labelled (I J : nat) (ds : arr demand) (o : option objective) (l : label) : option row :=
  match l with
  | OfSum i => row_of I J Sums (M1 i)
  | OfMax i => match o with Some o => max_row o I J i | None => None end
  | OfDemand d mem =>
      if Nat.ltb d (arr_size ds) then row_of I J (arr_get Sums ds d) mem else None
  end.

Definition inside (I J : nat) (ts : list (nat * nat * Z)) : bool :=
  forallb (fun t => Nat.ltb (fst (fst t)) I && Nat.ltb (snd (fst t)) J) ts.
Definition dual_row (I J : nat) (ds : arr demand) (o : option objective) (e : label * Q)
  : res (row * Q) :=
  match labelled I J ds o (fst e) with
  | None => reject "a label of the dual names no inequality"
  | Some r =>
      do _ <- need (equation r || (0 <=? Qnum (snd e))) "a multiplier of an inequality is negative";
      do _ <- need ((0 <? scale r) && inside I J (terms r)) "a term is outside the kernel";
      Ok (r, snd e)
  end.

(** Everything that follows is over the denominator L. *)
Record total := Total { coefs : trie Z; tsum : Z; bsum : Z }.
Definition common_den (rows : list (row * Q)) : Z :=
  fold_left (fun a e => lcm_with a (den_of (snd e) * scale (fst e))) rows 1.
Definition times (L : Z) (e : row * Q) : Z := Qnum (snd e) * (L / (den_of (snd e) * scale (fst e))).
Definition add_row (J : nat) (L : Z) (a : total) (e : row * Q) : total :=
  let f := times L e in
  Total (fold_left (fun t u => add_to (fst (fst u) * J + snd (fst u)) (f * snd u) t) (terms (fst e)) (coefs a))
    (tsum a + f * tco (fst e)) (bsum a + f * bound (fst e)).
Definition add_up (J : nat) (L : Z) (rows : list (row * Q)) : total :=
  fold_left (add_row J L) rows (Total Leaf 0 0).

(** What the objective leaves of its coefficient, over L * den (losses o) *)
Definition reduced (J : nat) (o : objective) (L : Z) (a : total) (i j : nat) : Z :=
  (if greatest o then 0 else L * entry (losses o) i j) - den (losses o) * coef (coefs a) (i * J + j).
Definition bounds_ok (I J : nat) (o : objective) (L : Z) (a : total) (c : Q) : bool :=
  (0 <? L) && (0 <? den (losses o)) &&
  (tsum a =? (if greatest o then L else 0)) &&
  (bsum a * den_of c =? L * Qnum c) &&
  all_below I (fun i => all_below J (fun j => 0 <=? reduced J o L a i j)).

Definition dual_ok (I J : nat) (ds : list demand) (o : objective) (c : Q) (y : dual)
  : res (list (row * Q) * Z * total) :=
  do rows <- rmap (dual_row I J (arr_of ds) (Some o)) y;
  let L := common_den rows in
  let a := add_up J L rows in
  do _ <- need (bounds_ok I J o L a c) "the multipliers do not add up to the cost";
  Ok (rows, L, a).

Definition farkas_ok (I J : nat) (ds : list demand) (y : dual) : res unit :=
  do rows <- rmap (dual_row I J (arr_of ds) None) y;
  let L := common_den rows in
  let a := add_up J L rows in
  need ((0 <? L) && (tsum a =? 0) && (0 <? bsum a) &&
    all_below I (fun i => all_below J (fun j => coef (coefs a) (i * J + j) <=? 0)))
    "the multipliers do not add up to a contradiction".
