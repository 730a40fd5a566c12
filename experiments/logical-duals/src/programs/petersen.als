// A colouring of Petersen's graph. Behind it come `joined`, its edges, and a command for so many colours.
abstract sig Vertex { colour: Colour }
one sig V0, V1, V2, V3, V4, V5, V6, V7, V8, V9 extends Vertex {}
sig Colour {}

pred reached { all a: Vertex, b: a.joined | a.colour != b.colour }
assert never { some a: Vertex, b: a.joined | a.colour = b.colour }

fun shown: Vertex -> Colour { colour }
