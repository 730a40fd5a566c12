<?php
$more = $n + 1; // MISTAKE
echo "past $more\n";
