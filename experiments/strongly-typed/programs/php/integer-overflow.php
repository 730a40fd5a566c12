<?php
$n = PHP_INT_MAX;
$more = $n + 1; // MISTAKE
echo "past $more\n";
