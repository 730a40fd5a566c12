use fuzzing::{bounded, mutated};
use proptest::prelude::*;

use super::opened;
use crate::Image;
use crate::cover::{Cover, draw};
use crate::samples::{Member, Sample, archive};

/// Books of all kinds, short ones, so that mutations meet what is read.
fn books() -> Vec<Vec<u8>> {
    let sample = |version: u8| Sample { chapters: 1, subjects: Vec::new(), ..Sample::new(version) };
    let plain = |member: Member| Member { is_deflated: false, ..member };
    let stored = |version: u8| sample(version).members().into_iter().filter(|member| !member.name.contains("chapter"));
    vec![
        archive(&stored(2).map(plain).collect::<Vec<_>>(), false),
        archive(&stored(3).map(plain).map(|member| Member { is_long: true, ..member }).collect::<Vec<_>>(), true),
        Sample { has_cover: true, has_prefix: true, ..sample(3) }.bytes(),
    ]
}

const PIECES: [&[u8]; 14] = [
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    &[0xff; 8],
    &[0; 8],
    b"<metadata/>",
    b"</manifest>",
    b"<!DOCTYPE a [",
    b"\xff\xfe",
    b"<item properties='cover-image'/>",
    b"&#x0;",
    b"]]>",
];

proptest! {
    #[test]
    fn fuzz_a_book_is_opened_or_refused_in_bounded_memory(bytes in mutated(books(), PIECES.to_vec())) {
        // Decompressed at most 1,032 times, as text and again edited, with its elements; the compressor has 0.4 MB.
        let new = bounded(&bytes, 4 << 20, 1032 * 8, || {
            let book = opened(&bytes).ok()?;
            let plan = book.plan(Image::png(b"picture"), true).ok()?;
            Some((plan.apply(&bytes), plan.length(), plan.cover))
        });
        if let Some((new, length, cover)) = new {
            prop_assert_eq!(new.len() as u64, length);
            let again = opened(&new);
            prop_assert!(again.is_ok(), "{:?}", again);
            prop_assert_eq!(again.unwrap().cover.and_then(|found| found.image), Some(cover));
        }
    }

    #[test]
    fn fuzz_package_documents_with_their_archive_whole(text in mutated(
        [2, 3].map(|version| Sample { has_cover: true, chapters: 1, ..Sample::new(version) }.package_document().into_bytes()).into(),
        PIECES.to_vec(),
    )) {
        let mut members = Sample { chapters: 1, has_cover: true, ..Sample::new(2) }.members();
        members[2] = Member::new("content.opf", text);
        let old = archive(&members, false);
        if let Ok(plan) = opened(&old).and_then(|book| book.plan(Image::png(b"picture"), true)) {
            let again = opened(&plan.apply(&old));
            prop_assert!(again.is_ok(), "{:?}", again);
            prop_assert_eq!(again.unwrap().cover.and_then(|found| found.image), Some(plan.cover));
        }
    }

    #[test]
    fn fuzz_covers_are_drawn_of_any_text(title: String, author in "\\PC{0,40}", kind in "[\u{0}-\u{10ffff}]{0,60}") {
        let colour = crate::colour::Colour::of(&kind);
        bounded(title.as_bytes(), 4 << 20, 4096, || draw(&Cover { title: &title, author: &author, kind: &kind, colour }));
    }
}
