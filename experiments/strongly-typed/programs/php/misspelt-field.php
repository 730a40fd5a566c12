<?php
class Line { public int $length = 3; }
$line = new Line;
$length = $line->lenght; // MISTAKE
echo "past $length\n";
