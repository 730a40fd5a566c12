my @list = (1, 2, 3);
for my $n (@list) {
    push @list, $n if @list < 6; # MISTAKE
}
print "past @list\n";
