(** * Noise: shifts that mask moves, functionals that tell them *)
From Coq Require Import ZArith QArith List Bool.
From ExactDPProved Require Import Base Kernels.
Import ListNotations.
Local Open Scope Z_scope.

(** [queries] and [noises] are A and S; the columns of [moves] are the changes of the histogram. *)
Record mechanism := Mechanism
  { lattice : bool; queries : mat; noises : mat; scales : arr Q; moves : mat }.

Definition positive_scale (b : Q) : bool := 0 <? Qnum b.
Definition one_over (b : Q) : Q := Qmake (den_of b) (Z.to_pos (Qnum b)).
(** 1/b, as one row *)
Definition rates (N : mechanism) : mat :=
  let rows := table 1 (fun _ => table (width (noises N)) (fun i => one_over (arr_get 0%Q (scales N) i))) in
  dense (dense_den 1 rows) 1 (width (noises N)) rows.
Definition mechanism_ok (N : mechanism) : bool :=
  (0 <? den (queries N)) && (0 <? den (noises N)) && (0 <? den (moves N)) && (0 <? den (rates N)) &&
  Nat.eqb (height (moves N)) (width (queries N)) && Nat.eqb (height (noises N)) (height (queries N)) &&
  Nat.ltb 0 (width (noises N)) && Nat.ltb 0 (width (moves N)) &&
  all_below (width (noises N)) (fun i => positive_scale (arr_get 0%Q (scales N) i)) &&
  all_below (width (moves N)) (fun r => some_below (height (moves N)) (fun b => negb (entry (moves N) b r =? 0))).

Definition changes (N : mechanism) : mat := product (queries N) (moves N).
Definition absolute (V : mat) : mat := matrix (height V) (width V) (den V) (fun i r => Z.abs (entry V i r)).
Definition whole_number (V : mat) (i r : nat) : bool := entry V i r mod den V =? 0.

(** The columns of V mask the moves. *)
Definition shifts_ok (N : mechanism) (V : mat) (eps : Q) : bool :=
  let C := changes N in
  let M := product (noises N) V in
  let T := product (rates N) (absolute V) in
  (0 <? den V) && Nat.eqb (height V) (width (noises N)) && Nat.eqb (width V) (width (moves N)) &&
  all_below (height C) (fun q => all_below (width C) (fun r => entry M q r * den C =? entry C q r * den M)) &&
  (negb (lattice N) || all_below (height V) (fun i => all_below (width V) (whole_number V i))) &&
  all_below (width V) (fun r => entry T 0 r * den_of eps <=? Qnum eps * den T) &&
  some_below (width V) (fun r => entry T 0 r * den_of eps =? Qnum eps * den T).

(** W is one row. *)
Definition functional_fits (N : mechanism) (W : mat) (r : nat) : bool :=
  (0 <? den W) && Nat.eqb (height W) 1 && Nat.eqb (width W) (height (queries N)) && Nat.ltb r (width (moves N)).
Definition gentle (N : mechanism) (W : mat) : bool :=
  let L := absolute (product W (noises N)) in
  let B := rates N in
  all_below (width (noises N)) (fun i => entry L 0 i * den B <=? entry B 0 i * den L).
Definition gain_is (N : mechanism) (W : mat) (r : nat) (eps : Q) : bool :=
  let G := product W (changes N) in entry G 0 r * den_of eps =? Qnum eps * den G.
Definition gain_above (N : mechanism) (W : mat) (r : nat) (eps : Q) : bool :=
  let G := product W (changes N) in Qnum eps * den G <? entry G 0 r * den_of eps.
(** It sees nothing of the noise, but the move; on a lattice, nothing but integers. *)
Definition infinite_ok (N : mechanism) (W : mat) (r : nat) : bool :=
  let L := product W (noises N) in
  let G := product W (changes N) in
  if lattice N
  then all_below (width L) (whole_number L 0) && negb (whole_number G 0 r)
  else all_below (width L) (fun i => entry L 0 i =? 0) && negb (entry G 0 r =? 0).

Definition noise_ok (N : mechanism) (V : mat) (eps : Q) (told : option (nat * mat)) : bool :=
  mechanism_ok N && shifts_ok N V eps &&
  match told with
  | Some (r, W) => functional_fits N W r && gentle N W && gain_is N W r eps
  | None => true
  end.
Definition noise_fails (N : mechanism) (eps : option Q) (r : nat) (W : mat) : bool :=
  mechanism_ok N && functional_fits N W r &&
  match eps with Some e => gentle N W && gain_above N W r e | None => infinite_ok N W r end.
