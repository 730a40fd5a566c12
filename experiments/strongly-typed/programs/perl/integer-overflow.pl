my $n = 9223372036854775807;
my $more = $n * 2 + 1; # MISTAKE
print "past $more\n";
