// Farmer, wolf, goat and cabbage, moment by moment. Behind it come `goal`, how many of the three are to be across with the farmer,
// `barred`, who may not ride, and a command.
open util/ordering [Moment]

abstract sig Traveller {}
one sig Farmer, Wolf, Goat, Cabbage extends Traveller {}

sig Moment { far: set Traveller }

fact starts { no first.far }
fact goesOn { all m: Moment - last | waits [m, m.next] or crosses [m, m.next] }

// Waiting, so that what is asked is "within" so many crossings and not "after exactly so many".
pred waits [m, n: Moment] { n.far = m.far }

pred crosses [m, n: Moment] {
  let gone = m.far - n.far, come = n.far - m.far, crossing = gone + come {
    no gone or no come
    Farmer in crossing
    lone crossing - Farmer
    no crossing & barred
  }
  let alone = (Farmer in n.far => Traveller - n.far else n.far) {
    not (Wolf + Goat in alone)
    not (Goat + Cabbage in alone)
  }
}

pred isThere [m: Moment] { Farmer in m.far and #(m.far - Farmer) >= goal }
pred reached { some m: Moment | isThere [m] }
assert never { no m: Moment | isThere [m] }

fun shown: Moment -> Traveller { far }
