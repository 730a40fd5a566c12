let sum = true + 1 (* MISTAKE *)
let () = Printf.printf "past %d\n" sum
