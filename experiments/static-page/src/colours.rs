//! Colours of made-up fandoms: one for each, and how far the nearest two are apart.

use static_page_model::Opened;
use static_page_model::colour::Colour;
use static_page_model::samples::Sample;

use crate::in_memory::open;

/// How many fandoms there are, and how many books of each.
pub(crate) const FANDOMS: u32 = 40;
pub(crate) const BOOKS: u32 = 6;

/// What was found.
pub(crate) struct Colours {
    /// Fandoms of which two books have different colours.
    pub differing: u32,
    /// The distance of the two fandoms whose colours are nearest to each other, in Oklab, times 100: below 2 few people see it.
    pub nearest: f64,
    /// Fandoms whose colour another has, too.
    pub shared: u32,
}

/// Opens books of all fandoms.
pub(crate) fn all() -> Colours {
    let mut differing = 0;
    let mut colours = Vec::new();
    for fandom in 0..FANDOMS {
        let mut of_books: Vec<Colour> = (0..BOOKS).map(|book| Colour::of(&opened(fandom, book).kind())).collect();
        colours.push(of_books[0]);
        of_books.dedup();
        differing += u32::from(of_books.len() > 1);
    }
    let pairs =
        colours.iter().enumerate().flat_map(|(index, one)| colours[..index].iter().map(move |other| (one, other)));
    let nearest = pairs.map(|(one, other)| distance(*one, *other)).fold(f64::MAX, f64::min);
    let shared = colours.iter().filter(|one| colours.iter().filter(|other| other == one).count() > 1).count();
    Colours { differing, nearest, shared: shared as u32 }
}

/// A book of a fandom; everything else differs from book to book.
fn opened(fandom: u32, book: u32) -> Opened {
    let sample = Sample {
        title: format!("Book {book}"),
        author: format!("author {book}"),
        subjects: vec![format!("Subject {book}")],
        fandom: format!("Fandom {fandom} & Co. (made up)"),
        chapters: 1,
        ..Sample::new(2 + (book % 2) as u8)
    };
    let bytes = sample.bytes();
    open(&bytes).unwrap_or_else(|refused| unreachable!("a sample is a book: {refused}"))
}

/// The distance in Oklab (Ottosson 2020), times 100.
fn distance(one: Colour, other: Colour) -> f64 {
    let [one, other] = [one, other].map(oklab);
    let squares = one.iter().zip(other).map(|(one, other)| (one - other) * (one - other));
    100.0 * squares.sum::<f64>().sqrt()
}

fn oklab(colour: Colour) -> [f64; 3] {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let [r, g, b] = [colour.red, colour.green, colour.blue].map(linear);
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
    ]
}

#[cfg(test)]
mod tests {
    use static_page_model::colour::{BLACK, WHITE};

    use super::*;

    #[test]
    fn black_and_white_are_a_hundred_apart_and_red_is_where_it_is_published() {
        assert!((distance(BLACK, WHITE) - 100.0).abs() < 0.01);
        let red = oklab(Colour::new(255, 0, 0));
        for (part, published) in red.into_iter().zip([0.628, 0.225, 0.126]) {
            assert!((part - published).abs() < 0.001, "{red:?}");
        }
    }
}
