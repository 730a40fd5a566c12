let texts : string list ref = ref []
let () = texts := 1 :: !texts (* MISTAKE *)
let () = print_endline "past"
