<?php
class Animal {}
class Dog extends Animal { public int $tricks = 1; }
function tricks(Dog $dog): int { return $dog->tricks; }
$n = tricks(new Animal); // MISTAKE
echo "past $n\n";
