//! What readers, plan and drawing do, and what they refuse.

mod archives;
mod covers;
mod fuzzing;
mod hostile;
mod inflating;
mod packages;
mod plans;
mod scanning;

use crate::{Book, Opened, Refused, Stop};

/// Opens a book, giving it exactly what it asks for; and how many bytes that were.
fn opened_by(length: u64, mut read: impl FnMut(std::ops::Range<u64>) -> Vec<u8>) -> (Result<Opened, Refused>, u64) {
    let mut book = Book::new(length);
    let mut last = None;
    loop {
        match book.open() {
            Ok(opened) => return (Ok(opened), book.bytes_read()),
            Err(Stop::Refused(refused)) => return (Err(refused), book.bytes_read()),
            Err(Stop::Read(range)) => {
                assert!(
                    range.end <= length && !range.is_empty() && last != Some(range.clone()),
                    "{range:?} of {length}"
                );
                book.give(range.start, read(range.clone()));
                last = Some(range);
            }
        }
    }
}

fn opened(bytes: &[u8]) -> Result<Opened, Refused> {
    opened_by(bytes.len() as u64, |range| bytes[range.start as usize..range.end as usize].to_vec()).0
}
