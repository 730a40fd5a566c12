use proptest::prelude::*;

use crate::colour::{BLACK, Colour, WHITE};
use crate::cover::{Cover, HEIGHT, WIDTH, draw};
use crate::crc32;
use crate::picture::Picture;

const COVER: Cover = Cover {
    title: "A Lantern for the Ferryman",
    author: "quietharbour",
    kind: "The Ferry Road",
    colour: Colour::new(40, 70, 110),
};

/// Relative luminance as WCAG 2.2 defines it.
fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// The pixels of a PNG of ours, by the number of their colour.
fn pixels(png: &[u8]) -> Vec<u8> {
    let start = png.windows(4).position(|kind| kind == b"IDAT").unwrap() + 4;
    let length = u32::from_be_bytes(png[start - 8..start - 4].try_into().unwrap()) as usize;
    let rows = miniz_oxide::inflate::decompress_to_vec_zlib(&png[start..start + length]).unwrap();
    rows.chunks(WIDTH + 1).flat_map(|row| row[1..].to_vec()).collect()
}

#[test]
fn a_cover_is_pinned_to_its_bytes() {
    // It draws by integers alone, so that other platforms have the same; none but this one is tried here.
    let drawn = draw(&COVER);
    assert_eq!((drawn.png.len(), crc32(&drawn.png)), PINNED);
    assert_eq!((drawn.missing.len(), drawn.is_cut), (0, false));
    assert_eq!(pixels(&drawn.png).len(), WIDTH * HEIGHT);
}

const PINNED: (usize, u32) = (10_996, 2_258_917_537);

#[test]
fn texts_stand_within_their_areas() {
    let rows = |cover: &Cover<'_>| {
        let pixels = pixels(&draw(cover).png);
        let inked = |row: usize| {
            let row = &pixels[row * WIDTH..][..WIDTH];
            assert!(row[..30].iter().chain(&row[570..]).all(|&pixel| pixel % 16 == 0), "ink in the margin");
            row.iter().any(|&pixel| pixel % 16 != 0)
        };
        let found: Vec<usize> = (0..HEIGHT).filter(|&row| inked(row)).collect();
        (found[0], found[found.len() - 1])
    };
    let title = |title| Cover { title, author: "", kind: "", ..COVER };
    for text in ["I", "A Lantern for the Ferryman", &"word ".repeat(90), &"W".repeat(400)] {
        let (first, last) = rows(&title(text));
        assert!(first >= 205 && last <= 720, "{text}: {first} to {last}");
    }
}

#[test]
fn what_the_font_lacks_is_named_once_each() {
    let drawn = draw(&Cover { title: "Žluťoučký kůň, Ærø — «日本語 日» 🚢", ..COVER });
    assert_eq!(drawn.missing, ['日', '本', '語', '🚢']);
    assert_eq!(draw(&Cover { title: "tab\tand\u{0}null\nline", ..COVER }).missing, []);
}

#[test]
fn texts_that_read_alike_are_drawn_alike() {
    let png = |title: &str| {
        let drawn = draw(&Cover { title, ..COVER });
        assert_eq!(drawn.missing, [], "{title}");
        drawn.png
    };
    for (one, other) in [
        ("Žluťoučký kůň", "Z\u{30c}lut\u{30c}ouc\u{30c}ky\u{301} ku\u{30a}n\u{30c}"),
        ("Tiếng Việt", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t"),
        ("hyphenation", "hy\u{ad}phen\u{ad}ation"),
        ("plain", "\u{feff}p\u{2060}l\u{200d}a\u{200c}i\u{fe0f}n\u{200e}\u{200f}\u{202a}\u{202c}\u{e0041}"),
        ("well-known", "well\u{2011}known"),
        ("Hawai‘i", "Hawai\u{2bb}i"),
        ("a b c", "a\u{a0}b\u{3000}c"),
        ("fluffy office", "\u{fb02}u\u{fb00}y o\u{fb03}ce"),
        ("ABC", "\u{ff21}\u{ff22}\u{ff23}"),
        ("short", "sh\u{200b}ort"),
    ] {
        assert!(png(one) == png(other), "{one}");
    }
}

#[test]
fn letters_of_many_languages_are_drawn_and_a_place_to_break_is_one() {
    for title in [
        "Știință și țară",
        "Hawaiʻi, Kauaʻi, ʻŌlelo",
        "Tiếng Việt: Ở đâu? Ữ ợ",
        "Ọ̀rọ̀ Yorùbá, ẹ́ ṣé, ọ̄",
        "Hànyǔ pīnyīn: lǜ, nǚ, ǒ ǹ ě",
        "Ɔkɛ Ŋɔŋlɔ, ɓɗƙƴ Ɗan",
        "Kṛṣṇa, saṃskṛtam, ḥaḍīṯ, ʾ ʿ",
        "Ḃċḋḟġṁṗṡṫ ŵŷ ẁ",
        "ï̇ ǧ ǩ ǯ † œuvre",
    ] {
        assert_eq!(draw(&Cover { title, ..COVER }).missing, [], "{title}");
    }
    let [whole, broken] = [format!("{0}{0}", "W".repeat(30)), format!("{0}\u{200b}{0}", "W".repeat(30))];
    assert!(draw(&Cover { title: &whole, ..COVER }).png != draw(&Cover { title: &broken, ..COVER }).png);
    // One box stands for a letter with all its marks.
    let [plain, marked] = ["Ж", "Ж\u{301}"].map(|title| draw(&Cover { title, ..COVER }));
    assert_eq!((marked.png == plain.png, marked.missing), (true, vec!['Ж']));
    assert_eq!(draw(&Cover { title: "a\u{35c}", ..COVER }).missing, ['\u{35c}']);
}

#[test]
fn a_text_that_is_too_long_is_cut_and_said_to_be() {
    assert!(!draw(&Cover { title: &"word ".repeat(60), ..COVER }).is_cut);
    for text in ["word ".repeat(4000), "W".repeat(20_000), "\u{301}".repeat(20_000), "日".repeat(600)] {
        assert!(draw(&Cover { title: &text, ..COVER }).is_cut);
    }
    assert!(draw(&Cover { kind: &"a long kind ".repeat(40), ..COVER }).is_cut);
}

#[test]
fn equal_kinds_have_equal_colours_that_white_is_read_on() {
    assert_eq!(Colour::of("The Ferry Road"), Colour::of("The Ferry Road"));
    assert_eq!(Colour::of("The Ferry Road").text(), PINNED_COLOUR);
    for number in 0..20_000 {
        let colour = Colour::of(&format!("fandom {number}"));
        assert!(colour.ink() == WHITE && contrast(colour, WHITE) >= 4.5, "{colour:?}");
    }
}

const PINNED_COLOUR: &str = "#726e18";

/// What the worst of all colours has, of which there are 16,777,216, rounded down.
const LEAST: f64 = 3.87;

proptest! {
    #[test]
    fn a_colour_reads_as_it_is_written_and_has_an_ink_that_is_read_on_it(red: u8, green: u8, blue: u8) {
        let colour = Colour::new(red, green, blue);
        prop_assert_eq!(Colour::parse(&colour.text()), Some(colour));
        prop_assert!(contrast(colour, colour.ink()) >= LEAST, "{} on {}", colour.ink().text(), colour.text());
    }

    #[test]
    fn what_is_no_colour_is_none(text in "#?[0-9a-gé+-]{0,7}") {
        let is_one = text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|digit| digit.is_ascii_hexdigit());
        prop_assert_eq!(Colour::parse(&text).is_some(), is_one);
    }
}

#[test]
fn black_and_white_are_read_on_each_other() {
    assert_eq!((BLACK.ink(), WHITE.ink()), (WHITE, BLACK));
}

#[test]
fn the_pixel_of_the_made_up_books_is_drawn_as_covers_are() {
    let pixel = Picture { width: 1, height: 1, pixels: vec![0], palette: vec![BLACK] };
    assert_eq!(pixel.png(), crate::samples::PIXEL);
}
