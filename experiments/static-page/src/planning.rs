//! From a file to a plan: by the ranges that it asks for, or with all of it read first.

use std::fs::{self, File};
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::time::Instant;

use harness::Failure;
use static_page_model::{Book, Image, Refused, Stop};

use crate::one::{NotOpened, open};

/// An image of no particular content: drawing it is not timed here.
const IMAGE: [u8; 10_000] = [0; 10_000];

/// Plans by the ranges that the book asks for: seconds from opening the file to the plan, and how many bytes were read.
pub(crate) fn splice(path: &Path) -> Result<(f64, u64), Failure> {
    let started = Instant::now();
    let file = File::open(path).map_err(unread)?;
    let (opened, read) = open(&file).map_err(|error| match error {
        NotOpened::Unread(error) => unread(error),
        NotOpened::Refused(why) => refused(why),
    })?;
    let plan = opened.plan(Image::png(&IMAGE), false).map_err(refused)?;
    black_box(plan);
    Ok((started.elapsed().as_secs_f64(), read))
}

/// The same where all of the file is read first.
pub(crate) fn whole(path: &Path) -> Result<(f64, u64), Failure> {
    let started = Instant::now();
    let bytes = fs::read(path).map_err(unread)?;
    let length = bytes.len() as u64;
    let mut book = Book::new(length);
    book.give(0, bytes);
    let opened = book.open().map_err(|stop| match stop {
        Stop::Refused(why) => refused(why),
        Stop::Read(range) => Failure::Unexpected(format!("a book that was read whole asks for bytes {range:?}")),
    })?;
    let plan = opened.plan(Image::png(&IMAGE), false).map_err(refused)?;
    black_box(plan);
    Ok((started.elapsed().as_secs_f64(), length))
}

fn unread(error: io::Error) -> Failure {
    Failure::system("cannot read a large book", error)
}

/// The failure where a book of our own is refused.
fn refused(why: Refused) -> Failure {
    Failure::Unexpected(format!("a large book was refused: {why}"))
}
