let sum = 1 + "2" (* MISTAKE *)
let () = Printf.printf "past %d\n" sum
