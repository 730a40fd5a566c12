<?php
// Row by row, which of the values equal which: by ==, then by ===.
$values = [null, false, true, 0, 1, '', '0', '1', '01', 'a'];
foreach ([fn($a, $b) => $a == $b, fn($a, $b) => $a === $b] as $by) {
    foreach ($values as $a) foreach ($values as $b) echo $by($a, $b) ? 1 : 0;
    echo "\n";
}
