//! The claims: which figures they stand on, and what has to hold of them.

mod faster;
#[cfg(test)]
mod tests;

use browsers::Browser;
use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Estimate, Source, Verdict};
use harness::verdicts::{Part, Rule, bound_of_none};

use crate::books::VERSIONS;
use crate::quantities::{
    ALIKE, ALL_BOOKS, CHANGED, CLASSES_LEFT, DIFFERING, ENTRIES_LEFT, FASTER, KINDS, MANY_READ, MOST_READ, NEAREST,
    OPENED, PICTURES_SEEN, SELECTORS_LEFT, SHARED, WRONG, WRONG_JSZIP,
};
use crate::series::{
    BROWSERS, EDITS, ERRORS, MISSING, OTHER, OTHER_ALONE, OTHER_CARRIED, PAGES, REQUESTS, SAME_BYTES, WAYS, WIDE,
    WIDTH, at_browser, at_edit, at_way,
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
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![
        two_elements(found),
        pandoc_destroys(found),
        zip_inside(found),
        faster::faster(found),
        seeded_colour(found),
        async_trap(found),
        measure_wrap(found),
        no_library(found),
        static_can(found),
        private_offline(found),
        portable(found),
        entries_unchanged(found),
        still_valid(found),
        reads_little(found),
        faster_than_whole(found),
    ]
}

fn figure(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// Requires that there is none of what is counted.
fn none(count: &Figure) -> Part {
    Part::below(count, 1.0)
}

fn published(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: Some(article()) }
}

fn own(id: &'static str, text: &'static str) -> Statement {
    Statement { id, text, source: None }
}

/// With words for where it holds, and where it does not.
fn judge(statement: Statement, figures: Vec<Figure>, rule: Rule, [holds, fails]: [&str; 2]) -> Claim {
    statement.judge_by(figures, rule, |verdict| match verdict {
        Verdict::Reproduced | Verdict::Holds => Some(holds),
        Verdict::NotTested | Verdict::Undecided => None,
        _ => Some(fails),
    })
}

/// The rule: under each version, a book with the published edit has no error. A version is not named by the statement.
fn two_elements(found: &Found) -> Claim {
    let errors = |edit: Edit, version| {
        let label = format!("errors in EPUB {version}, {}", edit.words().1);
        Figure::new(label, found.at(EDITS, &at_edit(edit, version), ERRORS))
    };
    let figures = VERSIONS.map(|version| [Edit::Both, Edit::Meta].map(|edit| errors(edit, version)));
    let cases = VERSIONS.into_iter().zip(&figures);
    let cases: Vec<_> = cases.map(|(version, [both, _])| (format!("EPUB {version}"), vec![none(both)])).collect();
    published(
        "two-elements",
        "To give an EPUB a cover, add the image, <meta name=\"cover\"> and an item with properties=\"cover-image\".",
    )
    .judge_by(figures.concat(), Rule::under("EPUB version", cases), |verdict| match verdict {
        Verdict::Depends => Some(
            "In EPUB 3 both elements are valid. In EPUB 2 the attribute properties is an error, and the meta alone is not.",
        ),
        Verdict::Reproduced => Some("Books of both versions are valid with both elements."),
        Verdict::Differs => Some("With both elements, EPUBCheck finds errors in books of both versions."),
        _ => None,
    })
}

/// The rule: of entries, classes and selectors something is lost, in both versions.
fn pandoc_destroys(found: &Found) -> Claim {
    let figures = [ENTRIES_LEFT, CLASSES_LEFT, SELECTORS_LEFT].map(|name| figure(found, name));
    let rule = Rule::all(figures.each_ref().map(|share| Part::below(share, 1.0)));
    judge(
        published("pandoc-destroys", "pandoc can add a cover to an EPUB, and destroys its formatting."),
        figures.into(),
        rule,
        [
            "pandoc adds the cover and writes the whole book anew: entries, classes and style rules of the old one are missing.",
            "pandoc keeps some of what it was said to destroy.",
        ],
    )
}

/// The rule: in every book that any program wrote, Python's `zipfile` finds the container, and the container a package document.
fn zip_inside(found: &Found) -> Claim {
    let (lost, all) = (figure(found, OPENED), figure(found, ALL_BOOKS));
    let rule = Rule::all([none(&lost)]);
    judge(
        published(
            "zip-inside",
            "An EPUB is a ZIP archive, in which META-INF/container.xml names the package document.",
        ),
        vec![all, lost],
        rule,
        [
            "All books here, written by all programs, are ZIP archives whose container names a package document that is there.",
            "A book here has no container that leads to its package document.",
        ],
    )
}

/// The rule: no kind ends in something else than a refusal or a right book, by the page's own code. What is simpler is not judged.
fn no_library(found: &Found) -> Claim {
    let wrong = figure(found, WRONG);
    let rule = Rule::all([none(&wrong)]);
    judge(
        published("no-library", "You can add a cover to an EPUB with your own code, without an EPUB library."),
        vec![figure(found, KINDS), wrong, figure(found, WRONG_JSZIP)],
        rule,
        [
            "Every kind of broken, dangerous or unusual book ends in a refusal or in a book with its cover and the rest as it was. \
             What 20 lines with JSZip make of them stands beside it; which is simpler is not judged.",
            "Some kind of book comes out wrong, without a refusal.",
        ],
    )
}

/// A figure of each browser.
fn of_browsers(found: &Found, series: &str, label: &str, measure: &str) -> Vec<(Browser, Figure)> {
    let figure = |browser: Browser| {
        let label = format!("{label}, {}", browser.name());
        (browser, Figure::new(label, found.at(series, &at_browser(browser), measure)))
    };
    Browser::ALL.map(figure).into()
}

/// The rule: in each browser, no canvas has its image on the line behind `toBlob`. A browser is not named.
fn async_trap(found: &Found) -> Claim {
    let missing = of_browsers(found, BROWSERS, "canvases with no image yet on the line after toBlob()", MISSING);
    let cases = missing.iter().map(|(browser, figure)| (browser.name(), vec![Part::always(figure)]));
    let rule = Rule::under("browser", cases.collect::<Vec<_>>());
    let bounds = bounds(&missing, |missing| {
        Estimate::between(missing.n, 1.0 - missing.value, [1.0 - missing.high, 1.0 - missing.low])
    });
    let holds = format!(
        "In every browser here, no canvas has its image on the line after toBlob(), so code that goes on has none ({bounds})."
    );
    judge(
        published("async-trap", "canvas.toBlob() is asynchronous: where nobody waits for it, the image is missing."),
        missing.into_iter().map(|(_, figure)| figure).collect(),
        rule,
        [&holds, "In a browser here, there is an image on the line after toBlob()."],
    )
}

/// In each browser, how rare must be what was never seen there: a share of it, made from each figure.
fn bounds(figures: &[(Browser, Figure)], of: impl Fn(&Estimate) -> Estimate) -> String {
    let bound = |(browser, figure): &(Browser, Figure)| {
        Some(format!("{}: {}", browser.name(), bound_of_none(&of(figure.measured()?))))
    };
    figures.iter().filter_map(bound).collect::<Vec<_>>().join("; ")
}

/// The rule: in each browser, no line that was wrapped by `measureText` is wider than its room. That the widths differ from browser to
/// browser stands beside it.
fn measure_wrap(found: &Found) -> Claim {
    let wide = of_browsers(found, BROWSERS, "lines wrapped by measureText that overflow", WIDE);
    let cases = wide.iter().map(|(browser, figure)| (browser.name(), vec![Part::never(figure)]));
    let rule = Rule::under("browser", cases.collect::<Vec<_>>());
    let bounds = bounds(&wide, Estimate::clone);
    let holds = format!(
        "In every browser here, lines that were wrapped by it fit ({bounds}). It measures the font that the browser has: how much the \
         width of one text differs from browser to browser, and how many titles are wrapped alike, stands beside it."
    );
    let widths = of_browsers(found, BROWSERS, "width of one text", WIDTH);
    let figures = wide.into_iter().chain(widths).map(|(_, figure)| figure);
    judge(
        published("measure-wrap", "measureText() gives the width by which the title on a cover can be wrapped."),
        figures.chain([figure(found, ALIKE), figure(found, PICTURES_SEEN)]).collect(),
        rule,
        [&holds, "In a browser here, lines that were wrapped by it overflow."],
    )
}

/// The rule of what a page does: in each browser, none of these counts is other than nought. A browser is not named.
fn nowhere<const N: usize>(found: &Found, counts: [(&str, &str); N]) -> (Vec<Figure>, Rule) {
    let counted = counts.map(|(label, measure)| of_browsers(found, PAGES, label, measure));
    let counted: Vec<(Browser, Figure)> = counted.into_iter().flatten().collect();
    let cases = Browser::ALL.map(|browser| {
        let own = counted.iter().filter(|(of, _)| *of == browser);
        (browser.name(), own.map(|(_, figure)| none(figure)).collect::<Vec<_>>())
    });
    (counted.into_iter().map(|(_, figure)| figure).collect(), Rule::under("browser", cases))
}

fn static_can(found: &Found) -> Claim {
    let (figures, rule) = nowhere(found, [("books that differ from the server’s", OTHER)]);
    let text = "A static page can make the books that a server made.";
    judge(
        published("static-can", text),
        figures,
        rule,
        [
            "In every browser here, a page makes each of the made-up books, the unusual ones among them, as this project's own server \
             does, byte for byte. The published server was not run: that a page can do all that it did was not tested.",
            "In a browser here, a page makes a book that differs from the server’s.",
        ],
    )
}

fn private_offline(found: &Found) -> Claim {
    let counts = [
        ("requests to the server once the page is loaded", REQUESTS),
        ("books that differ when the server is gone", OTHER_ALONE),
    ];
    let (figures, rule) = nowhere(found, counts);
    let text = "A page that needs no server needs no lasting connection.";
    judge(
        published("private-offline", text),
        figures,
        rule,
        [
            "In every browser here, a page that is loaded asks its server for nothing, and makes the same books when that is gone. \
             The article adds that such a page is less of a risk: nothing here tests that.",
            "In a browser here, a page asks its server for something, or makes other books when that is gone.",
        ],
    )
}

fn portable(found: &Found) -> Claim {
    let (figures, rule) = nowhere(found, [("books made otherwise by one HTML file from a disk", OTHER_CARRIED)]);
    let text = "A tool that is one HTML file can be kept, and opened from a disk.";
    judge(
        published("portable", text),
        figures,
        rule,
        [
            "In every browser here, one HTML file that has the modules in it makes all books as the server does when it is opened \
             from a disk.",
            "In a browser here, one HTML file that has the modules in it makes other books, or none, when it is opened from a disk.",
        ],
    )
}

/// The rule: no fandom has books of two colours. That colours can be told apart is not said, and shown beside it.
fn seeded_colour(found: &Found) -> Claim {
    let differing = figure(found, DIFFERING);
    let rule = Rule::all([none(&differing)]);
    judge(
        published("seeded-colour", "A colour that comes from the fandom gives books of one fandom the same colour."),
        vec![differing, figure(found, NEAREST), figure(found, SHARED)],
        rule,
        [
            "All books of each of 40 made-up fandoms have one colour, since it follows from the fandom's name alone. How far the \
             nearest two fandoms are apart stands beside it.",
            "Books of one fandom have different colours.",
        ],
    )
}

/// The rule: by Python's `zipfile`, all entries but the package document have the same compressed bytes.
fn entries_unchanged(found: &Found) -> Claim {
    let changed = figure(found, CHANGED);
    let rule = Rule::all([none(&changed)]);
    let kept = VERSIONS.map(|version| {
        let at = found.at(WAYS, &at_way(Way::Splice, version), SAME_BYTES);
        Figure::new(format!("entries with the same compressed bytes, EPUB {version}"), at)
    });
    judge(
        own(
            "entries-unchanged",
            "In the two made-up books that were tried, of EPUB 2 and EPUB 3, a splice plan changes no entry but the package document.",
        ),
        [changed].into_iter().chain(kept).collect(),
        rule,
        [
            "Every other entry has the same compressed bytes, by the hashes of Python's zipfile.",
            "Another entry than the package document has other compressed bytes.",
        ],
    )
}

/// The rule: books of both versions have no errors afterwards.
fn still_valid(found: &Found) -> Claim {
    let errors = VERSIONS.map(|version| {
        let at = found.at(WAYS, &at_way(Way::Splice, version), ERRORS);
        Figure::new(format!("errors of EPUB {version}, spliced"), at)
    });
    let rule = Rule::all(errors.each_ref().map(none));
    let checked = found.version_of("EPUBCheck").map_or_else(String::new, |version| format!(" by EPUBCheck {version}"));
    let holds = format!("One book of each version was checked{checked}.");
    judge(
        own(
            "still-valid",
            "EPUBCheck finds no error in a made-up book of EPUB 2 and one of EPUB 3 with a spliced cover.",
        ),
        errors.into(),
        rule,
        [&holds, "It finds errors in one of them."],
    )
}

/// The rule: below 70,000 bytes at every size. What is read of books with more entries stands beside it.
fn reads_little(found: &Found) -> Claim {
    let most = figure(found, MOST_READ);
    let rule = Rule::all([Part::below(&most, LITTLE_BYTES)]);
    let text = "To add a cover to a book with few entries, fewer than 70,000 bytes of it are read, at every size tried up to 3 GB.";
    judge(
        own("reads-little", text),
        vec![most, figure(found, MANY_READ)],
        rule,
        [
            "Of books of 1 MB to 3 GB with few entries, the end, the header of the mimetype, the container and the package document \
             were read, and the first page, which names the fandom. More entries make the directory and the package document \
             longer, as the other figure shows.",
            "More was read of a book.",
        ],
    )
}

/// The rule: above 1, for the largest book that was read as a whole.
fn faster_than_whole(found: &Found) -> Claim {
    let ratio = figure(found, FASTER);
    let rule = Rule::all([Part::above(&ratio, 1.0)]);
    let text = "For a large book, a splice plan is ready sooner than one made by reading the whole file.";
    judge(
        own("faster-than-whole", text),
        vec![ratio],
        rule,
        [
            "It is, for the largest book that this run read as a whole; the file was sparse, so no disk was read.",
            "It is not, for the largest book that this run read as a whole.",
        ],
    )
}
