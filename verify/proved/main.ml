(* Tokenizing JSON, reading files, printing: what is not proved. Everything else is Core. *)
module Big = Z
open Core

exception Unreadable of string

let utf8 b code =
  let add x = Buffer.add_char b (Char.chr x) in
  let tail shift = add (0x80 lor ((code lsr shift) land 0x3f)) in
  if code < 0x80 then add code
  else if code < 0x800 then (add (0xc0 lor (code lsr 6)); tail 0)
  else if code < 0x10000 then (add (0xe0 lor (code lsr 12)); tail 6; tail 0)
  else (add (0xf0 lor (code lsr 18)); tail 12; tail 6; tail 0)

(* Lead byte -> range of the next byte, and how many more follow. *)
let valid_utf8 s =
  let n = String.length s in
  let rec go i =
    i >= n ||
    let tail low high more = i + 1 + more < n && s.[i + 1] >= low && s.[i + 1] <= high &&
      (let rec all k = k > more || (Char.code s.[i + 1 + k] land 0xc0 = 0x80 && all (k + 1)) in all 1) &&
      go (i + 2 + more) in
    match s.[i] with
    | '\000'..'\127' -> go (i + 1)
    | '\xc2'..'\xdf' -> tail '\x80' '\xbf' 0
    | '\xe0' -> tail '\xa0' '\xbf' 1 | '\xed' -> tail '\x80' '\x9f' 1
    | '\xe1'..'\xef' -> tail '\x80' '\xbf' 1
    | '\xf0' -> tail '\x90' '\xbf' 2 | '\xf1'..'\xf3' -> tail '\x80' '\xbf' 2 | '\xf4' -> tail '\x80' '\x8f' 2
    | _ -> false in
  go 0

let parse s =
  let n = String.length s and i = ref 0 in
  let fail why = raise (Unreadable (Printf.sprintf "%s at byte %d" why !i)) in
  let peek () = if !i < n then s.[!i] else '\000' in
  let rec blank () = match peek () with ' ' | '\t' | '\n' | '\r' -> incr i; blank () | _ -> () in
  let expect c = if !i < n && s.[!i] = c then incr i else fail (Printf.sprintf "%C is missing" c) in
  let hex4 () =
    if !i + 4 > n then fail "a code is cut off";
    let h = String.sub s !i 4 in
    if String.exists (function '0'..'9' | 'a'..'f' | 'A'..'F' -> false | _ -> true) h then fail "a code is no number";
    i := !i + 4; int_of_string ("0x" ^ h) in
  let escaped b = match peek () with
    | ('"' | '\\' | '/') as c -> incr i; Buffer.add_char b c
    | 'b' -> incr i; Buffer.add_char b '\b' | 'f' -> incr i; Buffer.add_char b '\012'
    | 'n' -> incr i; Buffer.add_char b '\n' | 'r' -> incr i; Buffer.add_char b '\r'
    | 't' -> incr i; Buffer.add_char b '\t'
    | 'u' ->
      incr i; let u = hex4 () in
      if u land 0xfc00 = 0xd800 && !i + 6 <= n && s.[!i] = '\\' && s.[!i + 1] = 'u' then begin
        let back = !i in
        i := !i + 2; let v = hex4 () in
        if v land 0xfc00 = 0xdc00 then utf8 b (0x10000 + ((u land 0x3ff) lsl 10) + (v land 0x3ff))
        else (i := back; utf8 b u)
      end else utf8 b u
    | _ -> fail "an unknown escape" in
  let text () =
    expect '"';
    let start = !i in
    let rec plain () = if !i < n && s.[!i] <> '"' && s.[!i] <> '\\' && s.[!i] >= ' ' then (incr i; plain ()) in
    plain ();
    if peek () = '"' then (incr i; String.sub s start (!i - 1 - start))
    else begin
      let b = Buffer.create 64 in
      let rec more start =
        plain (); Buffer.add_substring b s start (!i - start);
        match peek () with
        | '"' -> incr i
        | '\\' -> incr i; escaped b; more !i
        | _ -> fail "a text does not end, or has a control character" in
      more start; Buffer.contents b
    end in
  let digits () =
    let start = !i in
    while (match peek () with '0'..'9' -> true | _ -> false) do incr i done;
    if !i = start then fail "a digit is missing" in
  let number () =
    let start = !i in
    if peek () = '-' then incr i;
    if peek () = '0' then incr i else digits ();
    let whole = !i in
    if peek () = '.' then (incr i; digits ());
    (match peek () with
     | 'e' | 'E' -> incr i; (match peek () with '+' | '-' -> incr i | _ -> ()); digits ()
     | _ -> ());
    if !i > whole then JFloat else JInt (Big.of_string (String.sub s start (whole - start))) in
  let word w v = if !i + String.length w <= n && String.sub s !i (String.length w) = w
    then (i := !i + String.length w; v) else fail "not JSON" in
  let rec value depth =
    if depth > 1000 then fail "nested more than 1000 deep";
    blank ();
    let v = match peek () with
      | '{' -> JObj (sequence '}' (fun () ->
          blank (); let k = text () in blank (); expect ':'; let v = value (depth + 1) in (k, v)))
      | '[' -> JList (sequence ']' (fun () -> value (depth + 1)))
      | '"' -> JText (text ())
      | '-' when !i + 1 < n && s.[!i + 1] = 'I' -> word "-Infinity" JFloat
      | '-' | '0'..'9' -> number ()
      | 'N' -> word "NaN" JFloat | 'I' -> word "Infinity" JFloat
      | 't' -> word "true" (JBool true) | 'f' -> word "false" (JBool false) | 'n' -> word "null" JNull
      | _ -> fail "not JSON" in
    blank (); v
  and sequence : 'a. char -> (unit -> 'a) -> 'a list = fun close one ->
    incr i; blank ();
    if peek () = close then (incr i; []) else begin
      let rec more acc =
        let acc = one () :: acc in
        if peek () = ',' then (incr i; more acc) else (expect close; List.rev acc) in
      more []
    end in
  if not (valid_utf8 s) then fail "not UTF-8";
  let v = value 0 in
  if !i < n then fail "something follows the document";
  v

(* Texts of the file are printed in ASCII, so that none looks like a line of ours. *)
let escape s =
  let b = Buffer.create (String.length s) in
  String.iter (fun c -> if c >= ' ' && c <= '~' && c <> '"' && c <> '\\' then Buffer.add_char b c
    else Printf.bprintf b "\\x%02x" (Char.code c)) s;
  Buffer.contents b
let rec show = function
  | JNull -> "null" | JBool b -> string_of_bool b | JInt z -> Big.to_string z | JFloat -> "?"
  | JText s -> "\"" ^ escape s ^ "\""
  | JList l -> "[" ^ String.concat ", " (List.rev (List.rev_map show l)) ^ "]"
  | JObj l -> "{" ^ String.concat ", " (List.rev (List.rev_map (fun (k, v) -> escape k ^ ": " ^ show v) l)) ^ "}"
let statement (c, j) =
  let keys = match j with JObj l -> List.filter (fun (k, _) -> not (is_evidence k || k = "claim")) l | _ -> [] in
  let name = match j with JObj l -> (match List.assoc "claim" l with JText s -> s | _ -> "?") | _ -> "?" in
  let parts = List.map (fun (k, v) -> " " ^ k ^ " " ^ show v) keys in
  Printf.sprintf "  %s:%s: %s" name (String.concat "," parts) (if claim_holds c then "holds" else "fails")

let inverse a m = try Big.invert a m with _ -> Big.zero
let read path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel (in_channel_length channel))

let check path =
  let shown = escape path in
  match check_document inverse (parse (read path)) with
  | Ok d ->
    let lines = List.rev_map statement (List.rev (List.combine d.claims d.statements)) in
    let verdict = if List.for_all claim_holds d.claims then "holds" else "fails" in
    List.iter print_endline lines;
    Printf.printf "%s: accepted, verdict %s\n" shown verdict; 0
  | Bad (1, why) -> Printf.printf "%s: REJECTED: %s\n" shown (escape why); 1
  | Bad (2, why) -> Printf.printf "%s: not readable: %s\n" shown (escape why); 2
  | Bad (_, why) -> Printf.printf "%s: refused: %s\n" shown (escape why); 3
  | exception (Unreadable why | Sys_error why) -> Printf.printf "%s: not readable: %s\n" shown (escape why); 2
  | exception (Out_of_memory | Stack_overflow) -> Printf.printf "%s: refused: too large\n" shown; 3

let () =
  let paths = List.tl (Array.to_list Sys.argv) in
  if paths = [] then (prerr_endline "usage: exactdp-check CERT.json [...]"; exit 2);
  match List.fold_left (fun worst path -> max worst (check path)) 0 paths with
  | status -> exit status
  | exception Sys_error why -> prerr_endline ("cannot print: " ^ why); exit 74
