(** * Reading JSON: numbers, places, lists, objects *)
From Coq Require Import ZArith QArith List Bool Ascii String.
From ExactDPProved Require Import Base.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope Z_scope.

Inductive json :=
  | JNull
  | JBool (b : bool)
  | JInt (z : Z)
  | JFloat
  | JText (s : string)
  | JList (l : list json)
  | JObj (l : list (string * json)).

Definition in_list (s : string) (l : list string) : bool := existsb (String.eqb s) l.
Fixpoint distinct (l : list string) : bool :=
  match l with [] => true | s :: t => if in_list s t then false else distinct t end.

(** No object has a key twice, no number is inexact. *)
Fixpoint plain (j : json) : bool :=
  match j with
  | JFloat => false
  | JList l => forallb plain l
  | JObj l => distinct (rev_append (rev_append (map fst l) []) []) && forallb (fun kv => plain (snd kv)) l
  | _ => true
  end.

Definition obj := list (string * json).
Fixpoint lookup (key : string) (o : obj) : option json :=
  match o with
  | [] => None
  | (k, v) :: t => if String.eqb k key then Some v else lookup key t
  end.
Definition get (o : obj) (key : string) : res json :=
  some (lookup key o) ("the key """ ++ key ++ """ is missing").
Definition has (o : obj) (key : string) : bool :=
  match lookup key o with Some _ => true | None => false end.
Definition keys (required optional : list string) (what : string) (j : json) : res obj :=
  match j with
  | JObj o =>
      do _ <- need (forallb (fun kv => in_list (fst kv) required || in_list (fst kv) optional) o)
        (what ++ " has an unknown key");
      do _ <- need (forallb (has o) required) (what ++ " lacks a key");
      Ok o
  | _ => reject (what ++ " is not an object")
  end.
Definition items (what : string) (j : json) : res (list json) :=
  match j with JList l => Ok l | _ => reject (what ++ " is not a list") end.
Definition text (what : string) (j : json) : res string :=
  match j with JText s => Ok s | _ => reject (what ++ " is not a text") end.
Definition boolean (what : string) (j : json) : res bool :=
  match j with JBool b => Ok b | _ => reject (what ++ " is not true or false") end.
Definition integer (what : string) (j : json) : res Z :=
  match j with JInt z => Ok z | _ => reject (what ++ " is not an integer") end.
(** A place below the given size. *)
Definition place (n : nat) (what : string) (j : json) : res nat :=
  do z <- integer what j;
  do _ <- need ((0 <=? z) && (z <? Z.of_nat n)) (what ++ " is out of range");
  Ok (Z.to_nat z).
(** A number from low on; larger than a million is refused. *)
Definition count (low : Z) (what : string) (j : json) : res nat :=
  do z <- integer what j;
  do _ <- need (low <=? z) (what ++ " is too small");
  do _ <- refuse_unless (z <=? 1000000) (what ++ " is more than a million");
  Ok (Z.to_nat z).

(** ** Rationals: "p" or "p/q" *)

Definition code_0 : nat := 48.
Definition code_9 : nat := 57.
Definition code_minus : nat := 45.
Definition code_slash : nat := 47.
Definition ten : nat := 10.
Definition fourteen : nat := 14.
Definition fifteen : nat := 15.

(** Fifteen digits at a time, in small numbers; [power] is 10 to how many there are. *)
Fixpoint digits (l : list ascii) (room small power : nat) (big : Z) : Z * list ascii :=
  let so_far (_ : unit) := big * Z.of_nat power + Z.of_nat small in
  match l with
  | c :: t =>
      let d := nat_of_ascii c in
      if Nat.leb code_0 d && Nat.leb d code_9 then
        match room with
        | O => digits t fourteen (d - code_0) ten (so_far tt)
        | S r => digits t r (small * ten + (d - code_0)) (power * ten) big
        end
      else (so_far tt, l)
  | [] => (so_far tt, [])
  end.
Definition starts_digit (l : list ascii) : bool :=
  match l with c :: _ => let d := nat_of_ascii c in Nat.leb code_0 d && Nat.leb d code_9 | [] => false end.
Definition natural (l : list ascii) : option (Z * list ascii) :=
  if starts_digit l then Some (digits l fifteen 0 1 0) else None.
Definition rational (s : string) : option Q :=
  let l := list_ascii_of_string s in
  let '(negative, l) := match l with
    | c :: t => if Nat.eqb (nat_of_ascii c) code_minus then (true, t) else (false, l)
    | [] => (false, l)
    end in
  match natural l with
  | None => None
  | Some (p, t) =>
      let p := if negative then - p else p in
      match t with
      | [] => Some (Qmake p 1)
      | c :: t => if Nat.eqb (nat_of_ascii c) code_slash
          then match natural t with
            | Some (Zpos q, []) => Some (Qmake p q)
            | _ => None
            end
          else None
      end
  end.
Definition most_digits : nat := Z.to_nat 100000.
Definition number (what : string) (j : json) : res Q :=
  do s <- text what j;
  do _ <- refuse_unless (Nat.leb (String.length s) most_digits) (what ++ " has more than 100000 characters");
  some (rational s) (what ++ " is not a number ""p"" or ""p/q""").
Definition qle (a b : Q) : bool := Qnum a * den_of b <=? Qnum b * den_of a.
Definition qlt (a b : Q) : bool := Qnum a * den_of b <? Qnum b * den_of a.
