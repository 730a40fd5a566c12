<?php
$equal = 12 == "12"; // MISTAKE
echo "past $equal\n";
