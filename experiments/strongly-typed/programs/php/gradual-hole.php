<?php
function half(int $n) { return $n / 2; }
$n = half(json_decode('"twelve"')); // MISTAKE
echo "past $n\n";
