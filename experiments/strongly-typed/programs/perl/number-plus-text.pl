my $sum = 1 + "2"; # MISTAKE
print "past $sum\n";
