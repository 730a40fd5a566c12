my $n;
my $more = $n + 1; # MISTAKE
print "past $more\n";
