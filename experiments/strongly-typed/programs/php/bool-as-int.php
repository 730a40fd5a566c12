<?php
$sum = true + 1; // MISTAKE
echo "past $sum\n";
