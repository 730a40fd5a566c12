<?php
class Point { public int $x = 1; }
function find(): ?Point { return null; }
$x = find()->x; // MISTAKE
echo "past $x\n";
