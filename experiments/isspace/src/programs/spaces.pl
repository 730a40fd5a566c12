# What Perl calls a space, and what split ' ' cuts in UTF-8 that was decoded as Latin-1. Without a modifier, \s asks Unicode only where the string is kept as UTF-8 (perlre, "/d"), as one with
# any character beyond U+00FF is.
use strict;
use warnings;
no warnings qw(surrogate nonchar);
use Encode ();
use Unicode::UCD;

sub print_spaces {
    my ($id, $is_space) = @_;
    my @spaces = grep { $is_space->(chr) } 0 .. 0x10FFFF;
    print join(' ', $id, '110000', map { sprintf '%x', $_ } @spaces), "\n";
}

printf "version %vd\n", $^V;
printf "unicode %s\n", Unicode::UCD::UnicodeVersion();
print_spaces('perl-regex', sub { $_[0] =~ /\A\s\z/ });
print_spaces('perl-regex-beside-wider', sub { "$_[0]\x{100}" =~ /\A\s/ });
print_spaces('perl-regex-u', sub { $_[0] =~ /\A\s\z/u });
print_spaces('perl-regex-a', sub { $_[0] =~ /\A\s\z/a });
print_spaces('perl-split-latin-1', sub {
    my $code_point = ord $_[0];
    return 0 if $code_point < 0x80 || ($code_point >= 0xD800 && $code_point < 0xE000);
    my $bytes = "a$_[0]b";
    utf8::encode($bytes);
    my $decoded = Encode::decode('latin-1', $bytes);
    return join('', split ' ', $decoded) ne $decoded;
});
print "end\n";
