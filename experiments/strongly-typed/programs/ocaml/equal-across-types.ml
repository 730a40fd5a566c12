let equal = 12 = "12" (* MISTAKE *)
let () = Printf.printf "past %b\n" equal
