use std::collections::BTreeMap;

use super::opened;
use crate::samples::{Member, Sample, archive};
use crate::{Image, Refused, crc32};

const PICTURE: &[u8] = b"a picture";

/// Every entry's compressed bytes with what is before them, by name.
fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let book = opened(bytes).unwrap();
    let archive = book.archive();
    let of = |entry: &crate::Entry| bytes[entry.range.start as usize..entry.range.end as usize].to_vec();
    archive.entries.iter().map(|entry| (archive.name(entry).into_owned(), of(entry))).collect()
}

#[test]
fn every_entry_but_the_package_document_stays_bit_for_bit() {
    for sample in [
        Sample::new(2),
        Sample::new(3),
        Sample { package: "EPUB/deep/book.opf".to_owned(), has_prefix: true, ..Sample::new(3) },
    ] {
        let old = sample.bytes();
        let plan = opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap();
        let new = plan.apply(&old);
        assert_eq!(new.len() as u64, plan.length());
        let (before, mut after) = (entries(&old), entries(&new));
        assert_eq!((after.len(), plan.entries, plan.unchanged), (before.len() + 1, before.len() + 1, before.len() - 1));
        assert!(after.remove(&plan.cover).unwrap().ends_with(PICTURE));
        for (name, bytes) in before {
            assert_eq!(after[&name] == bytes, name != sample.package, "{name}");
        }
        // The package document's date stays, and a second cover is not put in without being asked for.
        assert_eq!(
            opened(&new).unwrap().plan(Image::png(PICTURE), false).unwrap_err(),
            Refused::HasCover(plan.cover.clone())
        );
        let again = opened(&new).unwrap().plan(Image::png(b"another"), true).unwrap();
        assert_eq!(again.cover, plan.cover.replace("cover.", "cover-2."));
        assert_eq!(opened(&again.apply(&new)).unwrap().cover.unwrap().image, Some(again.cover));
    }
}

#[test]
fn the_package_document_may_be_first_last_or_between() {
    for place in 0..12 {
        let mut members = Sample::new(2).members();
        let package = members.remove(2);
        members.insert(place, package);
        let old = archive(&members, false);
        let new = opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap().apply(&old);
        let (before, after) = (entries(&old), entries(&new));
        assert!(before.iter().all(|(name, bytes)| name == "content.opf" || after[name] == *bytes), "{place}");
        // The content has the checksum that the directory says.
        assert!(after["cover.png"].windows(4).any(|four| four == crc32(PICTURE).to_le_bytes()));
    }
}

#[test]
fn a_name_that_is_taken_in_any_case_is_not_taken_again() {
    let mut members = Sample::new(2).members();
    members.push(Member::new("Cover.PNG", "x"));
    members.push(Member::new("cover-2.png", "x"));
    let old = archive(&members, false);
    assert_eq!(opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap().cover, "cover-3.png");
}

#[test]
fn a_utf_16_package_document_stays_utf_16() {
    for (is_big, mark) in [(true, true), (false, true), (false, false)] {
        let text = Sample::new(2).package_document().replace("utf-8", "utf-16").replace("Lantern", "Läntern");
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        let bytes: Vec<u8> =
            units.flat_map(|unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect();
        let mut members = Sample::new(2).members();
        members[2] = Member::new("content.opf", bytes);
        let old = archive(&members, false);
        let book = opened(&old).unwrap();
        assert_eq!(book.title, "A Läntern for the Ferryman");
        let new = book.plan(Image::png(PICTURE), false).unwrap().apply(&old);
        let again = opened(&new).unwrap();
        assert_eq!((again.title.as_str(), again.cover.is_some()), ("A Läntern for the Ferryman", true));
    }
}

#[test]
fn a_book_tells_what_its_cover_says() {
    let sample = Sample { title: "Salt & <Iron>".to_owned(), fandom: "A & B".to_owned(), ..Sample::new(2) };
    let book = opened(&sample.bytes()).unwrap();
    assert_eq!((book.title.as_str(), book.authors.as_slice()), ("Salt & <Iron>", &["quietharbour".to_owned()][..]));
    assert_eq!((book.version.as_str(), book.subjects.len(), book.kind()), ("2.0", 5, "A & B".to_owned()));
    // Without a page that names the fandom, it is the subjects; without these, the title.
    let mut members = sample.members();
    members.retain(|member| member.name != "preface.xhtml");
    let book = opened(&archive(&members, false)).unwrap();
    assert!(book.fandom.is_none() && book.kind().starts_with("Fanworks\nGeneral"));
    members[2] = Member::new("content.opf", "<package><metadata><title>T</title></metadata><manifest/></package>");
    assert_eq!(opened(&archive(&members, false)).unwrap().kind(), "T");
}
