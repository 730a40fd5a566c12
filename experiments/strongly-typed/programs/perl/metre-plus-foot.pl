package Metre;
use overload "+" => sub { Metre->new($_[0]{n} + $_[1]{n}) };
sub new { return bless { n => $_[1] }, $_[0] }
package Foot;
sub new { return bless { n => $_[1] }, $_[0] }
package main;
my $sum = Metre->new(1) + Foot->new(1); # MISTAKE
print "past $sum->{n}\n";
