use threads;
use threads::shared;
my $n :shared = 0;
sub count { for (1 .. 1000) { $n++ } } # MISTAKE
$_->join for threads->create(\&count), threads->create(\&count);
print "past $n\n";
