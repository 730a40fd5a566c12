sub half { return $_[0] / 2 }
my $n = half("12"); # MISTAKE
print "past $n\n";
