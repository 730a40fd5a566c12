let b = Bytes.make 1 'x'
let () = Bytes.set_uint8 b 0 300 (* MISTAKE *)
let () = Printf.printf "past %d\n" (Bytes.get_uint8 b 0)
