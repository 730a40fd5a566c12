//! From a file to a plan: by the ranges that it asks for, or with all of it read first.

use std::fs::{self, File};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use harness::Failure;
use static_page_model::{Book, Image};

use crate::one::open;

/// An image of no particular content: drawing it is not timed here.
const IMAGE: [u8; 10_000] = [0; 10_000];

/// Plans by the ranges that the book asks for: seconds from opening the file to the plan, and how many bytes were read.
pub(crate) fn splice(path: &Path) -> Result<(f64, u64), Failure> {
    let failed = |why: String| Failure::program("a large book was not opened", why);
    let started = Instant::now();
    let file = File::open(path).map_err(|error| failed(error.to_string()))?;
    let (opened, read) = open(&file).map_err(|error| failed(format!("{error:?}")))?;
    let plan = opened.plan(Image::png(&IMAGE), false).map_err(|refused| failed(refused.to_string()))?;
    black_box(plan);
    Ok((started.elapsed().as_secs_f64(), read))
}

/// The same where all of the file is read first.
pub(crate) fn whole(path: &Path) -> Result<(f64, u64), Failure> {
    let failed = |why: String| Failure::program("a large book was not read", why);
    let started = Instant::now();
    let bytes = fs::read(path).map_err(|error| failed(error.to_string()))?;
    let length = bytes.len() as u64;
    let mut book = Book::new(length);
    book.give(0, bytes);
    let opened = book.open().map_err(|stop| failed(format!("{stop:?}")))?;
    let plan = opened.plan(Image::png(&IMAGE), false).map_err(|refused| failed(refused.to_string()))?;
    black_box(plan);
    Ok((started.elapsed().as_secs_f64(), length))
}
