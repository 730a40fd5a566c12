<?php
class Metre {
    function __construct(public float $n) {}
    function plus(Metre $other): Metre { return new Metre($this->n + $other->n); }
}
class Foot { function __construct(public float $n) {} }
$sum = (new Metre(1))->plus(new Foot(1)); // MISTAKE
echo "past $sum->n\n";
