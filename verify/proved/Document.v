(** * Certificates: from the JSON tree to claims, and their checks

    Whatever the format page does not allow is rejected; what this checker does not know is
    refused by name. *)
From Coq Require Import ZArith QArith List Bool Ascii String.
From ExactDPProved Require Import Base Json Kernels Duals Rank Levels Noises.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

Definition unknown {A} (name : string) : res A := Bad 3 ("not known to this checker: " ++ name).

(** ** Labels and kernels *)

Inductive labels := Range (low high : Z) | Names (l : list string).
Fixpoint same_names (a b : list string) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if String.eqb x y then same_names a' b' else false
  | _, _ => false
  end.
Definition same_labels (a b : labels) : bool :=
  match a, b with
  | Range l h, Range l' h' => (l =? l') && (h =? h')
  | Names a, Names b => same_names a b
  | _, _ => false
  end.
Definition read_labels (what : string) (j : json) : res (labels * nat) :=
  do l <- items what j;
  match l with
  | [JInt low; JInt high] =>
      do _ <- need (low <=? high) (what ++ " are none");
      do _ <- refuse_unless (high - low <? 1000000) (what ++ " are more than a million");
      Ok (Range low high, Z.to_nat (high - low + 1))
  | _ =>
      do names <- rmap (text (what ++ ": a label")) l;
      do _ <- need (Nat.ltb 0 (arr_size (arr_of names))) (what ++ " are none");
      do _ <- refuse_unless (Nat.leb (arr_size (arr_of names)) 5000) (what ++ " are more than 5000 texts");
      do _ <- need (distinct names) (what ++ " have the same label twice");
      Ok (Names names, arr_size (arr_of names))
  end.

(** What would take more than 2^33 bits is refused; so are more than 2^26 entries. *)
Definition room (I J : nat) (bits : Z) : res unit :=
  let n := Z.of_nat I * Z.of_nat J in
  do _ <- refuse_unless (n <=? 67108864) "more than 2^26 entries";
  refuse_unless (n * bits <=? 8589934592) "numbers over a common denominator take more than 1 GiB".

Definition read_list {A} (n : nat) (what : string) (f : json -> res A) (j : json) : res (arr A) :=
  do l <- items what j;
  let a := arr_of l in
  do _ <- need (Nat.eqb (arr_size a) n) (what ++ " has the wrong length");
  do r <- rmap f l;
  Ok (arr_of r).

(** A sparse row of outputs 0, ..., n-1, ascending; backwards, the others 0. *)
Fixpoint sparse_back (n next : nat) (l : list json) (acc : list Q) : res (list Q) :=
  match l with
  | [] => Ok (into (n - next) (fun _ acc => 0%Q :: acc) acc)
  | JList [o; x] :: t =>
      do k <- place n "an output" o;
      do q <- number "an entry" x;
      do _ <- need (Nat.leb next k) "outputs do not ascend";
      sparse_back n (S k) t (q :: into (k - next) (fun _ acc => 0%Q :: acc) acc)
  | _ => reject "an entry is not [output, number]"
  end.
Definition sparse_row (n : nat) (j : json) : res (arr Q) :=
  do l <- items "a row" j;
  do back <- sparse_back n 0 l [];
  Ok (arr_of (rev_append back [])).

Definition all_over (D : Z) (a : arr Q) : list Z :=
  tab (arr_size a) (fun i => over D (arr_get 0%Q a i)) [].
Definition read_dense (I J : nat) (rows : arr (arr Q)) : res mat :=
  let D := dense_den I rows in
  do _ <- room I J (Z.log2 D);
  Ok (dense D I J rows).
Definition read_sparse (I J : nat) (what : string) (j : json) : res mat :=
  do rows <- read_list I what (sparse_row J) j;
  read_dense I J rows.
(** A kernel from the outputs of A, and room for what comes of it. *)
Definition read_post (A : mat) (J : nat) (o : obj) : res mat :=
  do B <- (do v <- get o "post"; read_sparse (width A) J "post" v);
  do _ <- need (kernel_ok B) "post is no kernel";
  do _ <- room (height A) J (Z.log2 (den A) + Z.log2 (den B));
  Ok B.
Definition positive (q : Q) : bool := 0 <? Qnum q.

Definition read_power (I J : nat) (o : obj) : res mat :=
  do b <- (do v <- get o "base"; number "the base" v);
  do _ <- need (positive b && qle b 1%Q) "the base is not above 0 and at most 1";
  do r <- (do v <- get o "row_factors"; read_list I "row_factors" (number "a factor") v);
  do c <- (do v <- get o "column_factors"; read_list J "column_factors" (number "a factor") v);
  do _ <- need (all_below I (fun i => positive (arr_get 0%Q r i)) &&
    all_below J (fun j => positive (arr_get 0%Q c j))) "a factor is not above 0";
  let R := lcm_of_arr r 1 in
  let C := lcm_of_arr c 1 in
  let fits E := room I J (Z.of_nat E * (Z.log2 (den_of b) + 1) + Z.log2 R + Z.log2 C) in
  do v <- get o "exponents";
  match v with
  | JText s =>
      do _ <- need (String.eqb s "abs(i-j)") "exponents are neither a matrix nor ""abs(i-j)""";
      let E := Nat.pred (Nat.max I J) in
      do _ <- fits E;
      Ok (power I J b r c (fun i j => (i - j) + (j - i))%nat E)
  | _ =>
      do rows <- read_list I "exponents" (read_list J "a row of exponents" (count 0 "an exponent")) v;
      let e i j := arr_get 0%nat (arr_get (arr_of []) rows i) j in
      let E := into I (fun i => into J (fun j => Nat.max (e i j))) 0%nat in
      do _ <- fits E;
      Ok (power I J b r c e E)
  end.

(** [undecided] has integers over the denominator of the entries, or nothing where all are 0. *)
Record ker := Ker
  { km : mat; rowl : labels; coll : labels; after : option (nat * mat); undecided : arr Z }.
Definition no_kernel : ker := Ker (Mat 0 0 1 (arr_of [])) (Names []) (Names []) None (arr_of []).
Definition decided (k : ker) : bool := Nat.eqb (arr_size (undecided k)) 0.
Definition need_decided (k : ker) : res unit :=
  need (decided k) "this is not claimed of undecided outputs".

Definition common := ["form"; "inputs"; "outputs"].
Definition read_kernel (before : list ker) (j : json) : res ker :=
  match j with
  | JObj o =>
    do form <- (do v <- get o "form"; text "a form" v);
    do _ <- (if in_list form ["scales"; "polynomial"; "coupled"; "scaled"] then unknown form
             else need (in_list form ["dense"; "power"; "product"]) "unknown form");
    do ins <- (do v <- get o "inputs"; read_labels "inputs" v);
    do outs <- (do v <- get o "outputs"; read_labels "outputs" v);
    let li := fst ins in let I := snd ins in
    let lj := fst outs in let J := snd outs in
    do _ <- room I J 0;
    do k <-
      (if String.eqb form "dense" then
        do _ <- keys ("rows" :: common) ["undecided"] "a kernel" j;
        do u <- match lookup "undecided" o with
          | None => Ok (arr_of [])
          | Some v =>
              do u <- read_list I "undecided" (number "a mass") v;
              do _ <- need (all_below I (fun i => 0 <=? Qnum (arr_get 0%Q u i))) "an undecided mass is negative";
              Ok (if all_below I (fun i => Qnum (arr_get 0%Q u i) =? 0) then arr_of [] else u)
          end;
        do rows <- (do v <- get o "rows"; read_list I "rows" (read_list J "a row" (number "an entry")) v);
        let D := lcm_of_arr u (dense_den I rows) in
        do _ <- room I J (Z.log2 D);
        Ok (Ker (dense D I J rows) li lj None (arr_of (all_over D u)))
      else if String.eqb form "power" then
        do _ <- keys ("base" :: "exponents" :: "row_factors" :: "column_factors" :: common) [] "a kernel" j;
        do m <- read_power I J o;
        Ok (Ker m li lj None (arr_of []))
      else
        do _ <- keys ("of" :: "post" :: common) [] "a kernel" j;
        let ks := arr_of before in
        do n <- (do v <- get o "of"; place (arr_size ks) "the kernel ""of""" v);
        (* kernels so far are in reverse order *)
        let A := arr_get no_kernel ks (arr_size ks - S n) in
        do _ <- need_decided A;
        do _ <- need (Nat.eqb (height (km A)) I) "a product has other inputs than its first kernel";
        do B <- read_post (km A) J o;
        Ok (Ker (product (km A) B) li lj (Some (n, B)) (arr_of [])));
    do _ <- need ((0 <? den (km k)) && nonneg_ok (km k)) "an entry is negative";
    Ok k
  | _ => reject "a kernel is not an object"
  end.
Fixpoint read_kernels (l : list json) (acc : list ker) : res (arr ker) :=
  match l with
  | [] => Ok (arr_of (rev_append acc []))
  | j :: t => do k <- read_kernel acc j; read_kernels t (k :: acc)
  end.

(** ** Demands and objectives *)

Definition read_pair (I : nat) (j : json) : res (nat * nat * nat) :=
  match j with
  | JList [i; k; d] =>
      do i <- place I "an input" i;
      do k <- place I "an input" k;
      do d <- count 1 "a distance" d;
      do _ <- need (Nat.ltb i k) "a pair does not ascend";
      Ok (i, k, d)
  | _ => reject "a pair is not [i, k, d]"
  end.
Definition no_twice (I : nat) (ps : list (nat * nat * nat)) : bool :=
  let seen := fold_left (fun t p => add_to (fst (fst p) * I + snd (fst p)) 1 t) ps Leaf in
  forallb (fun p => coef seen (fst (fst p) * I + snd (fst p)) =? 1) ps.
(** No kernel here has more than a million places: what reaches further reaches everything. *)
Definition reach (what : string) (j : json) : res nat :=
  do z <- integer what j;
  do _ <- need (1 <=? z) (what ++ " is less than 1");
  Ok (Z.to_nat (Z.min z 1000000)).
Definition read_neighbours (I : nat) (j : json) : res neighbours :=
  match j with
  | JObj [(key, v)] =>
      if String.eqb key "inputs_within" then do k <- reach key v; Ok (InputsWithin k)
      else if String.eqb key "outputs_within" then do k <- reach key v; Ok (OutputsWithin k)
      else if String.eqb key "pairs" then
        do l <- items key v;
        do ps <- rmap (read_pair I) l;
        do _ <- need (no_twice I ps) "a pair is there twice";
        Ok (Pairs ps)
      else reject "unknown neighbours"
  | _ => reject "unknown neighbours"
  end.
Definition read_property (s : string) : res prop :=
  if String.eqb s "RH" then Ok RH else if String.eqb s "RM" then Ok RM
  else if String.eqb s "CH" then Ok CH else if String.eqb s "CM" then Ok CM
  else if String.eqb s "WH" then Ok WH else if String.eqb s "F" then Ok F
  else if String.eqb s "S" then Ok Sy else reject "unknown property".

(** Numbers below and above alpha, equal where it is written as one. For e^-eps so many terms of the
    series of e^eps; the rest of it is at most the next one times 1 + r + r^2 + ... *)
Definition qinv (a : Q) : Q := Qmake (den_of a) (Z.to_pos (Qnum a)).
Definition bracket (e : Q) (n : nat) : Q * Q :=
  let S := series e (Nat.pred n) 1%Q in
  let rest := fold_left (fun a k => Qmake (Qnum a * Qnum e) (Qden a * Qden e * Pos.of_nat k)) (tab n Datatypes.S []) 1%Q in
  let m := Z.of_nat n + 1 in
  (* 1 / (1 - e/m) = m den / (m den - num) *)
  let tail := Qmake (Qnum rest * (m * den_of e)) (Qden rest * Z.to_pos (m * den_of e - Qnum e)) in
  (qinv (Qplus S tail), qinv S).
Definition read_alpha (j : json) : res (Q * Q * bool) :=
  match j with
  | JObj _ =>
      do o <- keys ["epsilon"; "terms"] [] "alpha" j;
      do e <- (do v <- get o "epsilon"; number "epsilon" v);
      do n <- (do v <- get o "terms"; count 1 "terms" v);
      do _ <- need ((0 <? Qnum e) && (Qnum e <? Z.of_nat n * den_of e)) "eps is not positive, or terms is too small for it";
      do _ <- refuse_unless (10 * Z.of_nat n * (Z.log2 (Qnum e) + Z.log2 (den_of e) + Z.log2 (Z.of_nat n) + 3) <=? 1000000)
        "a number would have more than a million bits";
      let lm := bracket e n in
      do _ <- need (positive (fst lm) && qle (fst lm) (snd lm) && qle (snd lm) 1%Q) "alpha is not in [0, 1]";
      Ok (fst lm, snd lm, false)
  | _ =>
      do a <- number "alpha" j;
      do _ <- need (qle 0%Q a && qle a 1%Q) "alpha is not in [0, 1]";
      Ok (a, a, true)
  end.

Definition distribution (D : Z) (l : list Z) : bool :=
  forallb (fun z => 0 <=? z) l && (fold_left Z.add l 0 =? D).
Definition read_term (I J : nat) (j : json) : res (nat * nat * Q) :=
  match j with
  | JList [i; j; w] =>
      do i <- place I "an input" i;
      do j <- place J "an output" j;
      do w <- number "a weight" w;
      Ok (i, j, w)
  | _ => reject "a term is not [i, j, weight]"
  end.
Definition read_demand (I J : nat) (twin : bool) (j : json) : res demand :=
  match j with
  | JObj o =>
    do kind <- (do v <- get o "demand"; text "a demand" v);
    if String.eqb kind "sums" then do _ <- keys ["demand"] [] "a demand" j; Ok Sums
    else if String.eqb kind "private" then
      do _ <- keys ["demand"; "alpha"; "neighbours"] [] "a demand" j;
      do a <- (do v <- get o "alpha"; read_alpha v);
      do _ <- need (snd a) "private at e^-eps is no demand of a design";
      let a := fst (fst a) in
      do nb <- (do v <- get o "neighbours"; read_neighbours I v);
      Ok (Private a nb)
    else if String.eqb kind "property" then
      do _ <- keys ["demand"; "property"] [] "a demand" j;
      do p <- (do v <- get o "property"; do s <- text "a property" v; read_property s);
      do _ <- need twin "a property needs the same labels of inputs and outputs";
      Ok (Property p)
    else if String.eqb kind "law" then
      do _ <- keys ["demand"; "from"; "to"] [] "a demand" j;
      do from <- (do v <- get o "from"; read_list I "from" (number "a probability") v);
      do to <- (do v <- get o "to"; read_list J "to" (number "a probability") v);
      let D := lcm_of_arr to (lcm_of_arr from 1) in
      do _ <- room I 1 (Z.log2 D);
      do _ <- room J 1 (Z.log2 D);
      let f := all_over D from in
      let t := all_over D to in
      do _ <- need (distribution D f && distribution D t) "a law is no distribution";
      Ok (Law f t D)
    else if String.eqb kind "linear" then
      do _ <- keys ["demand"; "terms"; "bound"; "relation"] [] "a demand" j;
      do l <- (do v <- get o "terms"; items "terms" v);
      do ts <- rmap (read_term I J) l;
      do b <- (do v <- get o "bound"; number "a bound" v);
      do r <- (do v <- get o "relation"; text "a relation" v);
      do _ <- need (in_list r [">="; "="]) "unknown relation";
      let D := fold_left (fun acc t => lcm_with acc (den_of (snd t))) ts (den_of b) in
      do _ <- room (arr_size (arr_of ts)) 1 (Z.log2 D);
      Ok (Combination (rev_append (fold_left (fun acc t => (fst t, over D (snd t)) :: acc) ts []) [])
        (over D b) D (String.eqb r "="))
    else if String.eqb kind "cost" then reject "cost is no demand of a design"
    else reject "unknown demand"
  | _ => reject "a demand is not an object"
  end.
Definition read_design (I J : nat) (twin : bool) (j : json) : res (list demand) :=
  do l <- items "a design" j;
  do ds <- rmap (read_demand I J twin) l;
  do _ <- need (forallb (fun d => match d with Sums => false | _ => true end) ds) "sums is no demand of a design";
  Ok ds.

Definition read_cell (I J : nat) (j : json) : res (nat * nat) :=
  match j with
  | JList [i; j] =>
      do i <- place I "an input" i;
      do j <- place J "an output" j;
      Ok (i, j)
  | _ => reject "an entry is not [input, output]"
  end.
Definition read_member (I J : nat) (j : json) : res member :=
  match j with
  | JList [] => Ok M0
  | JList [JInt i] => do k <- place (Nat.max I J) "a place" (JInt i); Ok (M1 k)
  | JList [a] => do a <- read_cell I J a; Ok (M2 (fst a) (snd a))
  | JList [a; b] =>
      do a <- read_cell I J a;
      do b <- read_cell I J b;
      Ok (M4 (fst a) (snd a) (fst b) (snd b))
  | _ => reject "this is the name of no member"
  end.

(** What is counted: |i - j|^p where |i - j| > d. *)
Definition read_loss (s : string) : option (nat * nat) :=
  if String.eqb s "L0" then Some (0, 0)%nat else if String.eqb s "L1" then Some (1, 0)%nat
  else if String.eqb s "L2" then Some (2, 0)%nat
  else match list_ascii_of_string s with
    | a :: b :: c :: l =>
        if Nat.eqb (nat_of_ascii a) 76 && Nat.eqb (nat_of_ascii b) 48 && Nat.eqb (nat_of_ascii c) 44 &&
           Nat.leb (arr_size (arr_of l)) 99
        then match natural l with Some (d, []) => Some (0%nat, Z.to_nat (Z.min d 1000000)) | _ => None end
        else None
    | _ => None
    end.
Definition loss_of (pd : nat * nat) (i j : nat) : Z :=
  let e := ((i - j) + (j - i))%nat in
  if Nat.ltb (snd pd) e then zpow (Z.of_nat e) (fst pd) else 0.
Definition qmax (a b : Q) : Q := if qle a b then b else a.
Definition read_objective (I J : nat) (twin : bool) (j : json) : res objective :=
  do o <- keys ["loss"; "aggregate"; "weights"] [] "an objective" j;
  do ag <- (do v <- get o "aggregate"; text "aggregate" v);
  do _ <- need (in_list ag ["sum"; "max"]) "unknown aggregate";
  let greatest := String.eqb ag "max" in
  let uniform := Qmake 1 (Pos.of_nat I) in
  do w <- (do v <- get o "weights"; match v with
    | JNull => Ok (table I (fun _ => uniform))
    | _ =>
        do w <- read_list I "weights" (number "a weight") v;
        let D := lcm_of_arr w 1 in
        do _ <- room I 1 (Z.log2 D);
        do _ <- need (distribution D (all_over D w)) "the weights are no distribution";
        Ok w
    end);
  do v <- get o "loss";
  do rows <- match v with
    | JText s =>
        do pd <- some (read_loss s) "unknown loss";
        do _ <- need (twin && Nat.ltb 1 I) "a loss by distance needs two or more inputs, and outputs of the same labels";
        do scale <-
          (if Nat.eqb (fst pd) 0 then
            let s := Qmake (Z.of_nat I) (Pos.of_nat (Nat.pred I)) in
            Ok (if greatest
                then Qdiv s (into I (fun i => qmax (arr_get 0%Q w i)) 0%Q) else s)
          else Ok 1%Q);
        Ok (table I (fun i => let x := Qmult (arr_get 0%Q w i) scale in
          table J (fun j => Qmake (Qnum x * loss_of pd i j) (Qden x))))
    | _ =>
        do t <- (do t <- keys ["table"] [] "a loss" v; get t "table");
        do rows <- read_list I "a table" (read_list J "a row of losses" (number "a loss")) t;
        Ok (table I (fun i => let r := arr_get (arr_of []) rows i in
          table J (fun j => Qmult (arr_get 0%Q w i) (arr_get 0%Q r j))))
    end;
  do m <- read_dense I J rows;
  Ok (Objective m greatest).

(** ** Claims *)

Inductive shown := Holding | Failing (at_ : member) | Tight (at_ : option member) | ByPost.
Inductive claim :=
  | CRows (k : nat) (dm : demand) (how : shown)
  | CWhole (k : nat)
  | CNotWhole (k i : nat)
  | CCost (k : nat) (o : objective) (c : Q)
  | COptimal (k : nat) (ds : list demand) (o : objective) (c : Q) (y : dual)
  | CInfeasible (I J : nat) (ds : list demand) (y : dual)
  | CUnique (k : nat) (ds : list demand) (o : objective) (y : dual) (m : Z)
  | CNotUnique (k : nat) (ds : list demand) (o : objective) (other : nat)
  | CExtreme (k : nat) (ds : list demand) (m : Z)
  | CNotExtreme (k : nat) (ds : list demand) (a b : nat)
  | CPrivate (k : nat) (nb : neighbours) (least most : Q) (by_form : bool)
  | CNotPrivate (k : nat) (nb : neighbours) (least most : Q) (at_ : member)
  | CProduct (k n : nat) (post : mat)
  | CNotProduct (k n : nat) (functional : mat)
  | CNoise (N : mechanism) (shifts : mat) (eps : Q) (told : option (nat * mat))
  | CNotNoise (N : mechanism) (eps : option Q) (move : nat) (functional : mat)
  | CProfile (k : nat) (nb : neighbours) (low high delta : Q)
  | CNotProfile (k : nat) (nb : neighbours) (low high delta : Q) (i k' : nat).

Definition read_label (I J : nat) (designs : nat) (j : json) : res label :=
  match j with
  | JList [JText s; i] =>
      do i <- place I "an input" i;
      if String.eqb s "sum" then Ok (OfSum i)
      else if String.eqb s "max" then Ok (OfMax i) else reject "unknown label"
  | JList [d; mem] =>
      do d <- place designs "a demand of the design" d;
      do mem <- read_member I J mem;
      Ok (OfDemand d mem)
  | _ => reject "unknown label"
  end.
Definition read_dual (I J : nat) (ds : list demand) (j : json) : res dual :=
  let n := arr_size (arr_of ds) in
  do l <- items "a dual" j;
  rmap (fun e => match e with
    | JList [l; x] =>
        do l <- read_label I J n l;
        do x <- number "a multiplier" x;
        Ok (l, x)
    | _ => reject "a multiplier is not [label, number]"
    end) l.
Definition read_modulus (j : json) : res Z :=
  do m <- integer "the modulus" j;
  do _ <- need (1 <? m) "the modulus is not above 1";
  do _ <- refuse_unless (m <? 18446744073709551616) "the modulus is 2^64 or more";
  Ok m.

Definition read_by (o : obj) (dm : demand) : res unit :=
  match lookup "by" o with
  | None => Ok tt
  | Some v =>
      do s <- text "by" v;
      do _ <- need (String.eqb s "form") "unknown reason";
      need (match dm with Sums => true | Private _ (OutputsWithin _) => false | Private _ _ => true | _ => false end)
        "the form shows only sums and privacy between inputs"
  end.

(** Another kernel that a claim names. *)
Definition read_other (ks : arr ker) (j : json) : res nat :=
  do k <- place (arr_size ks) "a kernel" j;
  do _ <- need_decided (arr_get no_kernel ks k);
  Ok k.

(** ** Noise *)

Definition listed (j : json) : nat := match j with JList l => arr_size (arr_of l) | _ => 0%nat end.
(** As many sparse vectors as there are: rows, and a place for the product with so many others. *)
Definition read_vectors (J : nat) (what : string) (j : json) : res mat :=
  do _ <- room (listed j) J 0;
  read_sparse (listed j) J what j.
Definition fits (A B : mat) : res unit := room (height A) (width B) (Z.log2 (den A) + Z.log2 (den B)).
Definition read_mechanism (o : obj) : res mechanism :=
  do law <- (do v <- get o "law"; text "law" v);
  do _ <- need (in_list law ["laplace"; "geometric"]) "unknown law of noise";
  do bins <- (do v <- get o "bins"; count 1 "bins" v);
  do scales <- (do v <- get o "scales"; read_list (listed v) "scales" (number "a scale") v);
  do _ <- need (all_below (arr_size scales) (fun i => positive (arr_get 0%Q scales i))) "a scale is not above 0";
  do A <- (do v <- get o "queries"; read_vectors bins "queries" v);
  do T <- (do v <- get o "noise"; do _ <- room (height A) (arr_size scales) 0; read_sparse (height A) (arr_size scales) "noise" v);
  do M <- (do v <- get o "moves"; read_vectors bins "moves" v);
  let N := Mechanism (String.eqb law "geometric") A T scales (transpose M) in
  do _ <- fits A (moves N);
  do _ <- room 1 (arr_size scales) (Z.log2 (lcm_of_arr (table (arr_size scales) (fun i => one_over (arr_get 0%Q scales i))) 1));
  Ok N.
Definition read_told (N : mechanism) (o : obj) : res (nat * mat) :=
  do r <- (do v <- get o "move"; place (width (moves N)) "a move" v);
  let n := height (queries N) in
  do w <- (do v <- get o "functional"; sparse_row n v);
  do W <- read_dense 1 n (arr_of [w]);
  do _ <- fits W (noises N);
  do _ <- room 1 (width (moves N)) (Z.log2 (den W) + Z.log2 (den (queries N)) + Z.log2 (den (moves N)));
  Ok (r, W).
Definition read_noise (j : json) (o : obj) (holds : bool) : res claim :=
  let base := ["claim"; "law"; "bins"; "queries"; "noise"; "scales"; "moves"; "epsilon"; "holds"] in
  do eps <- (do v <- get o "epsilon"; match v with
    | JNull => do _ <- need (negb holds) "epsilon is no number"; Ok None
    | _ => do e <- number "epsilon" v; Ok (Some e)
    end);
  do _ <- (if holds then keys ("shifts" :: base) ["move"; "functional"] "the claim" j
           else keys ("move" :: "functional" :: base) [] "the claim" j);
  do N <- read_mechanism o;
  match holds, eps with
  | true, Some e =>
      let n := width (noises N) in
      do _ <- room (width (moves N)) n 0;
      do V <- (do v <- get o "shifts"; read_sparse (width (moves N)) n "shifts" v);
      do _ <- fits (noises N) (transpose V);
      do _ <- fits (rates N) (transpose V);
      do _ <- need (Bool.eqb (has o "move") (has o "functional")) "move and functional go together";
      do told <- (if has o "move" then do t <- read_told N o; Ok (Some t) else Ok None);
      Ok (CNoise N (transpose V) e told)
  | _, _ =>
      do t <- read_told N o;
      Ok (CNotNoise N eps (fst t) (snd t))
  end.

Definition read_claim (ks : arr ker) (j : json) : res claim :=
  match j with
  | JObj o =>
    do kind <- (do v <- get o "claim"; text "a claim" v);
    do _ <- (if in_list kind ["sign"; "cases"] then unknown kind
      else need (in_list kind ["rows"; "product"; "optimal"; "infeasible"; "unique"; "extreme"; "level"; "noise"]) "unknown claim");
    do holds <- (do v <- get o "holds"; boolean "holds" v);
    if String.eqb kind "infeasible" then
      do _ <- (if has o "interval" then unknown "interval" else Ok tt);
      do _ <- keys ["claim"; "inputs"; "outputs"; "design"; "dual"; "holds"] [] "the claim" j;
      do _ <- need holds "infeasible cannot fail";
      do ins <- (do v <- get o "inputs"; read_labels "inputs" v);
      do outs <- (do v <- get o "outputs"; read_labels "outputs" v);
      let I := snd ins in let J := snd outs in
      do _ <- room I J 0;
      do ds <- (do v <- get o "design"; read_design I J (same_labels (fst ins) (fst outs)) v);
      do y <- (do v <- get o "dual"; read_dual I J ds v);
      Ok (CInfeasible I J ds y)
    else if String.eqb kind "noise" then read_noise j o holds
    else
      do k <- (do v <- get o "kernel"; place (arr_size ks) "a kernel" v);
      let K := arr_get no_kernel ks k in
      do _ <- (if in_list kind ["rows"; "level"] then Ok tt else need_decided K);
      let I := height (km K) in let J := width (km K) in
      let twin := same_labels (rowl K) (coll K) in
      let design := (do v <- get o "design"; read_design I J twin v) in
      let dual ds := (do v <- get o "dual"; read_dual I J ds v) in
      let goal := (do v <- get o "objective"; read_objective I J twin v) in
      if String.eqb kind "rows" then
        do d <- get o "demand";
        do dkind <- match d with JObj d => do v <- get d "demand"; text "a demand" v | _ => reject "a demand is not an object" end;
        if negb (decided K) then
          do _ <- (if String.eqb dkind "sums" then keys ["demand"] [] "a demand" d else reject "this is not claimed of undecided outputs");
          if holds then
            do _ <- keys ["claim"; "kernel"; "demand"; "holds"] [] "the claim" j;
            Ok (CWhole k)
          else
            do _ <- keys ["claim"; "kernel"; "demand"; "holds"; "at"] [] "the claim" j;
            do mem <- (do v <- get o "at"; read_member I J v);
            match mem with M1 i => Ok (CNotWhole k i) | _ => reject "at names no member of the demand" end
        else if String.eqb dkind "cost" then
          do _ <- keys ["claim"; "kernel"; "demand"; "holds"] [] "the claim" j;
          do _ <- need holds "a cost cannot fail";
          do d <- keys ["demand"; "objective"; "value"] [] "a demand" d;
          do g <- (do v <- get d "objective"; read_objective I J twin v);
          do c <- (do v <- get d "value"; number "a cost" v);
          Ok (CCost k g c)
        else
          do eps <- match d with
            | JObj d => if String.eqb dkind "private"
                then do v <- get d "alpha"; match v with JObj _ => do a <- read_alpha v; Ok (Some (fst a)) | _ => Ok None end
                else Ok None
            | _ => Ok None
            end;
          match eps with
          | Some (least, most) =>
            do dd <- keys ["demand"; "alpha"; "neighbours"] [] "a demand" d;
            do nb <- (do v <- get dd "neighbours"; read_neighbours I v);
            if holds then
              do _ <- keys ["claim"; "kernel"; "demand"; "holds"] ["by"] "the claim" j;
              do _ <- read_by o (Private most nb);
              Ok (CPrivate k nb least most (has o "by"))
            else
              do _ <- keys ["claim"; "kernel"; "demand"; "holds"; "at"] [] "the claim" j;
              do mem <- (do v <- get o "at"; read_member I J v);
              Ok (CNotPrivate k nb least most mem)
          | None =>
          do dm <- read_demand I J twin d;
          if negb holds then
            do _ <- keys ["claim"; "kernel"; "demand"; "holds"; "at"] [] "the claim" j;
            do mem <- (do v <- get o "at"; read_member I J v);
            Ok (CRows k dm (Failing mem))
          else
            do _ <- keys ["claim"; "kernel"; "demand"; "holds"] ["tight"; "by"] "the claim" j;
            do _ <- need (negb (has o "tight" && has o "by")) "tight does not go with by";
            if has o "tight" then
              do v <- get o "tight";
              do mem <- read_member I J v;
              match dm, mem with
              | Private a _, M0 => do _ <- need (qle 1%Q a) "tight names no member"; Ok (CRows k dm (Tight None))
              | Private _ _, _ => Ok (CRows k dm (Tight (Some mem)))
              | _, _ => reject "tight is only of private"
              end
            else if has o "by" then
              do _ <- read_by o dm;
              Ok (CRows k dm ByPost)
            else Ok (CRows k dm Holding)
          end
      else if String.eqb kind "product" then
        let base := ["claim"; "kernel"; "of"; "holds"] in
        do n <- (do v <- get o "of"; read_other ks v);
        let A := km (arr_get no_kernel ks n) in
        do _ <- need (Nat.eqb (height A) I) "the two kernels have not the same inputs";
        if holds then
          do _ <- keys ("post" :: base) [] "the claim" j;
          do B <- read_post A J o;
          Ok (CProduct k n B)
        else
          do _ <- keys ("functional" :: base) [] "the claim" j;
          do W <- (do v <- get o "functional"; read_sparse I J "functional" v);
          do _ <- room (width A) J (Z.log2 (den A) + Z.log2 (den W));
          Ok (CNotProduct k n W)
      else if String.eqb kind "optimal" then
        do _ <- keys ["claim"; "kernel"; "design"; "objective"; "cost"; "dual"; "holds"] [] "the claim" j;
        do _ <- need holds "optimal cannot fail";
        do ds <- design;
        do g <- goal;
        do c <- (do v <- get o "cost"; number "a cost" v);
        do y <- dual ds;
        Ok (COptimal k ds g c y)
      else if String.eqb kind "unique" then
        if holds then
          do _ <- keys ["claim"; "kernel"; "design"; "objective"; "dual"; "modulus"; "holds"] [] "the claim" j;
          do ds <- design;
          do g <- goal;
          do y <- dual ds;
          do m <- (do v <- get o "modulus"; read_modulus v);
          Ok (CUnique k ds g y m)
        else
          do _ <- keys ["claim"; "kernel"; "design"; "objective"; "other"; "holds"] [] "the claim" j;
          do ds <- design;
          do g <- goal;
          do k2 <- (do v <- get o "other"; read_other ks v);
          Ok (CNotUnique k ds g k2)
      else if String.eqb kind "extreme" then
        do w <- (do v <- get o "weights"; boolean "weights" v);
        do _ <- (if w : bool then unknown "weights" else Ok tt);
        if holds then
          do _ <- keys ["claim"; "kernel"; "design"; "weights"; "modulus"; "holds"] [] "the claim" j;
          do ds <- design;
          do m <- (do v <- get o "modulus"; read_modulus v);
          Ok (CExtreme k ds m)
        else
          do _ <- keys ["claim"; "kernel"; "design"; "weights"; "between"; "holds"] [] "the claim" j;
          do ds <- design;
          do ab <- (do v <- get o "between"; read_list 2 "between" (read_other ks) v);
          Ok (CNotExtreme k ds (arr_get 0%nat ab 0) (arr_get 0%nat ab 1))
      else
        let base := ["claim"; "kernel"; "neighbours"; "alpha"; "delta"; "holds"] in
        do delta <- (do v <- get o "delta"; number "delta" v);
        do _ <- need (qle 0%Q delta && qle delta 1%Q) "delta is not in [0, 1]";
        do a <- (do v <- get o "alpha"; read_alpha v);
        let '(least, most, _) := a in
        do _ <- need (positive least) "alpha is not above 0";
        do nb <- (do v <- get o "neighbours"; read_neighbours I v);
        do _ <- need (unit_inputs nb) "neighbours are not inputs at distance 1";
        if holds then
          do _ <- keys base [] "the claim" j;
          Ok (CProfile k nb (qinv most) (qinv least) delta)
        else
          do _ <- keys ("at" :: base) [] "the claim" j;
          do ik <- (do v <- get o "at"; read_list 2 "at" (place I "an input") v);
          Ok (CNotProfile k nb (qinv most) (qinv least) delta (arr_get 0%nat ik 0) (arr_get 0%nat ik 1))
  | _ => reject "a claim is not an object"
  end.
Definition claim_holds (c : claim) : bool :=
  match c with
  | CRows _ _ (Failing _) | CNotWhole _ _ | CNotUnique _ _ _ _ | CNotExtreme _ _ _ _ | CNotPrivate _ _ _ _ _
  | CNotProduct _ _ _ | CNotNoise _ _ _ _ | CNotProfile _ _ _ _ _ _ _ => false
  | _ => true
  end.

(** ** The checks *)

Section Checks.
Variable inverse : Z -> Z -> Z.

Definition kernel_at (ks : arr ker) (k : nat) : mat := km (arr_get no_kernel ks k).
Definition mass_at (ks : arr ker) (k : nat) : arr Z := undecided (arr_get no_kernel ks k).
Definition equation_of (J : nat) (r : row) : list (nat * Z) :=
  rev_append (fold_left (fun acc t => ((fst (fst t) * J + snd (fst t))%nat, snd t) :: acc) (terms r) []) [].
Definition same_shape (K L : mat) : bool := Nat.eqb (height K) (height L) && Nat.eqb (width K) (width L).
Definition same_labelled (ks : arr ker) (k l : nat) : bool :=
  let a := arr_get no_kernel ks k in let b := arr_get no_kernel ks l in
  same_labels (rowl a) (rowl b) && same_labels (coll a) (coll b).
Definition differ (K L : mat) : bool :=
  some_below (height K) (fun i => some_below (width K) (fun j =>
    negb (entry K i j * den L =? entry L i j * den K))).
(** 2 K = A + B *)
Definition mean_of (K A B : mat) : bool :=
  all_below (height K) (fun i => all_below (width K) (fun j =>
    2 * entry K i j * (den A * den B) =? den K * (entry A i j * den B + entry B i j * den A))).

Definition zeros_of (I J : nat) (f : nat -> nat -> bool) (l : list (list (nat * Z))) : list (list (nat * Z)) :=
  into I (fun i => into J (fun j l => if f i j then [((i * J + j)%nat, 1)] :: l else l)) l.
Definition slack_rows (J : nat) (rows : list (row * Q)) : list (list (nat * Z)) :=
  fold_left (fun acc e => if equation (fst e) || (0 <? Qnum (snd e)) then equation_of J (fst e) :: acc else acc) rows [].
Definition tight_rows (K : mat) (dm : demand) (l : list (list (nat * Z))) : list (list (nat * Z)) :=
  fold_left (fun acc mem => match row_of (height K) (width K) dm mem with
    | Some r => if (0 <? scale r) && inside (height K) (width K) (terms r) && (equation r || tight_at K r)
        then equation_of (width K) r :: acc else acc
    | None => acc
    end) (members (height K) (width K) dm) l.

Definition tight_ok (K : mat) (dm : demand) (mem : member) : bool :=
  match dm, mem with
  | Private a nb, M4 i j k m =>
      match row_of (height K) (width K) dm mem, distance nb i j k m with
      | Some r, Some d => (0 <=? Qnum a) && Nat.ltb 0 d && tight_at K r && (0 <? entry K k m)
      | _, _ => false
      end
  | _, _ => false
  end.
Definition rows_ok (ks : arr ker) (k : nat) (dm : demand) (how : shown) : res unit :=
  let K := kernel_at ks k in
  do _ <- need (0 <? den K) "no denominator";
  match how with
  | Holding => need (demand_ok K dm) "a demand does not hold"
  | Failing mem => match row_of (height K) (width K) dm mem with
      | Some r => need ((0 <? scale r) && negb (holds_at K r)) "this member of the demand holds"
      | None => reject "at names no member of the demand"
      end
  | Tight None => need (demand_ok K dm && match dm with Private a _ => qle 1%Q a | _ => false end)
      "a demand does not hold"
  | Tight (Some mem) =>
      do _ <- need (demand_ok K dm) "a demand does not hold";
      need (tight_ok K dm mem) "what is said to be tight is not"
  | ByPost => match after (arr_get no_kernel ks k) with
      | Some (n, B) =>
          let A := kernel_at ks n in
          need (nonneg_ok A && kernel_ok B && demand_ok A dm && demand_ok K dm) "post-processing does not show this"
      | None => reject "the kernel is not in the form product"
      end
  end.
Definition own_cost (o : objective) (K : mat) : Q :=
  Qmake (cost_of o K) (Z.to_pos (den (losses o) * den K)).

Definition check_claim (ks : arr ker) (c : claim) : res unit :=
  match c with
  | CRows k dm how => rows_ok ks k dm how
  | CWhole k =>
      let K := kernel_at ks k in
      need ((0 <? den K) && all_below (height K) (whole K (mass_at ks k))) "a row does not sum to 1"
  | CNotWhole k i =>
      let K := kernel_at ks k in
      need ((0 <? den K) && Nat.ltb i (height K) && negb (whole K (mass_at ks k) i)) "this row sums to 1"
  | CCost k o c => need (cost_is o (kernel_at ks k) c) "the cost is another"
  | COptimal k ds o c y =>
      let K := kernel_at ks k in
      do _ <- need (meets_ok K ds) "the kernel does not meet the design";
      do _ <- need (cost_is o K c) "the cost is another";
      do _ <- dual_ok (height K) (width K) ds o c y;
      Ok tt
  | CInfeasible h w ds y => farkas_ok h w ds y
  | CUnique k ds o y m =>
      let K := kernel_at ks k in
      let I := height K in let J := width K in
      do _ <- need (meets_ok K ds) "the kernel does not meet the design";
      let c := own_cost o K in
      do _ <- need (cost_is o K c) "the cost is another";
      do rla <- dual_ok I J ds o c y;
      let '(rows, L, a) := rla in
      need (determined inverse m (I * J)
        (zeros_of I J (fun i j => 0 <? reduced J o L a i j) (slack_rows J rows)))
        "the equations do not determine the kernel"
  | CNotUnique k ds o k2 =>
      let K := kernel_at ks k in let O := kernel_at ks k2 in
      do _ <- need (same_labelled ks k k2) "the kernels have other labels";
      do _ <- need (same_shape K O && meets_ok K ds && meets_ok O ds) "a kernel does not meet the design";
      need (cost_is o K (own_cost o K) && cost_is o O (own_cost o O) &&
          qle (own_cost o O) (own_cost o K) && differ K O)
        "the other kernel costs more, or is the same"
  | CExtreme k ds m =>
      let K := kernel_at ks k in
      let I := height K in let J := width K in
      do _ <- need (meets_ok K ds) "the kernel does not meet the design";
      need (determined inverse m (I * J)
        (zeros_of I J (fun i j => entry K i j =? 0)
          (fold_left (fun l dm => tight_rows K dm l) (Sums :: ds) [])))
        "the equations do not determine the kernel"
  | CNotExtreme k ds a b =>
      let K := kernel_at ks k in let A := kernel_at ks a in let B := kernel_at ks b in
      do _ <- need (same_labelled ks k a && same_labelled ks k b) "the kernels have other labels";
      do _ <- need (same_shape K A && same_shape K B && (0 <? den K)) "the kernels are of different sizes";
      do _ <- need (meets_ok A ds && meets_ok B ds) "a kernel does not meet the design";
      need (differ A B && mean_of K A B) "the kernel is not between the two"
  | CPrivate k nb least most by_form =>
      let K := kernel_at ks k in
      do _ <- (if by_form then rows_ok ks k (Private most nb) ByPost else Ok tt);
      need ((0 <? den K) && nonneg_ok K && private_ok K most nb) "the demand does not hold"
  | CNotPrivate k nb least most mem =>
      let K := kernel_at ks k in
      do _ <- need (nonneg_ok K && (0 <=? Qnum least)) "an entry is negative";
      rows_ok ks k (Private least nb) (Failing mem)
  | CProduct k n B =>
      let K := kernel_at ks k in let C := product (kernel_at ks n) B in
      do _ <- need (Nat.eqb (height B) (width (kernel_at ks n)) && same_shape K C) "post is of another size";
      need (kernel_ok B && (0 <? den K) && (0 <? den C) && negb (differ K C)) "the product is not the kernel"
  | CNotProduct k n W =>
      let K := kernel_at ks k in let A := kernel_at ks n in
      do _ <- need (same_shape K W && Nat.eqb (height K) (height A)) "the functional is of another size";
      need ((0 <? den K) && (0 <? den A) && (0 <? den W) && separates W K A)
        "the functional does not separate the kernel"
  | CNoise N V eps told => need (noise_ok N V eps told) "the shifts, or the functional, do not show the loss"
  | CNotNoise N eps r W => need (noise_fails N eps r W) "the functional does not show the loss"
  | CProfile k nb low high delta =>
      let K := kernel_at ks k in
      need ((0 <? den K) && nonneg_ok K && positive low && unit_inputs nb &&
        profile_ok K (mass_at ks k) nb low delta) "neighbours differ by more than delta"
  | CNotProfile k nb low high delta i k' =>
      let K := kernel_at ks k in
      need ((0 <? den K) && nonneg_ok K && positive high &&
        match distance nb i 0 k' 0 with Some _ => true | None => false end && unit_inputs nb &&
        Nat.ltb i (height K) && Nat.ltb k' (height K) &&
        pair_fails K (mass_at ks k) high delta i k') "these neighbours differ by no more than delta"
  end.

(** ** The document *)

Definition is_sums_of (k : nat) (c : claim) : bool :=
  match c with CRows k' Sums _ | CWhole k' | CNotWhole k' _ => Nat.eqb k k' | _ => false end.
Record document := Doc { kernels : arr ker; claims : list claim; statements : list json }.

Definition read_document (j : json) : res document :=
  do _ <- need (plain j) "an object has the same key twice, or a number is not an integer";
  match j with
  | JObj o =>
    match lookup "format" o, lookup "version" o with
    | Some (JText f), Some (JInt v) =>
      if String.eqb f "exactdp-explanation" then Bad 3 "not a proof: an explanation"
      else if negb (String.eqb f "exactdp-certificate") then Bad 2 "not a certificate"
      else if negb (v =? 2) then Bad 2 "not a certificate of version 2"
      else
        do _ <- keys ["format"; "version"; "subject"; "kernels"; "claims"; "verdict"; "digest"] ["made"] "the document" j;
        do s <- get o "subject";
        do _ <- need (match s with JNull | JObj _ => true | _ => false end) "subject is not an object";
        do _ <- match lookup "made" o with
          | Some (JObj _) | None => Ok tt
          | Some _ => reject "made is not an object"
          end;
        do _ <- (do v <- get o "digest"; text "digest" v);
        do verdict <- (do v <- get o "verdict"; text "verdict" v);
        do ks <- (do v <- get o "kernels"; do l <- items "kernels" v; read_kernels l []);
        do cs <- (do v <- get o "claims"; items "claims" v);
        do _ <- need (match cs with [] => false | _ => true end) "there are no claims";
        do l <- rmap (read_claim ks) cs;
        do _ <- need (String.eqb verdict (if forallb claim_holds l then "holds" else "fails"))
          "the verdict is not that of the claims";
        do _ <- need (all_below (arr_size ks) (fun k => existsb (is_sums_of k) l))
          "a kernel has no claim that its rows sum to 1";
        Ok (Doc ks l cs)
    | _, _ => Bad 2 "not a certificate"
    end
  | _ => Bad 2 "not a certificate"
  end.

Fixpoint check_all (ks : arr ker) (l : list claim) : res unit :=
  match l with
  | [] => Ok tt
  | c :: t => match check_claim ks c with Ok _ => check_all ks t | Bad s w => Bad s w end
  end.
Definition check_document (j : json) : res document :=
  do d <- read_document j;
  do _ <- check_all (kernels d) (claims d);
  Ok d.
End Checks.

(** Keys of a claim that are evidence, not statement. *)
Definition is_evidence (key : string) : bool :=
  in_list key ["holds"; "dual"; "modulus"; "at"; "other"; "between"; "by"; "post"; "functional"; "shifts"].
