let texts : [ `Text ] array = [| `Text |]
let all = (texts :> [ `Text | `Number ] array) (* MISTAKE *)
let () = all.(0) <- `Number
let () = print_endline "past"
