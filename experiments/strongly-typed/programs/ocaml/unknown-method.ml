class point = object method x = 1 end
let p = new point
let () = p#norm (* MISTAKE *)
let () = print_endline "past"
