//! The claims, judged by rule: those published first, then this project's own.
//!
//! Throughputs of two machines are never the same: those that were published stand beside ours, and judge nothing. What is
//! judged is what the claims say of buffers: where the best one is, what gains and what does not, by ratios within rounds.

mod devices;
mod hosts;
mod own;
mod sockets;

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, PublishedValue, Verdict};
use harness::verdicts::{Part, Rule};

use crate::compared::Where;
use crate::condition::{KINDS, ON_ONE_MACHINE, Variant, kind_name};
use crate::place::Transport;
use crate::published;
use crate::quantities::{with, with_kind};

/// All claims.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        devices::linear_model(found),
        sockets::model_to_4_kib(found),
        devices::zero_peak(found),
        devices::urandom_peak(found),
        devices::sixty_four_kib(found),
        devices::past_the_peak(found),
        sockets::unix_over_tcp(found),
        sockets::noise_above_4_kib(found),
        sockets::read_16_kib(found),
        sockets::read_32_kib(found),
        sockets::write_256_kib(found),
        sockets::short_reads(found),
        hosts::two_machines(found),
        hosts::eight_kib(found),
        own::low_water_mark(found),
        own::larger_socket_buffers(found),
        own::repeated_points(found),
        own::congestion_control(found),
        own::cpu_per_gib(found),
        own::one_core(found),
        own::low_water_stalls(found),
        own::processing(found),
    ]
}

/// What the article says.
fn of_article(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(published::source()) }
}

/// What this project says.
fn of_ours(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

/// A figure that a reader sees by its name.
fn named(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// The figure of this name of some kinds of connection.
fn of_each<const N: usize>(found: &Found, transports: [Transport; N], name: &str) -> [(Transport, Figure); N] {
    transports.map(|transport| (transport, named(found, &with(name, transport))))
}

/// The figure of this name of what two programs on one machine can choose between, in every place where their ends may run: the
/// kind of connection and the place in words, and the figure.
fn of_each_place(found: &Found, name: &str) -> Vec<(String, Figure)> {
    let of = |transport: Transport| {
        let name = with(name, transport);
        Where::ALL.map(|place| (place.of(transport.name()), named(found, &place.of(&name))))
    };
    ON_ONE_MACHINE.into_iter().flat_map(of).collect()
}

/// The same of kinds of connections, under a label: with the system's settings in every place, and with a congestion control that was
/// set where that was measured.
fn of_each_kind_and_place(found: &Found, name: &str, label: &str) -> Vec<(String, Figure)> {
    let of = |kind: (Transport, Variant)| {
        let (name, label) = (with_kind(name, kind), with_kind(label, kind));
        let there = Where::ALL.map(|place| (place, found.named(&place.of(&name))));
        let is_shown = move |measured: bool| kind.1 == Variant::Default || measured;
        there
            .into_iter()
            .filter(move |(_, quantity)| is_shown(quantity.measured.is_some()))
            .map(move |(place, quantity)| (place.of(&kind_name(kind)), Figure::new(place.of(&label), quantity)))
    };
    KINDS.into_iter().flat_map(of).collect()
}

/// What has to hold of every kind of connection, wherever its ends run.
fn wherever_they_run(figures: &[(String, Figure)], parts: impl Fn(&Figure) -> Vec<Part>) -> Rule {
    let cases = figures.iter().map(|(name, figure)| (name.clone(), parts(figure)));
    Rule::under("the kind of connection, and where its ends run", cases)
}

/// What has to hold of every kind of connection.
fn of_every_kind(ratios: &[(Transport, Figure)], parts: impl Fn(&Figure) -> Vec<Part>) -> Rule {
    Rule::under("the kind of connection", ratios.iter().map(|(transport, ratio)| (transport.name(), parts(ratio))))
}

fn figures_of<Name>(of_each: impl IntoIterator<Item = (Name, Figure)>) -> Vec<Figure> {
    of_each.into_iter().map(|(_, figure)| figure).collect()
}

/// The figure with a value that was published of another machine.
fn of_another(figure: Figure, value: f64) -> Figure {
    figure.with_published(PublishedValue::exactly(value))
}

/// Why, for what holds and what does not, where a statement is looked at under no conditions.
fn decided(yes: &'static str, no: &'static str) -> impl FnOnce(Verdict) -> &'static str {
    by_verdict(yes, no, no)
}

/// Why, for what holds, what holds under some conditions only, and what does not hold. Of what is undecided, the intervals that
/// leave it open are all there is to say.
fn by_verdict(all: &'static str, some: &'static str, none: &'static str) -> impl FnOnce(Verdict) -> &'static str {
    move |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => all,
        Verdict::Depends => some,
        Verdict::Differs | Verdict::DoesNotHold => none,
        _ => "",
    }
}

#[cfg(test)]
mod tests;
