(* Tokenizing JSON, reading files, printing: what is not proved. Everything else is Core. *)
module Big = Z
open Core
exception Unreadable of string

(* By the lead byte: the range of the next byte, and how many more follow. *)
let valid_utf8 s =
  let n = String.length s in
  let rec go i =
    i >= n ||
    let rec rest k = k = 0 || (Char.code s.[i + 1 + k] land 0xc0 = 0x80 && rest (k - 1)) in
    let tail low high more = i + 1 + more < n && s.[i + 1] >= low && s.[i + 1] <= high && rest more && go (i + 2 + more) in
    match s.[i] with
    | '\000'..'\127' -> go (i + 1)
    | '\xc2'..'\xdf' -> tail '\x80' '\xbf' 0
    | '\xe0' -> tail '\xa0' '\xbf' 1 | '\xed' -> tail '\x80' '\x9f' 1 | '\xe1'..'\xef' -> tail '\x80' '\xbf' 1
    | '\xf0' -> tail '\x90' '\xbf' 2 | '\xf1'..'\xf3' -> tail '\x80' '\xbf' 2 | '\xf4' -> tail '\x80' '\x8f' 2
    | _ -> false in
  go 0

let parse s =
  let n = String.length s and i = ref 0 in
  let fail why = raise (Unreadable (Printf.sprintf "%s at byte %d" why !i)) in
  let peek () = if !i < n then s.[!i] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr i; blank () | _ -> () in
  let expect c = if !i < n && s.[!i] = c then incr i else fail (Printf.sprintf "%C is missing" c) in
  let starts w = !i + String.length w <= n && String.sub s !i (String.length w) = w in
  let word w v = if starts w then (i := !i + String.length w; v) else fail "not JSON" in
  let hex4 () =
    let h = if !i + 4 <= n then String.sub s !i 4 else fail "a code is cut off" in
    if String.exists (function '0'..'9' | 'a'..'f' | 'A'..'F' -> false | _ -> true) h then fail "a code is no number";
    i := !i + 4; int_of_string ("0x" ^ h) in
  let unicode b =
    let add code = Buffer.add_utf_8_uchar b (Uchar.unsafe_of_int code) in
    let u = hex4 () and back = !i in
    if u land 0xfc00 = 0xd800 && starts "\\u" then begin
      i := !i + 2; let v = hex4 () in
      if v land 0xfc00 = 0xdc00 then add (0x10000 + ((u land 0x3ff) lsl 10) + (v land 0x3ff)) else (i := back; add u)
    end else add u in
  let escaped b =
    let c = peek () in
    incr i;
    match c with
    | '"' | '\\' | '/' -> Buffer.add_char b c
    | 'b' -> Buffer.add_char b '\b' | 'f' -> Buffer.add_char b '\012' | 'n' -> Buffer.add_char b '\n'
    | 'r' -> Buffer.add_char b '\r' | 't' -> Buffer.add_char b '\t' | 'u' -> unicode b
    | _ -> fail "an unknown escape" in
  let text () =
    expect '"';
    let rec plain () = if !i < n && s.[!i] <> '"' && s.[!i] <> '\\' && s.[!i] >= ' ' then (incr i; plain ()) in
    let rec more b =
      let start = !i in
      plain (); Buffer.add_substring b s start (!i - start);
      match peek () with
      | '"' -> incr i; Buffer.contents b
      | '\\' -> incr i; escaped b; more b
      | _ -> fail "a text does not end, or has a control character" in
    more (Buffer.create 64) in
  let rec some_digits () = match peek () with '0'..'9' -> incr i; some_digits () | _ -> () in
  let digits () = match peek () with '0'..'9' -> some_digits () | _ -> fail "a digit is missing" in
  let number () =
    let start = !i in
    if peek () = '-' then incr i;
    if peek () = '0' then incr i else digits ();
    let whole = !i in
    if peek () = '.' then (incr i; digits ());
    if peek () = 'e' || peek () = 'E' then (incr i; if peek () = '+' || peek () = '-' then incr i; digits ());
    if !i > whole then JFloat else JInt (Big.of_string (String.sub s start (whole - start))) in
  let rec value depth =
    if depth > 1000 then fail "nested more than 1000 deep";
    blank ();
    let v = match peek () with
      | '{' -> JObj (sequence '}' (fun () ->
          blank (); let k = text () in blank (); expect ':'; let v = value (depth + 1) in (k, v)))
      | '[' -> JList (sequence ']' (fun () -> value (depth + 1)))
      | '"' -> JText (text ())
      | 't' -> word "true" (JBool true) | 'f' -> word "false" (JBool false) | 'n' -> word "null" JNull
      | 'N' -> word "NaN" JFloat | 'I' -> word "Infinity" JFloat
      | '-' when starts "-I" -> word "-Infinity" JFloat
      | _ -> number () in
    blank (); v
  and sequence : 'a. char -> (unit -> 'a) -> 'a list = fun close one ->
    let rec more acc =
      let acc = one () :: acc in
      if peek () = ',' then (incr i; more acc) else (expect close; List.rev acc) in
    incr i; blank ();
    if peek () = close then (incr i; []) else more [] in
  if not (valid_utf8 s) then fail "not UTF-8";
  let v = value 0 in
  if !i < n then fail "something follows the document" else v

(* Texts of the file are printed in ASCII, so that none looks like a line of ours. *)
let each f l = List.rev (List.rev_map f l)
let escape s = String.concat "" (each (fun c -> if c >= ' ' && c <= '~' && c <> '"' && c <> '\\'
  then String.make 1 c else Printf.sprintf "\\x%02x" (Char.code c)) (List.of_seq (String.to_seq s)))
let rec show = function
  | JNull -> "null" | JBool b -> string_of_bool b | JInt z -> Big.to_string z | JFloat -> "?"
  | JText s -> "\"" ^ escape s ^ "\""
  | JList l -> "[" ^ String.concat ", " (each show l) ^ "]"
  | JObj l -> "{" ^ String.concat ", " (each (fun (k, v) -> escape k ^ ": " ^ show v) l) ^ "}"
let statement c j =
  let keys = match j with JObj l -> List.filter (fun (k, _) -> not (is_evidence k)) l | _ -> [] in
  Printf.printf "  %s: %s\n" (show (JObj keys)) (if claim_holds c then "holds" else "fails")

let inverse a m = try Big.invert a m with _ -> Big.zero
let read path =
  let file = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in file) (fun () -> really_input_string file (in_channel_length file))
let check path =
  let ends word why status = Printf.printf "%s: %s%s\n" (escape path) word (escape why); status in
  match check_document inverse (parse (try read path with Sys_error why -> raise (Unreadable why))) with
  | Ok d ->
    List.iter2 statement d.claims d.statements;
    ends "accepted, verdict " (if List.for_all claim_holds d.claims then "holds" else "fails") 0
  | Bad (status, why) -> ends (match status with 1 -> "REJECTED: " | 2 -> "not readable: " | _ -> "refused: ") why status
  | exception Unreadable why -> ends "not readable: " why 2
  | exception (Out_of_memory | Stack_overflow) -> ends "refused: " "too large" 3

let () =
  let last word why status = prerr_endline (word ^ why); close_out_noerr stdout; exit status in
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 300 };
  match List.tl (Array.to_list Sys.argv) with
  | [] -> last "usage: " "exactdp-check CERT.json [...]" 2
  | paths ->
    match let status = List.fold_left (fun worst path -> max worst (check path)) 0 paths in flush stdout; status with
    | status -> exit status
    | exception Sys_error why -> last "the answer cannot be written: " why 74
    | exception e -> last "a defect of this checker: " (Printexc.to_string e) 70
