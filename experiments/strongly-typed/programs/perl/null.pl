sub find { return undef }
my $x = find()->{x}; # MISTAKE
print "past\n";
