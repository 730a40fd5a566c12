<?php
function half(int $n) { return $n / 2; }
$n = half("12"); // MISTAKE
echo "past $n\n";
