//! The claims: which figures they stand on, and what has to hold of them.

use harness::claims::{Figure, Statement};
use harness::quantities::Quantities;
use harness::record::{Claim, PublishedValue, Skipped, Source, Verdict};
use harness::verdicts::{Margin, Part, Rule};

use crate::books::VERSIONS;
use crate::series::{
    ALL_BOOKS, CHANGED, CLASSES_LEFT, DIFFERING, EDITS, ENTRIES_LEFT, ERRORS, FASTER, MOST_READ, NEAREST, OPENED,
    SELECTORS_LEFT, SHARED, WAYS, at_edit, at_way,
};
use crate::ways::{Edit, Way};

/// Some 64 kB: the longest end of an archive, 65,577 bytes, and a few thousand for what stands before.
const LITTLE_BYTES: f64 = 70_000.0;

fn article() -> Source {
    Source {
        title: "Alex Chan, “Adding auto-generated cover images to EPUBs downloaded from AO3”, 2025".to_owned(),
        url: "https://alexwlchan.net/2025/ao3-epub-covers/".to_owned(),
    }
}

/// All claims: the published ones, and then this project's own.
pub(crate) fn claims(found: &Quantities) -> Vec<Claim> {
    vec![
        two_elements(found),
        pandoc_destroys(found),
        zip_inside(found),
        seeded_colour(found),
        entries_unchanged(found),
        still_valid(found),
        reads_little(found),
        faster_than_whole(found),
    ]
}

/// What this experiment leaves open.
pub(crate) fn not_here() -> Vec<Skipped> {
    let skipped = |what: &str, why: &str, needs: &str| {
        let [what, why, needs] = [what, why, needs].map(str::to_owned);
        Skipped { what, why, needs }
    };
    vec![
        skipped(
            "what is published of browsers: that a page can do all of it, offline and without a request; canvases and their fonts",
            "this experiment starts no browser",
            "the page's own WebAssembly in several browsers",
        ),
        skipped(
            "whether a page is faster than a server",
            "no server is measured, and transfer is not",
            "a server with the same model, and networks of known speeds",
        ),
        skipped("JSZip", "it belongs to browsers and Node", "Node with JSZip"),
    ]
}

fn figure(found: &Quantities, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// A count that has to be nought.
fn none(found: &Quantities, name: &str) -> Figure {
    figure(found, name).held_against(PublishedValue::exactly(0.0), Margin::Counted)
}

/// Words for where it holds, where it does not, and where nobody could be asked.
fn words([holds, fails, unasked]: [&str; 3]) -> impl FnOnce(Verdict) -> String {
    move |verdict| {
        let said = match verdict {
            Verdict::Reproduced | Verdict::Holds => holds,
            Verdict::NotTested => unasked,
            Verdict::Undecided => "The figures scatter too much to tell; more rounds would decide it.",
            _ => fails,
        };
        said.to_owned()
    }
}

const NO_CHECKER: &str = "EPUBCheck could not be run here.";

/// The rule: under each version, a book with the published edit has no error. A version is not named by the statement.
fn two_elements(found: &Quantities) -> Claim {
    let mut figures = Vec::new();
    let mut cases = Vec::new();
    for version in VERSIONS {
        for edit in [Edit::Both, Edit::Meta] {
            let label = format!("errors in EPUB {version}, {}", edit.words().1);
            let errors = Figure::new(label, &found.at(EDITS, &at_edit(edit, version), ERRORS));
            if edit == Edit::Both {
                let errors = errors.held_against(PublishedValue::exactly(0.0), Margin::Counted);
                cases.push((format!("EPUB {version}"), vec![Part::as_published(&errors)]));
                figures.push(errors);
            } else {
                figures.push(errors);
            }
        }
    }
    Statement {
        id: "two-elements",
        text: "To give an EPUB a cover, add the image, <meta name=\"cover\"> and an item with properties=\"cover-image\".",
        source: Some(article()),
    }
    .judge_by(figures, Rule::under("EPUB version", cases), |verdict| match verdict {
        Verdict::Depends => "In EPUB 3 both elements are valid. In EPUB 2 the attribute properties is an error, and the meta \
                             alone is not.",
        Verdict::Reproduced => "Books of both versions are valid with both elements.",
        Verdict::NotTested => NO_CHECKER,
        _ => "With both elements, EPUBCheck finds errors in books of both versions.",
    })
}

/// The rule: of entries, classes and selectors something is lost, in both versions.
fn pandoc_destroys(found: &Quantities) -> Claim {
    let figures = [ENTRIES_LEFT, CLASSES_LEFT, SELECTORS_LEFT].map(|name| figure(found, name));
    let rule = Rule::all(figures.iter().map(|figure| Part::below(figure, 1.0)).collect::<Vec<_>>());
    Statement {
        id: "pandoc-destroys",
        text: "pandoc can add a cover to an EPUB, and destroys its formatting.",
        source: Some(article()),
    }
    .judge_by(
        figures.into(),
        rule,
        words([
            "pandoc adds the cover and writes the whole book anew: entries, classes and style rules of the old one are missing.",
            "pandoc keeps some of what it was said to destroy.",
            "pandoc could not be run here.",
        ]),
    )
}

/// The rule: in every book that any program wrote, Python's `zipfile` finds the container, and the container a package document.
fn zip_inside(found: &Quantities) -> Claim {
    let (lost, all) = (none(found, OPENED), figure(found, ALL_BOOKS));
    let rule = Rule::all([Part::as_published(&lost)]);
    Statement {
        id: "zip-inside",
        text: "An EPUB is a ZIP archive, in which META-INF/container.xml names the package document.",
        source: Some(article()),
    }
    .judge_by(
        vec![all, lost],
        rule,
        words([
            "All books here, written by all programs, are ZIP archives whose container names a package document that is there.",
            "A book here has no container that leads to its package document.",
            "No judge of books could be run here.",
        ]),
    )
}

/// The rule: no fandom has books of two colours. That colours can be told apart is not said, and shown beside it.
fn seeded_colour(found: &Quantities) -> Claim {
    let differing = none(found, DIFFERING);
    let rule = Rule::all([Part::as_published(&differing)]);
    Statement {
        id: "seeded-colour",
        text: "A colour that comes from the fandom gives books of one fandom the same colour.",
        source: Some(article()),
    }
    .judge_by(
        vec![differing, figure(found, NEAREST), figure(found, SHARED)],
        rule,
        words([
            "All books of each of 40 made-up fandoms have one colour, since it follows from the fandom's name alone. How far the \
             nearest two fandoms are apart stands beside it.",
            "Books of one fandom have different colours.",
            "No book was opened.",
        ]),
    )
}

/// The rule: by Python's `zipfile`, all entries but the package document have the same compressed bytes.
fn entries_unchanged(found: &Quantities) -> Claim {
    let changed = none(found, CHANGED);
    let rule = Rule::all([Part::as_published(&changed)]);
    let kept = VERSIONS.map(|version| {
        let at = found.at(WAYS, &at_way(Way::Splice, version), crate::series::SAME_BYTES);
        Figure::new(format!("entries with the same compressed bytes, EPUB {version}"), &at)
    });
    Statement {
        id: "entries-unchanged",
        text: "A splice plan changes no entry of a book but its package document.",
        source: None,
    }
    .judge_by(
        [changed].into_iter().chain(kept).collect(),
        rule,
        words([
            "Every other entry has the same compressed bytes, by the hashes of Python's zipfile.",
            "Another entry than the package document has other compressed bytes.",
            "No judge of books could be run here.",
        ]),
    )
}

/// The rule: books of both versions have no errors afterwards.
fn still_valid(found: &Quantities) -> Claim {
    let errors = VERSIONS.map(|version| {
        let at = found.at(WAYS, &at_way(Way::Splice, version), ERRORS);
        let figure = Figure::new(format!("errors of EPUB {version}, spliced"), &at);
        figure.held_against(PublishedValue::exactly(0.0), Margin::Counted)
    });
    let rule = Rule::all(errors.iter().map(Part::as_published).collect::<Vec<_>>());
    Statement {
        id: "still-valid",
        text: "A book with a spliced cover is valid, in EPUB 2 and in EPUB 3.",
        source: None,
    }
    .judge_by(
        errors.into(),
        rule,
        words([
            "EPUBCheck finds no error in a made-up book of either version with a spliced cover.",
            "EPUBCheck finds errors in a book with a spliced cover.",
            NO_CHECKER,
        ]),
    )
}

/// The rule: below 70,000 bytes at every size.
fn reads_little(found: &Quantities) -> Claim {
    let most = figure(found, MOST_READ);
    let rule = Rule::all([Part::below(&most, LITTLE_BYTES)]);
    let text = "For a cover, less than 70,000 bytes of a book are read, whatever its size.";
    Statement { id: "reads-little", text, source: None }.judge_by(
        vec![most],
        rule,
        words([
            "Of books of 1 MB to 3 GB the end, the container and the package document were read, and nothing else.",
            "More was read of a book.",
            "No book was read.",
        ]),
    )
}

/// The rule: above 1, for the largest book that was read as a whole.
fn faster_than_whole(found: &Quantities) -> Claim {
    let ratio = figure(found, FASTER);
    let rule = Rule::all([Part::above(&ratio, 1.0)]);
    let text = "A splice plan for a large book is there sooner than one for which all of it is read.";
    Statement { id: "faster-than-whole", text, source: None }.judge_by(
        vec![ratio],
        rule,
        words([
            "It is, for the largest book that this run read as a whole; the file was a hole, so that no disk took part.",
            "It is not, for the largest book that this run read as a whole.",
            "No book was timed.",
        ]),
    )
}
