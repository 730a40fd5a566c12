// A tour through nine cities. Behind it come `goal`, the most units that it may have, `leg`, how far it is from a city to the next, and a
// command.
abstract sig City { go: City }
one sig C0, C1, C2, C3, C4, C5, C6, C7, C8 extends City {}

fact isTour { all c: City | City in c.^go }

pred isShort { (sum c: City | leg [c]) <= goal }
pred reached { isShort }
assert never { not isShort }

fun shown: City -> City { go }
