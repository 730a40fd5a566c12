<?php
set_error_handler(fn($number, $words, $file, $line) => throw new ErrorException($words, 0, $number, $file, $line));
