#!/usr/bin/env perl
# A bot in a language that no example is written in, from what docs/languages.md and protocol/SPEC.md say alone.
# It bids by counting, wins a trick as cheaply as it can, and takes the first legal action of games it does not know.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my %same_colour = (c => 's', s => 'c', d => 'h', h => 'd');

sub has_suit { $_[0] !~ /^(high|low)$/ }

sub suit_of {
    my ($card, $trump) = @_;
    my $letter = substr $trump, 0, 1;
    return $letter if has_suit($trump) && $card eq 'J' . $same_colour{$letter};    # the left bower
    return substr $card, 1;
}

sub strength {
    my ($card, $trump, $led) = @_;
    my $suit = suit_of($card, $trump);
    my $rank = index $trump eq 'low' ? 'AKQJT9' : '9TJQKA', substr $card, 0, 1;
    if (has_suit($trump) && $suit eq substr $trump, 0, 1) {
        return 30 if $card eq "J$suit";
        return 29 if $card =~ /^J/;
        return 20 + $rank;
    }
    return $suit eq $led ? 1 + $rank : 0;
}

sub tricks_expected {
    my ($hand, $trump) = @_;
    my $tricks = 1;    # the partner's
    for my $card (@$hand) {
        my $is_trump = has_suit($trump) && suit_of($card, $trump) eq substr $trump, 0, 1;
        my $best = $trump eq 'low' ? '9' : 'A';
        $tricks += $is_trump ? 0.7 : $card =~ /^$best/ ? 0.8 : 0;
    }
    return $tricks;
}

sub least { my $worth = shift; return (sort { $worth->($a) <=> $worth->($b) } @_)[0] }

sub best_trump {
    my ($hand, @trumps) = @_;
    return least(sub { -tricks_expected($hand, $_[0]) }, @trumps);
}

sub choose {
    my ($request) = @_;
    my ($view, @legal) = ($request->{view}, @{ $request->{legal} });
    if ($request->{decision} eq 'bid') {
        my $expected = tricks_expected($view->{hand}, best_trump($view->{hand}, qw(clubs diamonds hearts spades high low)));
        my ($bid) = grep { $_ ne 'pass' && $_ <= $expected } @legal;
        return $bid // $legal[0];
    }
    if ($request->{decision} eq 'trump') {
        my @trumps = grep { /^(clubs|diamonds|hearts|spades|high|low)$/ } @legal;
        return @trumps ? best_trump($view->{hand}, @trumps) : $legal[0];
    }
    return $legal[0] if $request->{decision} ne 'play' || grep { $_ eq 'Jo' } @legal;
    my $trump = $view->{contract}{trump};
    my $trick = @{ $view->{tricks} } ? $view->{tricks}[-1] : undef;
    return $legal[0] if !$trick || defined $trick->{winner} || grep { $_ eq 'Jo' } @{ $trick->{cards} };
    my $led = suit_of($trick->{cards}[0], $trump);
    my $worth = sub { strength($_[0], $trump, $led) };
    my $to_beat = $worth->(least(sub { -$worth->($_[0]) }, @{ $trick->{cards} }));
    my @winners = grep { $worth->($_) > $to_beat } @legal;
    return least($worth, @winners ? @winners : @legal);
}

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    if ($message->{type} eq 'match_start') {
        print encode_json({ type => 'ready', name => 'From the docs' }), "\n";
    }
    elsif ($message->{type} eq 'request') {
        my $action = choose($message);
        # a string that was compared as a number would be written as one
        print encode_json({ type => 'action', id => $message->{id}, action => "$action" }), "\n";
    }
}
