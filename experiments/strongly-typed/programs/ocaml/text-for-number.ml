let half n = n / 2
let n = half "12" (* MISTAKE *)
let () = Printf.printf "past %d\n" n
