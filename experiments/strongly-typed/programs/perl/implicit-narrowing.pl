my $bytes = "";
vec($bytes, 0, 8) = 300; # MISTAKE
print "past ", ord($bytes), "\n";
