use super::{opened, opened_by};
use crate::samples::{Member, Sample, archive, with_hole};
use crate::{Image, Note, Part, Refused, crc32};

const PICTURE: &[u8] = b"a picture";

#[test]
fn a_checksum_is_the_published_one() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
}

#[test]
fn a_book_of_a_gigabyte_is_opened_by_some_64_kilobytes() {
    // Only ends and directory are told of the hole.
    let hole = 1_u64 << 30;
    let sample = Sample { subjects: Vec::new(), ..Sample::new(2) };
    let [head, tail] = with_hole(sample.members(), hole as u32);
    let behind = head.len() as u64 + hole;
    let byte = |at: u64| match at {
        at if at < head.len() as u64 => head[at as usize],
        at if at < behind => 0,
        at => tail[(at - behind) as usize],
    };
    let (book, read) = opened_by(behind + tail.len() as u64, |range| range.map(byte).collect());
    let book = book.unwrap();
    assert!(read < 70_000, "{read} bytes");
    let plan = book.plan(Image::png(PICTURE), false).unwrap();
    let old: u64 = plan.parts.iter().filter(|part| matches!(part, Part::Old(_))).map(Part::length).sum();
    assert!(old > hole && plan.length() - old < 5000, "{} bytes are new", plan.length() - old);
}

#[test]
fn descriptors_zip64_and_both_together_are_read_and_stay_as_they_are() {
    for (has_descriptor, is_long, ends_long) in
        [(true, false, false), (false, true, false), (false, false, true), (false, true, true), (true, true, true)]
    {
        let members = Sample::new(3).members().into_iter();
        let members: Vec<Member> = members.map(|member| Member { has_descriptor, is_long, ..member }).collect();
        let old = archive(&members, ends_long);
        let book = opened(&old).unwrap();
        assert_eq!(book.archive().entries.len(), members.len());
        let new = book.plan(Image::png(PICTURE), false).unwrap().apply(&old);
        let again = opened(&new).unwrap();
        assert_eq!(again.cover.unwrap().image.as_deref(), Some("cover.png"));
    }
}

#[test]
fn a_mimetype_that_is_not_as_epub_demands_is_told() {
    let noted = |change: &dyn Fn(&mut Vec<Member>)| {
        let mut members = Sample::new(2).members();
        change(&mut members);
        opened(&archive(&members, false)).unwrap().notes
    };
    assert_eq!(noted(&|_| {}), []);
    assert_eq!(noted(&|members| members[0].is_deflated = true), [Note::Mimetype]);
    assert_eq!(noted(&|members| members[0].extra = vec![9, 9, 0, 0]), [Note::Mimetype]);
    assert_eq!(noted(&|members| members.swap(0, 1)), [Note::Mimetype]);
    assert_eq!(noted(&|members| members[0].content = b"application/epub+tar".to_vec()), [Note::Mimetype]);
    assert_eq!(noted(&|members| drop(members.remove(0))), [Note::Mimetype]);
}

#[test]
fn what_stands_behind_an_archive_is_left_out_and_told() {
    let old = Sample::new(2).bytes();
    for (behind, is_long) in [(&b"\n"[..], false), (b"\r\n", true), (&[0; 70], false), (b"and more", true)] {
        let members = Sample::new(2).members();
        let old = [&archive(&members, is_long)[..], behind].concat();
        let book = opened(&old).unwrap();
        assert_eq!(book.notes, [Note::Behind(behind.len() as u64)]);
        let new = book.plan(Image::png(PICTURE), false).unwrap().apply(&old);
        assert_eq!(opened(&new).unwrap().notes, []);
    }
    // The end of a book within a cut one is not its own.
    let mut members = Sample::new(2).members();
    members.push(Member::stored("inner.epub", old));
    let whole = archive(&members, false);
    let directory = opened(&whole).unwrap().archive().start as usize;
    assert_eq!(opened(&whole[..directory + 30]).unwrap_err(), Refused::Cut);
}

#[test]
fn names_are_found_however_they_are_written() {
    for (path, name, href) in [
        ("My%20Book/content.opf", "My Book/content.opf", "cover.png"),
        ("Caf\u{e9}/content.opf", "Cafe\u{301}/content.opf", "cover.png"),
        (
            "\u{d55c}\u{ae00}/\u{30ac}.opf",
            "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}/\u{30ab}\u{3099}.opf",
            "cover.png",
        ),
        ("\u{1ec7}.opf", "e\u{323}\u{302}.opf", "cover.png"),
        ("100%.opf", "100%.opf", "cover.png"),
        ("a%20b.opf", "a%20b.opf", "cover.png"),
    ] {
        let sample = Sample { has_cover: true, package: path.to_owned(), ..Sample::new(3) };
        let mut members = sample.members();
        let folder = crate::path::folder(name);
        for member in &mut members {
            let own = member.name.strip_prefix(crate::path::folder(path)).map(|rest| format!("{folder}{rest}"));
            member.name = if member.name == path { name.to_owned() } else { own.unwrap_or(member.name.clone()) };
        }
        for member in &mut members {
            if member.name.ends_with("META-INF/container.xml") || member.name.ends_with("mimetype") {
                member.name = member.name.trim_start_matches(folder).to_owned();
            }
        }
        let book = opened(&archive(&members, false)).unwrap();
        assert_eq!(book.package_name(), name);
        assert_eq!(book.cover.unwrap().image, Some(format!("{folder}{href}")));
    }
}

#[test]
fn a_comment_of_the_archive_stays() {
    let mut old = Sample::new(2).bytes();
    let comment = b"PK\x05\x06 is how an end starts";
    let at = old.len() - 2;
    old[at] = comment.len() as u8;
    old.extend(comment);
    let new = opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap().apply(&old);
    assert!(new.ends_with(comment));
    assert!(opened(&new).is_ok());
}

#[test]
fn more_entries_than_zip_can_count_are_refused() {
    let many = |count: usize| {
        let mut members = Sample::new(2).members();
        let missing = count - members.len();
        members.extend((0..missing).map(|number| Member::stored(&format!("{number}"), Vec::new())));
        archive(&members, true)
    };
    assert!(opened(&many(65_533)).is_ok());
    assert_eq!(opened(&many(65_534)).unwrap_err(), Refused::TooManyEntries(65_534));
}
