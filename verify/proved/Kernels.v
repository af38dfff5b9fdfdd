(** * Kernels, demands, designs and objectives, and whether a kernel meets them

    A kernel is a matrix of integers over one common denominator; rows are inputs. *)
From Coq Require Import ZArith QArith List Bool String.
From ExactDPProved Require Import Base.
Import ListNotations.
Local Open Scope Z_scope.

Record mat := Mat { height : nat; width : nat; den : Z; nums : arr (arr Z) }.
Definition entry (K : mat) (i j : nat) : Z := arr_get 0 (arr_get (arr_of []) (nums K) i) j.

Definition matrix (I J : nat) (D : Z) (f : nat -> nat -> Z) : mat :=
  Mat I J D (table I (fun i => table J (f i))).

(** From rationals. *)
Definition dense_den (I : nat) (rows : arr (arr Q)) : Z :=
  into I (fun i acc => lcm_of_arr (arr_get (arr_of []) rows i) acc) 1.
Definition dense (D : Z) (I J : nat) (rows : arr (arr Q)) : mat :=
  Mat I J D (table I (fun i => let r := arr_get (arr_of []) rows i in
    table J (fun j => over D (arr_get 0%Q r j)))).

(** row_factors[i] * column_factors[j] * base ** e i j, exponents up to E *)
Definition power (I J : nat) (b : Q) (r c : arr Q) (e : nat -> nat -> nat) (E : nat) : mat :=
  let R := lcm_of_arr r 1 in
  let C := lcm_of_arr c 1 in
  let rs := table I (fun i => over R (arr_get 0%Q r i)) in
  let cs := table J (fun j => over C (arr_get 0%Q c j)) in
  let level k := zpow (Qnum b) k * zpow (den_of b) (E - k) in
  let small := Nat.leb E (2 * (I + J)) in
  let levels := if small then table (S E) level else arr_of [] in
  let at_ k := if small then arr_get 0 levels k else level k in
  matrix I J (R * C * zpow (den_of b) E)
    (fun i => let ri := arr_get 0 rs i in fun j => ri * arr_get 0 cs j * at_ (e i j)).

(** First A, then B. *)
Definition nonzero_of (n : nat) (f : nat -> Z) : list (nat * Z) :=
  into n (fun k l => let w := f k in if w =? 0 then l else (k, w) :: l) [].
Definition product (A B : mat) : mat :=
  let cols := table (width B) (fun j => nonzero_of (height B) (fun k => entry B k j)) in
  matrix (height A) (width B) (den A * den B)
    (fun i => let r := arr_get (arr_of []) (nums A) i in
      fun j => fold_left (fun s kw => s + arr_get 0 r (fst kw) * snd kw) (arr_get [] cols j) 0).

Definition transpose (A : mat) : mat := matrix (width A) (height A) (den A) (fun k i => entry A i k).

Definition nonneg_ok (K : mat) : bool :=
  all_below (height K) (fun i => all_below (width K) (fun j => 0 <=? entry K i j)).
Definition sums_ok (K : mat) : bool :=
  all_below (height K) (fun i => sum_below (width K) (entry K i) 0 =? den K).
Definition kernel_ok (K : mat) : bool := (0 <? den K) && nonneg_ok K && sums_ok K.

(** The sum of W[i][j] K[i][j] is more than A followed by any kernel has: for each output of A, the
    greatest over j of the sum over i of A[i][k] W[i][j]. *)
Definition greatest_in (G : mat) (k : nat) : Z :=
  into (width G) (fun j m => Z.max m (entry G k j)) (entry G k 0).
Definition separates (W K A : mat) : bool :=
  let G := product (transpose A) W in
  sum_below (width A) (greatest_in G) 0 * den K <?
    sum_below (height K) (fun i => sum_below (width K) (fun j => entry W i j * entry K i j) 0) 0 * den A.

(** ** Demands *)

Inductive neighbours :=
  | InputsWithin (k : nat)
  | Pairs (l : list (nat * nat * nat))
  | OutputsWithin (k : nat).
Inductive prop := RH | RM | CH | CM | WH | F | Sy.
Inductive demand :=
  | Sums
  | Private (a : Q) (nb : neighbours)
  | Property (p : prop)
  | Law (from to : list Z) (d : Z)   (* numbers over the denominator d *)
  | Combination (ts : list (nat * nat * Z)) (b : Z) (d : Z) (equation : bool).

Inductive member := M0 | M1 (i : nat) | M2 (i j : nat) | M4 (i j k m : nat).

(** The sum of c * K[i][j], and tco times t, divided by scale: at least, or equal to, bound / scale. *)
Record row := Row
  { terms : list (nat * nat * Z); tco : Z; bound : Z; scale : Z; equation : bool }.

Definition near (i k w : nat) : bool := negb (Nat.eqb i k) && Nat.leb i (k + w) && Nat.leb k (i + w).
Definition pair_is (i k : nat) (p : nat * nat * nat) : bool :=
  let '(a, b, _) := p in (Nat.eqb a i && Nat.eqb b k) || (Nat.eqb a k && Nat.eqb b i).
Definition distance (nb : neighbours) (i j k m : nat) : option nat :=
  match nb with
  | InputsWithin w => if Nat.eqb j m && near i k w then Some 1%nat else None
  | Pairs l => if Nat.eqb j m && negb (Nat.eqb i k) then option_map snd (List.find (pair_is i k) l) else None
  | OutputsWithin w => if Nat.eqb i k && near j m w then Some 1%nat else None
  end.

(** kernel[i][j] >= kernel[k][m] is one of the demands of the property *)
Definition says (p : prop) (n i j k m : nat) : bool :=
  match p with
  | RH => Nat.eqb i j && Nat.eqb m j
  | CH => Nat.eqb i j && Nat.eqb k i
  | RM => Nat.eqb j m && ((Nat.ltb k m && Nat.eqb i (S k)) || (Nat.ltb m k && Nat.eqb (S i) k))
  | CM => Nat.eqb i k && ((Nat.ltb m k && Nat.eqb j (S m)) || (Nat.ltb k m && Nat.eqb (S j) m))
  | F => Nat.eqb i j && Nat.eqb k m
  | Sy => Nat.eqb (S (i + k)) n && Nat.eqb (S (j + m)) n
  | WH => false
  end.
Definition is_equation (p : prop) : bool := match p with F | Sy => true | _ => false end.

Definition greater (a : Q) (d i j k m : nat) : row :=
  Row [(i, j, zpow (den_of a) d); (k, m, - zpow (Qnum a) d)] 0 0 (zpow (den_of a) d) false.

Definition row_of (I J : nat) (dm : demand) (mem : member) : option row :=
  match dm, mem with
  | Sums, M1 i => if Nat.ltb i I then Some (Row (tab J (fun j => (i, j, 1)) []) 0 1 1 true) else None
  | Private a nb, M4 i j k m =>
      if Nat.ltb i I && Nat.ltb k I && Nat.ltb j J && Nat.ltb m J
      then option_map (fun d => greater a d i j k m) (distance nb i j k m) else None
  | Property WH, M2 i j =>
      if Nat.eqb i j && Nat.ltb i I then Some (Row [(i, i, Z.of_nat I)] 0 1 (Z.of_nat I) false) else None
  | Property p, M4 i j k m =>
      if says p I i j k m && Nat.ltb i I && Nat.ltb k I && Nat.ltb j I && Nat.ltb m I
      then Some (Row [(i, j, 1); (k, m, -1)] 0 0 1 (is_equation p)) else None
  | Law from to d, M1 j =>
      if Nat.ltb j J
      then let f := arr_of from in
        Some (Row (tab I (fun i => (i, j, arr_get 0 f i)) []) 0 (arr_get 0 (arr_of to) j) d true)
      else None
  | Combination ts b d e, M0 => Some (Row ts 0 b d e)
  | _, _ => None
  end.

Definition value (K : mat) (ts : list (nat * nat * Z)) : Z :=
  fold_left (fun s t => s + snd t * entry K (fst (fst t)) (snd (fst t))) ts 0.
Definition tight_at (K : mat) (r : row) : bool := value K (terms r) =? bound r * den K.
Definition holds_at (K : mat) (r : row) : bool :=
  if equation r then tight_at K r else bound r * den K <=? value K (terms r).

(** *** Whole demands *)

Definition inputs_ok (K : mat) (p q : Z) (i k : nat) : bool :=
  let r := arr_get (arr_of []) (nums K) i in
  let s := arr_get (arr_of []) (nums K) k in
  all_below (width K) (fun j =>
    let u := arr_get 0 r j in let v := arr_get 0 s j in
    (p * v <=? q * u) && (p * u <=? q * v)).
Definition private_ok (K : mat) (a : Q) (nb : neighbours) : bool :=
  let p := Qnum a in let q := den_of a in
  let within w := all_below (height K) (fun i => all_below (Nat.min w (height K - S i)) (fun t =>
    inputs_ok K p q i (S (i + t)))) in
  match nb with
  | InputsWithin w => within w
  | Pairs l => forallb (fun t => let '(i, k, d) := t in inputs_ok K (zpow p d) (zpow q d) i k) l
  | OutputsWithin w => all_below (height K) (fun i => all_below (width K) (fun j =>
      let u := entry K i j in
      all_below (Nat.min w (width K - S j)) (fun t =>
        let v := entry K i (S (j + t)) in
        (p * v <=? q * u) && (p * u <=? q * v))))
  end.
Definition property_at (K : mat) (p : prop) (i j : nat) : bool :=
  let n := height K in
  match p with
  | RH => entry K i j <=? entry K j j
  | CH => entry K i j <=? entry K i i
  | RM => Nat.eqb i j || (entry K i j <=? entry K (if Nat.ltb i j then S i else Nat.pred i) j)
  | CM => Nat.eqb i j || (entry K i j <=? entry K i (if Nat.ltb j i then S j else Nat.pred j))
  | F => entry K i i =? entry K j j
  | WH => den K <=? Z.of_nat n * entry K i i
  | Sy => entry K i j =? entry K (n - S i) (n - S j)
  end.
Definition demand_ok (K : mat) (dm : demand) : bool :=
  match dm with
  | Sums => sums_ok K
  | Private a nb => private_ok K a nb
  | Property p => all_below (height K) (fun i => all_below (height K) (property_at K p i))
  | Law from to d =>
      let f := arr_of from in let t := arr_of to in
      all_below (width K) (fun j =>
        sum_below (height K) (fun i => arr_get 0 f i * entry K i j) 0 =? arr_get 0 t j * den K)
  | Combination ts b d e => (0 <? d) && holds_at K (Row ts 0 b d e)
  end.
Definition meets_ok (K : mat) (ds : list demand) : bool :=
  kernel_ok K && forallb (demand_ok K) ds.

(** Candidates for members that are equations at a kernel. *)
Definition pairs_of (I J : nat) (f : nat -> nat -> list member -> list member)
  (l : list member) : list member := into I (fun i => into J (f i)) l.
Definition members (I J : nat) (dm : demand) : list member :=
  let both i j k m l := M4 i j k m :: M4 k m i j :: l in
  let within w := pairs_of I J (fun i j => into (Nat.min w (I - S i)) (fun t =>
    both i j (S (i + t)) j)) [] in
  match dm with
  | Sums => tab I M1 []
  | Private _ (InputsWithin w) => within w
  | Private _ (Pairs l) => fold_left (fun acc p => let '(i, k, _) := p in
      into J (fun j => both i j k j) acc) l []
  | Private _ (OutputsWithin w) => pairs_of I J (fun i j => into (Nat.min w (J - S j)) (fun t =>
      both i j i (S (j + t)))) []
  | Property RH => pairs_of I I (fun i j l => M4 j j i j :: l) []
  | Property CH => pairs_of I I (fun i j l => M4 i i i j :: l) []
  | Property RM => pairs_of I I (fun i j l => M4 (if Nat.ltb i j then S i else Nat.pred i) j i j :: l) []
  | Property CM => pairs_of I I (fun i j l => M4 i (if Nat.ltb j i then S j else Nat.pred j) i j :: l) []
  | Property WH => tab I (fun i => M2 i i) []
  | Property F => tab I (fun i => M4 i i 0 0) []
  | Property Sy => pairs_of I I (fun i j l => M4 i j (I - S i) (I - S j) :: l) []
  | Law _ _ _ => tab J M1 []
  | Combination _ _ _ _ => [M0]
  end.

(** ** Objectives: what each output costs on each input, times the weight of the input *)

Record objective := Objective { losses : mat; greatest : bool }.
Definition cost_at (o : objective) (K : mat) (i : nat) : Z :=
  sum_below (width K) (fun j => entry (losses o) i j * entry K i j) 0.
(** the cost of K, over den (losses o) * den K *)
Definition cost_of (o : objective) (K : mat) : Z :=
  if greatest o
  then into (height K) (fun i m => Z.max m (cost_at o K i)) (cost_at o K 0)
  else sum_below (height K) (cost_at o K) 0.
Definition cost_is (o : objective) (K : mat) (c : Q) : bool :=
  (0 <? den (losses o)) && (0 <? den K) && Nat.ltb 0 (height K) &&
  (cost_of o K * den_of c =? Qnum c * (den (losses o) * den K)).
