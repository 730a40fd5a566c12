<?php
printf("%d\n", "twelve"); // MISTAKE
echo "past\n";
