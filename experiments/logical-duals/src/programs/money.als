// SEND + MORE = MONEY, column by column with what is carried. Behind it come `goal`, 2 for another solution than the known one, `known`,
// that one's digits, and a command.
abstract sig Letter { digit: Int }
one sig S, E, N, D, M, O, R, Y extends Letter {}

fact digits {
  all l: Letter | l.digit >= 0 and l.digit <= 9
  all disj k, l: Letter | k.digit != l.digit
  S.digit != 0
  M.digit != 0
}

one sig Carried { tens, hundreds, thousands, tenThousands: Int }
fact carries { all c: Carried.(tens + hundreds + thousands + tenThousands) | c = 0 or c = 1 }

fun ten [carried: Int]: Int { carried = 1 => 10 else 0 }
fun sum3 [a, b, c: Int]: Int { plus [a, plus [b, c]] }

pred addsUp {
  plus [D.digit, E.digit] = plus [Y.digit, ten [Carried.tens]]
  sum3 [N.digit, R.digit, Carried.tens] = plus [E.digit, ten [Carried.hundreds]]
  sum3 [E.digit, O.digit, Carried.hundreds] = plus [N.digit, ten [Carried.thousands]]
  sum3 [S.digit, M.digit, Carried.thousands] = plus [O.digit, ten [Carried.tenThousands]]
  M.digit = Carried.tenThousands
}

pred reached { addsUp and (goal = 1 or digit != known) }
assert never { not reached }

fun shown: Letter -> Int { digit }
