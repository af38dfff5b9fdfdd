(** * Elimination modulo m: the equations have no solution but 0

    [inverse] comes from outside; what it answers is multiplied back, so any function would do. *)
From Coq Require Import ZArith List Bool.
From ExactDPProved Require Import Base.
Import ListNotations.
Local Open Scope Z_scope.

Section Rank.
Variable inverse : Z -> Z -> Z.
Variable m : Z.

Definition inv (a : Z) : option Z :=
  let u := inverse a m in if (a * u - 1) mod m =? 0 then Some u else None.

(** ** Dense elimination: the first unknown, then the others *)

Definition vec := list Z.
Fixpoint minus_times (h : Z) (p t : vec) : vec :=
  match p, t with
  | [], _ => t
  | _, [] => map (fun x => (- (h * x)) mod m) p
  | x :: p', y :: t' => ((y - h * x) mod m) :: minus_times h p' t'
  end.
(** The first row whose head has an inverse, made to begin with 1; the others, in any order. *)
Fixpoint pivot (rows before : list vec) : option (vec * list vec) :=
  match rows with
  | [] => None
  | [] :: t => pivot t before
  | (h :: r) :: t =>
      match (if h =? 0 then None else inv h) with
      | Some u => Some (map (fun x => (u * x) mod m) r, rev_append before t)
      | None => pivot t ((h :: r) :: before)
      end
  end.
Definition reduce (p : vec) (rows : list vec) : list vec :=
  fold_left (fun acc r => match r with
    | [] => acc
    | h :: t => (if h =? 0 then t else minus_times h p t) :: acc
    end) rows [].
Fixpoint eliminate (n : nat) (rows : list vec) : bool :=
  match n with
  | O => true
  | S k => match pivot rows [] with
      | Some (p, others) => eliminate k (reduce p others)
      | None => false
      end
  end.

(** ** Equations with two terms: unknown = weight times another, modulo m *)

Definition forest := trie (nat * Z).
Fixpoint root (fuel : nat) (t : forest) (v : nat) (w : Z) : nat * Z :=
  match fuel with
  | O => (v, w)
  | S f => match find v t with
      | None => (v, w)
      | Some (p, a) => root f t p ((w * a) mod m)
      end
  end.
Definition deep : nat := 64.
Definition root_of (t : forest) (v : nat) : nat * Z := root deep t v 1.
Definition link (child parent : nat) (a : Z) (t : forest) : forest :=
  update child (fun _ => (parent, a)) t.

Record state := State { up : forest; sizes : trie Z; rest : list (list (nat * Z)) }.

(** c times an unknown that is a root is 0; [sink] stands for nothing: it is taken 0 times *)
Definition vanish (sink : nat) (s : state) (v : nat) (c : Z) : state :=
  match inv c with
  | Some _ => State (link v sink 0 (up s)) (sizes s) (rest s)
  | None => State (up s) (sizes s) ([(v, c)] :: rest s)
  end.
Definition hang (s : state) (v : nat) (u : Z) (w : nat) (d : Z) : state :=
  State (link v w ((- (u * d)) mod m) (up s)) (add_to w (1 + coef (sizes s) v) (sizes s)) (rest s).
Definition two (sink : nat) (s : state) (v : nat) (c : Z) (w : nat) (d : Z) : state :=
  if c =? 0 then (if d =? 0 then s else vanish sink s w d)
  else if d =? 0 then vanish sink s v c
  else if Nat.eqb v w then let e := (c + d) mod m in if e =? 0 then s else vanish sink s v e
  else
    let first := if coef (sizes s) v <=? coef (sizes s) w then inv c else None in
    match first with
    | Some u => hang s v u w d
    | None => match inv d with
        | Some u => hang s w u v c
        | None => match inv c with
            | Some u => hang s v u w d
            | None => State (up s) (sizes s) ([(v, c); (w, d)] :: rest s)
            end
        end
    end.
Definition take_row (sink : nat) (s : state) (r : list (nat * Z)) : state :=
  match r with
  | [(v, c)] =>
      let '(x, w) := root_of (up s) v in
      let e := (c * w) mod m in if e =? 0 then s else vanish sink s x e
  | [(v, c); (v', c')] =>
      let '(x, w) := root_of (up s) v in
      let '(x', w') := root_of (up s) v' in
      two sink s x ((c * w) mod m) x' ((c' * w') mod m)
  | _ => State (up s) (sizes s) (r :: rest s)
  end.

(** What is left of a row, in terms of roots. *)
Definition rooted (t : forest) (r : list (nat * Z)) : trie Z :=
  fold_left (fun acc vc =>
    let '(x, w) := root_of t (fst vc) in
    let e := (snd vc * w) mod m in if e =? 0 then acc else add_to x e acc) r Leaf.
Definition free (t : forest) (v : nat) : bool := match find v t with None => true | Some _ => false end.
Definition free_below (n : nat) (t : forest) : list nat :=
  into n (fun v l => if free t v then v :: l else l) [].
Definition as_vec (vs : list nat) (r : trie Z) : vec :=
  rev_append (fold_left (fun acc v => coef r v mod m :: acc) vs []) [].

(** Unknowns 0, ..., n-1. Short rows first; the rest by elimination over the roots. *)
Definition determined (n : nat) (rows : list (list (nat * Z))) : bool :=
  (1 <? m) &&
  let s := fold_left (take_row n) rows (State Leaf Leaf []) in
  let t := up s in
  let vs := free_below n t in
  forallb (forallb (fun c => Nat.ltb (fst c) n)) (rest s) &&
  all_below n (fun v => let '(x, w) := root_of t v in (w =? 0) || (Nat.ltb x n && free t x)) &&
  eliminate (length vs) (fold_left (fun acc r => as_vec vs (rooted t r) :: acc) (rest s) []).
End Rank.
