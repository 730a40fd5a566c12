let a = Array.make 3 0
let () = a.(3) <- 1 (* MISTAKE *)
let () = print_endline "past"
