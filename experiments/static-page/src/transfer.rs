//! A page against a server: the work of both as it was measured, and the way of the bytes as it is computed, since no network of
//! those speeds is here.
//!
//! For every book, a server gets all of it and sends all of it back; a page loads its modules once, and then moves nothing. Both
//! computations leave out what both have alike: the page itself, and connecting to its host.

use harness::record::Profile;
use harness::schedule::interleaved;
use harness::statistics::median;
use harness::{Failure, Run, Warning, undisturbed};
use static_page_model::samples::{Member, Sample, archive};
use supervisor::Workplace;

use crate::in_memory::covered;
use crate::server::Server;
use crate::tool::Pages;

/// Bytes of the picture that is put into a book, which make it large; the first is a book of text alone.
pub(crate) const PICTURES: [u64; 4] = [0, 1_000_000, 10_000_000, 100_000_000];
/// Speeds of links, both ways, in Mbit/s.
pub(crate) const LINKS: [u32; 3] = [1, 10, 100];
/// From a request to the first byte of its answer, in seconds, beside the way of the bytes.
pub(crate) const ROUND_TRIP_SECONDS: f64 = 0.04;

/// What a book of a size takes.
pub(crate) struct Trip {
    /// Of the book, and of the one with its cover.
    pub bytes: u64,
    pub new_bytes: u64,
    /// Seconds that a server takes on loopback, each time, with the way there and back.
    pub server: Vec<f64>,
}

/// A book with a picture of noise.
fn book(picture: u64) -> Vec<u8> {
    let mut members = Sample::new(2).members();
    if picture > 0 {
        let mut state = 0x9e37_79b9_u32;
        let noise = (0..picture).map(|_| {
            // Marsaglia's xorshift: what is in it matters to nobody, but that it is not empty.
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as u8
        });
        members.push(Member::stored("plate.bin", noise.collect::<Vec<u8>>()));
    }
    archive(&members, false)
}

/// Times all sizes by a server, in random order.
pub(crate) fn all(run: &Run, place: &Workplace<'_>) -> Result<Vec<Trip>, Failure> {
    let (rounds, sizes) = match run.profile {
        Profile::Quick => (8, &PICTURES[..3]),
        Profile::Full => (60, &PICTURES[..]),
    };
    let mut trips = Vec::new();
    let mut books = Vec::new();
    run.expect(sizes.iter().map(|size| u64::from(rounds + 1) * work(*size)).sum());
    for &picture in sizes {
        let old = book(picture);
        let refused = |why| Failure::Unexpected(format!("a made-up book was refused: {why}"));
        let new_bytes = covered(&old).map_err(refused)?.len() as u64;
        trips.push(Trip { bytes: old.len() as u64, new_bytes, server: Vec::new() });
        books.push(hyper::body::Bytes::from(old));
    }
    let server = Server::start(place)?;
    for turn in interleaved(sizes.len(), 1, rounds, run.seed) {
        let (seconds, _) = undisturbed(|| server.cover(books[turn.condition].clone()))??;
        if !turn.warm_up {
            trips[turn.condition].server.push(seconds);
        }
        run.advance(work(sizes[turn.condition]))?;
    }
    let named = trips.iter().map(|trip| (format!("{} bytes, by the server", trip.bytes), &*trip.server));
    Warning::of_samples(named).into_iter().for_each(|warning| run.warn(warning));
    Ok(trips)
}

/// The time that it takes, roughly, in milliseconds.
fn work(picture: u64) -> u64 {
    10 + picture / 1_000_000
}

/// What a page has to load, and what it does then.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loaded {
    /// Its modules, those that plan and those that draw, in bytes as they are sent.
    pub bytes: f64,
    /// Seconds for a book, whatever its size, in the slowest browser.
    pub work: f64,
}

impl Loaded {
    /// Nothing where no page was measured.
    pub(crate) fn of(pages: &Pages) -> Option<Self> {
        let works = pages.did.iter().map(|did| median(&did.seconds).value);
        Some(Self { bytes: pages.module_bytes?, work: works.reduce(f64::max)? })
    }
}

/// What is computed of a book of a size, and a link.
pub(crate) struct Computed {
    /// Seconds from a book to the book with its cover, by a server.
    pub server: f64,
    /// The same by a page that has loaded nothing before.
    pub first: f64,
    /// And by one that has.
    pub next: f64,
}

impl Computed {
    /// Computes the times of a book on a link of so many Mbit/s.
    pub(crate) fn of(trip: &Trip, megabits: u32, page: Loaded) -> Self {
        let way = |bytes: f64| bytes * 8.0 / (f64::from(megabits) * 1e6);
        let next = page.work;
        Self {
            server: median(&trip.server).value + ROUND_TRIP_SECONDS + way((trip.bytes + trip.new_bytes) as f64),
            first: next + ROUND_TRIP_SECONDS + way(page.bytes),
            next,
        }
    }

    /// How many times as long the server takes for so many books, one after the other.
    pub(crate) fn ratio(&self, books: u32) -> f64 {
        let books = f64::from(books);
        books * self.server / (self.first + (books - 1.0) * self.next)
    }

    /// The first number of books for which the page takes less time, if there is one.
    pub(crate) fn break_even(&self) -> Option<f64> {
        let (lead, gain) = (self.first - self.next, self.server - self.next);
        (gain > 0.0).then(|| (lead / gain).floor() + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computed(bytes: u64, server: f64, megabits: u32, work: f64) -> Computed {
        let trip = Trip { bytes, new_bytes: bytes, server: vec![server] };
        Computed::of(&trip, megabits, Loaded { bytes: 280_000.0, work })
    }

    #[test]
    fn the_way_of_the_bytes_is_their_bits_over_the_speed_of_the_link() {
        // 1 MB there and back at 1 Mbit/s: 16 s; the modules: 2.24 s.
        let slow = computed(1_000_000, 0.1, 1, 0.05);
        for (computed, expected) in [(slow.server, 16.14), (slow.first, 2.33), (slow.next, 0.05)] {
            assert!((computed - expected).abs() < 1e-9, "{computed} {expected}");
        }
        assert_eq!(slow.break_even(), Some(1.0));
        assert!((slow.ratio(1) - 16.14 / 2.33).abs() < 1e-9 && slow.ratio(10) > 50.0);
    }

    #[test]
    fn a_small_book_breaks_even_where_both_have_taken_as_long_and_a_slow_page_never() {
        let small = computed(30_000, 0.01, 1, 0.05);
        let books = small.break_even().unwrap() as u32;
        assert!(books > 1 && small.ratio(books) > 1.0 && small.ratio(books - 1) <= 1.0, "{books}");
        assert_eq!(computed(30_000, 0.01, 100, 5.0).break_even(), None);
    }

    #[test]
    fn books_are_as_large_as_they_are_to_be_and_can_be_opened() {
        for picture in [0, 100_000] {
            let old = book(picture);
            assert!(old.len() as u64 >= picture && covered(&old).unwrap().len() > old.len());
        }
    }
}
