my $p = bless { x => 1 }, "Point";
$p->norm(); # MISTAKE
print "past\n";
