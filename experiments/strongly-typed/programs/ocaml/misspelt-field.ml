type line = { length : int }
let line = { length = 3 }
let () = Printf.printf "past %d\n" line.lenght (* MISTAKE *)
