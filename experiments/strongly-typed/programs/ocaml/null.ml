type point = { x : int }
let find () : point option = None
let x = (find ()).x (* MISTAKE *)
let () = Printf.printf "past %d\n" x
