my $line = { length => 3 };
my $length = $line->{lenght}; # MISTAKE
print "past\n";
