type colour = Red | Green | Blue
let name colour = match colour with (* MISTAKE *)
  | Red -> "red"
  | Green -> "green"
let () = Printf.printf "past %s\n" (name Blue)
