//! Books that are broken, dangerous or only unusual: does a book with a cover come of them, a refusal, or something else?

use std::path::Path;

use harness::{Failure, Run, own_files, undisturbed};
use static_page_model::samples::{Member, Sample, archive, offset, record, with_gap};
use supervisor::Workplace;

use crate::compare::compare;
use crate::in_memory::with_cover;
use crate::jszip::JsZip;

/// Who is given such a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writer {
    /// The plan of this project.
    Splice,
    /// A program of some 20 lines with JSZip.
    JsZip,
}

impl Writer {
    pub(crate) const ALL: [Self; 2] = [Self::Splice, Self::JsZip];

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Splice => ("splice", "splice plan"),
            Self::JsZip => ("jszip", "20 lines with JSZip"),
        }
    }
}

/// Outcome of a writer's attempt at such a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It was refused, and nothing was written.
    Refused,
    /// A book whose cover is declared and there, and whose other entries are as they were.
    Right,
    /// Something else was written.
    Wrong,
}

impl End {
    pub(crate) const ALL: [Self; 3] = [Self::Refused, Self::Right, Self::Wrong];

    pub(crate) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Refused => ("refused", "refused"),
            Self::Right => ("right", "a book with its cover, the rest as it was"),
            Self::Wrong => ("wrong", "a book that lost something, or whose cover no reader finds"),
        }
    }
}

/// What a writer made of a kind.
pub(crate) struct Outcome {
    pub kind: &'static str,
    pub writer: Writer,
    pub end: End,
}

/// Gives every kind to every writer.
pub(crate) fn all(
    run: &Run,
    place: &Workplace<'_>,
    jszip: Option<&JsZip>,
    cover: &[u8],
) -> Result<Vec<Outcome>, Failure> {
    let cover_file = place.write("hostile-cover.png", cover)?;
    let kinds = kinds();
    let most = place.folder().join("hostile-new.epub");
    let mut outcomes = Vec::new();
    run.expect(kinds.len() as u64 * WORK);
    for (kind, bytes) in kinds {
        let old = place.write("hostile-old.epub", &bytes)?;
        for writer in Writer::ALL {
            let end = undisturbed(|| {
                let _ = own_files::remove(&most);
                let is_written = match (writer, jszip) {
                    (Writer::Splice, _) => match with_cover(&bytes, cover) {
                        Ok(new) => place.write("hostile-new.epub", new).map(|_| true)?,
                        Err(_) => false,
                    },
                    (Writer::JsZip, None) => return Ok(None),
                    (Writer::JsZip, Some(jszip)) => match jszip.put(place, [&old, &cover_file, &most]) {
                        Ok(_) => most.is_file(),
                        Err(error) => error.into_reason().map(|_| false)?,
                    },
                };
                if is_written { of_written(place, &old, &most).map(Some) } else { Ok(Some(End::Refused)) }
            })??;
            outcomes.extend(end.map(|end| Outcome { kind, writer, end }));
        }
        run.advance(WORK)?;
    }
    Ok(outcomes)
}

/// Three short programs, in milliseconds.
const WORK: u64 = 300;

/// Python judges: all but the package document have their content, and the cover is declared and there.
fn of_written(place: &Workplace<'_>, old: &Path, new: &Path) -> Result<End, Failure> {
    match compare(place, old, new) {
        Ok(compared) => {
            let is_whole = compared.same_content + 1 >= compared.entries && compared.leads_to_package;
            Ok(if is_whole && compared.declares_cover { End::Right } else { End::Wrong })
        }
        // It can't be read.
        Err(error) => error.into_reason().map(|_| End::Wrong),
    }
}

const CONTAINER: &str = "META-INF/container.xml";
const PACKAGE: &str = "content.opf";

/// The picture that made-up books have as their cover.
fn cover_of_samples() -> Vec<u8> {
    let members = Sample { has_cover: true, ..Sample::new(2) }.members();
    members.into_iter().find(|member| member.name == "cover.png").expect("it has a cover").content
}

/// All kinds, by what is wrong or unusual about them.
pub(crate) fn kinds() -> Vec<(&'static str, Vec<u8>)> {
    let book = Sample::new(2).bytes();
    let members = Sample::new(2).members();
    let of = |members: &[Member]| archive(members, false);
    let without = |name: &str| of(&members.iter().filter(|member| member.name != name).cloned().collect::<Vec<_>>());
    let with = |name: &str, content: Vec<u8>| {
        let mut members = members.clone();
        match members.iter_mut().find(|member| member.name == name) {
            Some(member) => member.content = content,
            None => members.push(Member::new(name, content)),
        }
        of(&members)
    };
    let text = |name: &str| {
        let found = members.iter().find(|member| member.name == name);
        String::from_utf8_lossy(&found.expect("a book has it").content).into_owned()
    };
    let (container, package) = (text(CONTAINER), text(PACKAGE));
    let packaged = |text: String| with(PACKAGE, text.into_bytes());
    let titled = |title: &str| Sample { title: title.to_owned(), ..Sample::new(2) }.bytes();
    let each = |of: &dyn Fn(Member) -> Member| archive(&members.iter().cloned().map(of).collect::<Vec<_>>(), false);
    let metadata = package.find("<metadata>").zip(package.find("</metadata>"));
    let (start, end) = metadata.expect("a package document has metadata");
    let emptied = format!("{}<metadata/>{}", &package[..start], &package[end + "</metadata>".len()..]);
    let utf_16: Vec<u8> = [0xfeff]
        .into_iter()
        .chain(package.replace("utf-8", "utf-16").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let entities = |more: &str| {
        let declared = format!("<!DOCTYPE package [<!ENTITY a \"ha\">{more}]>\n<package");
        packaged(package.replacen("<package", &declared, 1))
    };
    // macOS writes names with letters and marks apart.
    let apart = |name: &str| name.replace('\u{e9}', "e\u{301}");
    let cafe = Sample { package: "Caf\u{e9}/content.opf".to_owned(), ..Sample::new(3) }.members();
    let cafe: Vec<Member> = cafe.into_iter().map(|member| Member { name: apart(&member.name), ..member }).collect();
    let spaced = Sample { package: "My Book/content.opf".to_owned(), ..Sample::new(2) }.members();
    let spaced: Vec<Member> = spaced
        .into_iter()
        .map(|member| match member.name.as_str() {
            CONTAINER => Member::new(CONTAINER, container.replace(PACKAGE, "My%20Book/content.opf")),
            _ => member,
        })
        .collect();
    let landmarks = "<nav epub:type=\"landmarks\"><ol><li><a epub:type=\"cover\" href=\"preface.xhtml\">Cover</a></li></ol></nav></body>";
    let landmark = Sample::new(3).members().into_iter().map(|member| {
        let text = String::from_utf8_lossy(&member.content).replace("</body>", landmarks);
        if member.name == "nav.xhtml" { Member::new("nav.xhtml", text) } else { member }
    });
    let landmark = of(&landmark.collect::<Vec<_>>());
    let by_reference = package.replace("</metadata>", "<meta name=\"Cover\" content=\"art.png\"/></metadata>");
    let item = "<item id=\"art\" href=\"art.png\" media-type=\"image/png\"/></manifest>";
    let by_reference = by_reference.replace("</manifest>", item);
    let by_reference: Vec<Member> = members
        .iter()
        .cloned()
        .map(|member| if member.name == PACKAGE { Member::new(PACKAGE, by_reference.clone()) } else { member })
        .chain([Member::stored("art.png", cover_of_samples())])
        .collect();
    let layered =
        package.replace("<metadata>", "<metadata><dc-metadata>").replace("</metadata>", "</dc-metadata></metadata>");
    let gone = Sample { has_cover: true, ..Sample::new(2) }.members();
    let gone: Vec<Member> = gone.into_iter().filter(|member| member.name != "cover.png").collect();
    let bomb = with(PACKAGE, vec![b' '; 9 << 20]);
    let mut lying = bomb.clone();
    let mut changed = book.clone();
    let mut flipped = book.clone();
    let mut locked = book.clone();
    for (bytes, at, value) in [
        // Its size in the directory.
        (&mut lying, record(&bomb, PACKAGE) + 24, 5000_u32),
        // The offset of another entry.
        (&mut changed, record(&book, "toc.ncx") + 42, offset(&book, PACKAGE)),
    ] {
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    flipped[offset(&book, PACKAGE) as usize + 30 + PACKAGE.len() + 40] ^= 0x55;
    locked[record(&book, "toc.ncx") + 8] |= 1;
    let encryption = |algorithm: &str, name: &str| {
        let xml = format!(
            "<encryption xmlns:e=\"http://www.w3.org/2001/04/xmlenc#\"><e:EncryptedData><e:EncryptionMethod \
             Algorithm=\"{algorithm}\"/><e:CipherData><e:CipherReference URI=\"{name}\"/></e:CipherData>\
             </e:EncryptedData></encryption>"
        );
        Member::new("META-INF/encryption.xml", xml)
    };
    let drm = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "chapter-1.xhtml");
    let obfuscated = encryption("http://www.idpf.org/2008/embedding", "font.otf");
    let unmethodical = "<encryption><EncryptedData><CipherData><CipherReference URI=\"chapter-1.xhtml\"/></CipherData>\
                        </EncryptedData></encryption>";
    let font = [Member::stored("font.otf", vec![0x5a; 2000]), obfuscated];
    let old_dtd = package.replacen(
        "<package",
        "<!DOCTYPE package PUBLIC \"+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN\" \
         \"http://openebook.org/dtds/oeb-1.2/oebpkg12.dtd\">\n<package",
        1,
    );
    let empty = (members.len()..65_534).map(|number| Member::stored(&format!("empty-{number}"), Vec::new()));
    let second = "<rootfile full-path=\"b.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>";
    let twice = [&members[..], &[Member::new(PACKAGE, "<package/>")]].concat();
    vec![
        ("an empty file", Vec::new()),
        ("no ZIP archive", b"%PDF-1.7 and so on, for longer than the end of an archive".to_vec()),
        ("a file that is cut", book[..book.len() / 2].to_vec()),
        ("bytes before the archive", [b"#!/bin/sh\n", &book[..]].concat()),
        ("bytes behind the archive", [&book[..], b"and more"].concat()),
        ("a line break behind the archive", [&book[..], b"\n"].concat()),
        ("no container", without(CONTAINER)),
        ("a container that names nothing", with(CONTAINER, b"<container/>".to_vec())),
        (
            "a container that names ../../etc/passwd",
            with(CONTAINER, container.replace(PACKAGE, "../../etc/passwd").into()),
        ),
        ("a container whose full-path is empty", with(CONTAINER, container.replace(PACKAGE, "").into())),
        ("a container whose full-path is percent-encoded", of(&spaced)),
        ("names with letters and marks apart", of(&cafe)),
        ("no package document", without(PACKAGE)),
        ("a package document that is no XML", packaged("<package".to_owned())),
        ("entities that a DTD declares", entities("")),
        ("entities that stand for others", entities("<!ENTITY b \"&a;&a;&a;\">")),
        ("a package document of 9 MB in 9 kB", bomb),
        ("one that says that it is small", lying),
        ("a package document that is damaged", flipped),
        ("two entries of one name", of(&twice)),
        ("entries that share bytes", changed),
        ("an entry that is encrypted", locked),
        ("a chapter that is encrypted (DRM)", of(&[&members[..], &[drm]].concat())),
        (
            "encrypted data without a method",
            of(&[&members[..], &[Member::new("META-INF/encryption.xml", unmethodical)]].concat()),
        ),
        ("a list of what is encrypted that is empty", with("META-INF/encryption.xml", Vec::new())),
        ("65,534 entries", of(&members.iter().cloned().chain(empty).collect::<Vec<_>>())),
        ("a font that is obfuscated", of(&[&members[..], &font].concat())),
        ("bytes between entries", with_gap(&members, b"hidden between")),
        ("the DTD of an old OEB book", packaged(old_dtd)),
        ("no title", packaged(package.replace("<dc:title>A Lantern for the Ferryman</dc:title>", ""))),
        ("a title of 20,000 characters", titled(&"Long ".repeat(4000))),
        ("empty metadata", packaged(emptied)),
        ("two package documents", {
            let mut two = members.clone();
            two.push(Member::new("b.opf", "not looked at"));
            let found = two.iter_mut().find(|member| member.name == CONTAINER);
            found.expect("a book has it").content = container.replace("</rootfiles>", second).into();
            of(&two)
        }),
        ("a package document in UTF-16", with(PACKAGE, utf_16)),
        ("a package document whose elements have a prefix", Sample { has_prefix: true, ..Sample::new(2) }.bytes()),
        (
            "a package document in a folder",
            Sample { package: "OEBPS/content.opf".to_owned(), ..Sample::new(3) }.bytes(),
        ),
        ("a cover that is there already", Sample { has_cover: true, ..Sample::new(3) }.bytes()),
        ("a cover that is declared by its reference", of(&by_reference)),
        ("a cover that only a landmark names", landmark),
        ("a cover that is declared and not there", of(&gone)),
        ("metadata in the layer of old books", packaged(layered)),
        ("another cover.png that is no cover", with("cover.png", b"not a picture".to_vec())),
        ("sizes behind the entries", each(&|member| Member { has_descriptor: member.is_deflated, ..member })),
        ("ZIP64 where none is needed", {
            let long: Vec<Member> = members.iter().cloned().map(|member| Member { is_long: true, ..member }).collect();
            archive(&long, true)
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_lack_something_are_refused_and_unusual_ones_get_their_cover() {
        let kinds = kinds();
        let ends: Vec<(&str, Result<Vec<u8>, static_page_model::Refused>)> =
            kinds.iter().map(|(kind, bytes)| (*kind, with_cover(bytes, b"picture"))).collect();
        let written: Vec<&str> = ends.iter().filter(|(_, end)| end.is_ok()).map(|(kind, _)| *kind).collect();
        let expected = [
            "bytes behind the archive",
            "a line break behind the archive",
            "a container whose full-path is percent-encoded",
            "names with letters and marks apart",
            "entities that a DTD declares",
            "encrypted data without a method",
            "a list of what is encrypted that is empty",
            "a font that is obfuscated",
            "bytes between entries",
            "the DTD of an old OEB book",
            "no title",
            "a title of 20,000 characters",
            "empty metadata",
            "two package documents",
            "a package document in UTF-16",
            "a package document whose elements have a prefix",
            "a package document in a folder",
            "a cover that is declared and not there",
            "metadata in the layer of old books",
            "another cover.png that is no cover",
            "sizes behind the entries",
            "ZIP64 where none is needed",
        ];
        assert_eq!(written, expected);
        // Each is refused for its own reason.
        let reasons = ends.iter().filter_map(|(_, end)| end.as_ref().err().map(ToString::to_string));
        let reasons: std::collections::BTreeSet<String> = reasons.collect();
        assert!(reasons.len() >= kinds.len() - expected.len() - 3, "{reasons:?}");
    }
}
