let list = Queue.create ()
let () = Queue.push 1 list
let () = Queue.iter (fun n -> if Queue.length list < 6 then Queue.push n list) list (* MISTAKE *)
let () = Printf.printf "past %d\n" (Queue.length list)
