<?php
$list = [1, 2, 3];
foreach ($list as $n) {
    $list[] = $n; // MISTAKE
}
echo "past ", count($list), "\n";
