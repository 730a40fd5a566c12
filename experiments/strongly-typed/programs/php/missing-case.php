<?php
enum Colour { case Red; case Green; case Blue; }
$colour = Colour::Blue;
$name = match ($colour) { // MISTAKE
    Colour::Red => "red",
    Colour::Green => "green",
};
echo "past $name\n";
