let () = Printf.printf "%d\n" "twelve" (* MISTAKE *)
let () = print_endline "past"
