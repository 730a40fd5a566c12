type metre = Metre of float
type foot = Foot of float
let plus (Metre a) (Metre b) = Metre (a +. b)
let sum = plus (Metre 1.) (Foot 1.) (* MISTAKE *)
let () = match sum with Metre n -> Printf.printf "past %g\n" n
