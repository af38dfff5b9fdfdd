(** * Loops, arrays and maps of the checker

    Programs only, on Coq's own [Z], [nat] and lists. Loops are tail recursive: a list of a million
    items must not need a million frames. *)
From Coq Require Import ZArith QArith List Bool Ascii String.
Import ListNotations.
Local Open Scope Z_scope.
Delimit Scope string_scope with string.

(** What came of it: a value, or an exit status (1 rejected, 2 not readable, 3 refused) and why. *)
Inductive res (A : Type) := Ok (a : A) | Bad (status : nat) (why : string).
Arguments Ok {A} a.
Arguments Bad {A} status why.

Definition bind {A B} (a : res A) (f : A -> res B) : res B :=
  match a with Ok x => f x | Bad s w => Bad s w end.
Notation "'do' x <- a ; b" := (bind a (fun x => b))
  (at level 200, x pattern, a at level 100, b at level 200).
Definition reject {A} (why : string) : res A := Bad 1 why.
Definition need (b : bool) (why : string) : res unit := if b then Ok tt else reject why.
Definition refuse_unless (b : bool) (why : string) : res unit := if b then Ok tt else Bad 3 why.
Definition some {A} (o : option A) (why : string) : res A :=
  match o with Some a => Ok a | None => reject why end.

(** Lists that never change; extracted to OCaml's arrays. *)
Definition arr (A : Type) := list A.
Definition arr_of {A} (l : list A) : arr A := l.
Definition arr_get {A} (d : A) (a : arr A) (i : nat) : A := nth i a d.
Definition arr_size {A} (a : arr A) : nat := List.length a.

Fixpoint all_below (n : nat) (f : nat -> bool) : bool :=
  match n with O => true | S k => if f k then all_below k f else false end.
Fixpoint some_below (n : nat) (f : nat -> bool) : bool :=
  match n with O => false | S k => if f k then true else some_below k f end.
Fixpoint tab {A} (n : nat) (f : nat -> A) (acc : list A) : list A :=
  match n with O => acc | S k => tab k f (f k :: acc) end.
Fixpoint sum_below (n : nat) (f : nat -> Z) (acc : Z) : Z :=
  match n with O => acc | S k => sum_below k f (acc + f k) end.
Definition table {A} (n : nat) (f : nat -> A) : arr A := arr_of (tab n f []).
(** f(0), ..., f(n-1) into an accumulator, the last one first. *)
Fixpoint into {A} (n : nat) (f : nat -> A -> A) (a : A) : A :=
  match n with O => a | S k => into k f (f k a) end.

Fixpoint rmap_acc {A B} (f : A -> res B) (l : list A) (acc : list B) : res (list B) :=
  match l with
  | [] => Ok (rev_append acc [])
  | a :: t => match f a with Ok b => rmap_acc f t (b :: acc) | Bad s w => Bad s w end
  end.
Definition rmap {A B} (f : A -> res B) (l : list A) : res (list B) := rmap_acc f l [].

(** Maps from [nat]: binary trees, the path to a key spelt by its digits. *)
Inductive trie (A : Type) := Leaf | Node (l : trie A) (v : option A) (r : trie A).
Arguments Leaf {A}.
Arguments Node {A} l v r.

Fixpoint find_in {A} (fuel k : nat) (t : trie A) : option A :=
  match fuel, t with
  | S f, Node l v r =>
      if Nat.eqb k 0 then v
      else if Nat.odd k then find_in f (Nat.div2 k) l else find_in f (Nat.pred (Nat.div2 k)) r
  | _, _ => None
  end.
Fixpoint update_in {A} (fuel k : nat) (g : option A -> A) (t : trie A) : trie A :=
  match fuel with
  | O => t
  | S f =>
      let '(l, v, r) := match t with Leaf => (Leaf, None, Leaf) | Node l v r => (l, v, r) end in
      if Nat.eqb k 0 then Node l (Some (g v)) r
      else if Nat.odd k then Node (update_in f (Nat.div2 k) g l) v r
      else Node l v (update_in f (Nat.pred (Nat.div2 k)) g r)
  end.
Definition find {A} (k : nat) (t : trie A) : option A := find_in (S k) k t.
Definition update {A} (k : nat) (g : option A -> A) (t : trie A) : trie A := update_in (S k) k g t.

Definition coef (t : trie Z) (k : nat) : Z := match find k t with Some z => z | None => 0 end.
Definition add_to (k : nat) (z : Z) (t : trie Z) : trie Z :=
  update k (fun o => match o with Some y => y + z | None => z end) t.

(** A multiple of every denominator, and numbers over it. *)
Definition den_of (q : Q) : Z := Zpos (Qden q).
Definition lcm_with (a d : Z) : Z := if a mod d =? 0 then a else Z.lcm a d.
Definition lcm_of (l : list Q) (acc : Z) : Z := fold_left (fun a q => lcm_with a (den_of q)) l acc.
Definition lcm_of_arr (a : arr Q) (acc : Z) : Z :=
  into (arr_size a) (fun i acc => lcm_with acc (den_of (arr_get 0%Q a i))) acc.
Definition over (D : Z) (q : Q) : Z := Qnum q * (D / den_of q).
Definition zpow (b : Z) (e : nat) : Z := b ^ Z.of_nat e.
