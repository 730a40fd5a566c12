// Two jugs of 5 and 3 litres, moment by moment. Behind it come `goal`, the litres that are to be in the large one, and a command.
open util/ordering [Moment]

abstract sig Litres {}
one sig L0, L1, L2, L3, L4, L5, L6, L7, L8 extends Litres {}
fun value: Litres -> Int { L1 -> 1 + L2 -> 2 + L3 -> 3 + L4 -> 4 + L5 -> 5 + L6 -> 6 + L7 -> 7 + L8 -> 8 + L0 -> 0 }
// Of two jugs before and after. No part of it depends on what Alloy looks for, so that sums cost the solver nothing.
fun sameTotal: Litres -> Litres -> Litres -> Litres {
  { a, b, c, d: Litres | plus [a.value, b.value] = plus [c.value, d.value] }
}

sig Moment { large, small: Litres }

fact starts { first.large = L0 and first.small = L0 }
fact goesOn { all m: Moment - last | follows [m, m.next] }

pred follows [m, n: Moment] {
  (n.large = L5 and n.small = m.small)
  or (n.large = m.large and n.small = L3)
  or (n.large = L0 and n.small = m.small)
  or (n.large = m.large and n.small = L0)
  or pours [m, n]
  // Waiting, so that what is asked is "within" so many moves and not "after exactly so many".
  or (n.large = m.large and n.small = m.small)
}

// Until one is empty or the other full.
pred pours [m, n: Moment] {
  m.large -> m.small -> n.large -> n.small in sameTotal
  n.large in L0 + L1 + L2 + L3 + L4 + L5 and n.small in L0 + L1 + L2 + L3
  n.large = L0 or n.small = L3 or n.small = L0 or n.large = L5
}

pred reached { some m: Moment | m.large in goal }
assert never { no m: Moment | m.large in goal }

fun shown: Moment -> Litres -> Litres { { m: Moment, l: m.large, s: m.small | m in Moment } }
