(** Extraction: Coq's numbers become zarith's, places OCaml's integers, lists that never change arrays. *)
From Coq Require Import ZArith QArith Ascii String Extraction.
From Coq Require Import ExtrOcamlBasic ExtrOcamlZBigInt ExtrOcamlNatInt ExtrOcamlChar ExtrOcamlNativeString.
From ExactDPProved Require Import Base Json Document.

Extract Constant Z.leb => "Big_int_Z.le_big_int".
Extract Constant Z.ltb => "Big_int_Z.lt_big_int".
Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".
Extract Constant Z.div =>
  "(fun a b -> if Big_int_Z.sign_big_int b > 0 then Big_int_Z.div_big_int a b else failwith ""divisor"")".
Extract Constant Z.modulo =>
  "(fun a b -> if Big_int_Z.sign_big_int b > 0 then Big_int_Z.mod_big_int a b else failwith ""divisor"")".
Extract Constant Z.pow =>
  "(fun b e -> if Big_int_Z.sign_big_int e < 0 then Big_int_Z.zero_big_int else Big_int_Z.power_big_int_positive_int b (Big_int_Z.int_of_big_int e))".
Extract Constant Z.log2 =>
  "(fun a -> if Big_int_Z.sign_big_int a > 0 then Big_int_Z.big_int_of_int (Z.numbits a - 1) else Big_int_Z.zero_big_int)".
Extract Constant Z.of_nat => "Big_int_Z.big_int_of_int".
Extract Constant Z.to_nat => "(fun z -> if Big_int_Z.sign_big_int z < 0 then 0 else Big_int_Z.int_of_big_int z)".
Extract Constant Pos.of_nat => "(fun n -> Big_int_Z.big_int_of_int (Stdlib.max 1 n))".
Extract Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extract Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Constant Init.Nat.sub => "(fun (a : int) b -> if a < b then 0 else a - b)".
Extract Constant Init.Nat.pred => "(fun (a : int) -> if a = 0 then 0 else a - 1)".
Extract Constant Init.Nat.min => "(fun (a : int) b -> if a < b then a else b)".
Extract Constant Init.Nat.max => "(fun (a : int) b -> if a < b then b else a)".
Extract Constant Nat.odd => "(fun a -> a land 1 = 1)".
Extract Constant Nat.div2 => "(fun a -> a / 2)".
Extract Constant String.length => "String.length".
Extract Constant nat_of_ascii => "Char.code".
Extract Constant arr "'a" => "'a array".
Extract Constant arr_of => "Array.of_list".
Extract Constant arr_get => "(fun d a i -> if i < Array.length a then Array.unsafe_get a i else d)".
Extract Constant arr_size => "Array.length".
Extraction Blacklist List String Int Z Big_int_Z.
Extraction "core.ml" check_document is_evidence claim_holds.
