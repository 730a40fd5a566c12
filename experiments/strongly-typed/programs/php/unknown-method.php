<?php
class Point { public int $x = 1; }
$p = new Point;
$p->norm(); // MISTAKE
echo "past\n";
