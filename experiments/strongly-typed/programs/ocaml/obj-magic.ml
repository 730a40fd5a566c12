let text = "12"
(* UNDEFINED: the manual defines nothing of what Obj.magic gives where the types are not laid out alike *)
let n : int = Obj.magic text (* MISTAKE *)
let () = Printf.printf "past, is 12: %b\n" (n = 12)
