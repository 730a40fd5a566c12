//! A book that is in memory as a whole: what a server has, after an upload.

use static_page_model::{Book, Image, Opened, Refused, Stop};

use crate::cover::of_book;

/// Opens a book, by giving it the ranges that it asks for.
pub(crate) fn open(bytes: &[u8]) -> Result<Opened, Refused> {
    let mut book = Book::new(bytes.len() as u64);
    loop {
        match book.open() {
            Ok(opened) => return Ok(opened),
            Err(Stop::Refused(refused)) => return Err(refused),
            Err(Stop::Read(range)) => {
                book.give(range.start, bytes[range.start as usize..range.end as usize].to_vec());
            }
        }
    }
}

/// The book with this cover.
pub(crate) fn with_cover(old: &[u8], cover: &[u8]) -> Result<Vec<u8>, Refused> {
    Ok(open(old)?.plan(Image::png(cover), false)?.apply(old))
}

/// The book with a cover that is drawn from what it says of itself.
pub(crate) fn covered(old: &[u8]) -> Result<Vec<u8>, Refused> {
    let opened = open(old)?;
    let drawn = of_book(&opened);
    Ok(opened.plan(Image::png(&drawn.png), false)?.apply(old))
}
