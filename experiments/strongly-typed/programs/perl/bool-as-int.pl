my $sum = (1 == 1) + 1; # MISTAKE
print "past $sum\n";
