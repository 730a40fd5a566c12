let n = max_int
let more = n + 1 (* MISTAKE *)
let () = Printf.printf "past %d\n" more
