//! Claims that others published.

use harness::claims::{Figure, Statement};
use harness::record::{Claim, Source, unit};
use harness::verdicts::{Part, Rule};
use harness::{Found, readable};

use super::ends::{Each, Ends, of_children};
use super::{of_remedy, remedy, version};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::{Cell, MENDED};
use crate::go::{Access, Cgo, GoCondition};
use crate::leak::{LeakCondition, Operation};
use crate::quantities::harmed_with;
use crate::series::libraries::{BYTES_PER_CALL, LEAK_RATES, leaking};

fn evan_jones() -> Option<Source> {
    Some(Source {
        title: "Evan Jones, “Setenv is not thread safe and C doesn't want to fix it”".to_owned(),
        url: "https://www.evanjones.ca/setenv-is-not-thread-safe.html".to_owned(),
    })
}

fn go_issue() -> Option<Source> {
    Some(Source {
        title: "Go issue 63567, “os: Setenv leads to SIGSEGV with GODEBUG=netdns=cgo, and other uses of cgo”"
            .to_owned(),
        url: "https://github.com/golang/go/issues/63567".to_owned(),
    })
}

fn rust_standard_library() -> Option<Source> {
    Some(Source {
        title: "The Rust standard library, std::env::set_var, “Safety”".to_owned(),
        url: "https://doc.rust-lang.org/std/env/fn.set_var.html".to_owned(),
    })
}

fn glibc_change() -> Option<Source> {
    Some(Source {
        title: "Florian Weimer, “stdlib: Make getenv thread-safe in more cases”, a change in glibc 2.41".to_owned(),
        url: "https://sourceware.org/pipermail/libc-alpha/2024-November/161640.html".to_owned(),
    })
}

pub(super) fn getenv(found: &Found) -> Claim {
    let each = Each::of(found, "getenv beside setenv", Reader::Getenv, Writer::NewNames);
    Statement {
        id: "setenv-crashes-getenv",
        text: "A thread that calls setenv can crash another thread that calls getenv.",
        source: evan_jones(),
    }
    .judge_by(each.figures(), each.occurs(&[]), |_| {
        Some(format!("Children that crashed or were given a wrong answer: {}.", each.in_words()?))
    })
}

pub(super) fn resolver(found: &Found) -> Claim {
    let each = Each::of(found, "getaddrinfo beside setenv", Reader::Getaddrinfo, Writer::NewNames);
    Statement {
        id: "resolver-crashes",
        text: "getaddrinfo can crash beside setenv, since it looks for settings in the environment.",
        source: evan_jones(),
    }
    .judge_by(each.figures(), each.occurs(&[]), |_| {
        Some(format!(
            "Children that failed in new threads, in their first milliseconds: {}; musl's resolver reads no variable.",
            each.in_words()?
        ))
    })
}

/// `env::var` has to be safe with every library.
pub(super) fn rust(found: &Found) -> Claim {
    let by_c = Each::in_rust(found, "C's getenv beside set_var", Reader::Getenv);
    let by_rust = Each::in_rust(found, "env::var beside set_var", Reader::RustEnvVar);
    let safe: Vec<Part> = by_rust.figures().iter().map(Part::never).collect();
    Statement {
        id: "rust-set-var",
        text: "In Rust, std::env::set_var can crash a thread that calls C's getenv; std::env::var takes Rust's lock, and \
               is safe beside it.",
        source: rust_standard_library(),
    }
    .judge_by([by_c.figures(), by_rust.figures()].concat(), by_c.occurs(&safe), |_| {
        Some(format!(
            "Children that called C's getenv and failed: {}. Children that called env::var and failed: {}.",
            by_c.in_words()?,
            by_rust.in_words()?
        ))
    })
}

fn in_go(found: &Found, access: Access, cgo: Cgo) -> Ends {
    Ends::of(found, Cell::Go(GoCondition { access, cgo }))
}

pub(super) fn go_resolver(found: &Found) -> Claim {
    let resolver = in_go(found, Access::Resolver, Cgo::With);
    let by_c = in_go(found, Access::CgoGetenv, Cgo::With);
    let figures = vec![
        resolver.figure("Go's resolver with cgo"),
        by_c.figure("C's getenv with cgo"),
        in_go(found, Access::Resolver, Cgo::Without).figure("Go's resolver without cgo"),
    ];
    let rule = Rule::all([Part::occurs(&figures[0])]);
    Statement {
        id: "go-resolver",
        text: "A Go program that calls os.Setenv can crash in its own resolver, where that calls getaddrinfo.",
        source: go_issue(),
    }
    .judge_by(figures, rule, |_| {
        Some(format!(
            "Children that failed beside os.Setenv, with {}: of those that resolved names by C, {}; of those that called C's \
             getenv, {}.",
            version(found, Library::Glibc),
            resolver.in_words()?,
            by_c.in_words()?
        ))
    })
}

pub(super) fn go_own_copy(found: &Found) -> Claim {
    let [with, without] = [Cgo::With, Cgo::Without].map(|cgo| in_go(found, Access::OsGetenv, cgo));
    let figures = vec![with.figure("os.Getenv with cgo"), without.figure("os.Getenv without cgo")];
    let rule = Rule::all(figures.iter().map(Part::never));
    Statement {
        id: "go-own-copy",
        text: "Go's os.Getenv is safe beside os.Setenv: it reads Go's own copy, behind a lock.",
        source: go_issue(),
    }
    .judge_by(figures, rule, |_| {
        Some(format!("Children that failed: with cgo, {}; without it, {}.", with.in_words()?, without.in_words()?))
    })
}

/// A call that leaves less than this many bytes leaves none: memory comes in pages.
const A_LEAK: f64 = 1.0;

/// The bytes that each call leaves in memory.
fn bytes_left(found: &Found, label: &str, library: Library, operation: Operation) -> Figure {
    let settings = leaking(LeakCondition { library, operation });
    Figure::new(label, found.at(LEAK_RATES, &settings, BYTES_PER_CALL))
}

/// `96 bytes`.
fn in_bytes(rate: &Figure) -> Option<String> {
    Some(format!("{:.0} bytes", rate.value()?))
}

pub(super) fn glibc_never_frees(found: &Found) -> Claim {
    let of = |label, operation| bytes_left(found, label, Library::Glibc, operation);
    let replaced = of("glibc, a new value for one name", Operation::ReplaceWithNewValues);
    let unset = of("glibc, one name set to a new value and unset", Operation::SetAndUnset);
    let known = of("glibc, one of eight values for one name", Operation::ReplaceWithKnownValues);
    let rule = Rule::all([&replaced, &unset].map(|rate| Part::above(rate, A_LEAK)));
    let bytes = [&replaced, &unset, &known].map(in_bytes);
    let children = replaced.measured().map(|rate| rate.n);
    Statement {
        id: "glibc-never-frees",
        text: "glibc never frees what a variable was set to: setenv is a leak.",
        source: evan_jones(),
    }
    .judge_by(vec![replaced, unset, known], rule, |_| {
        let [replaced, unset, known] = bytes;
        Some(format!(
            "A new value for one name left {} in memory with {}, setting and unsetting it {}; a value that was set before is \
             found again, and left {}. Medians; children: {}, with {} calls each.",
            replaced?,
            version(found, Library::Glibc),
            unset?,
            known?,
            children?,
            readable(Operation::ReplaceWithNewValues.calls().into(), unit::RATIO)
        ))
    })
}

pub(super) fn musl_frees(found: &Found) -> Claim {
    let of = |label, operation| bytes_left(found, label, Library::Musl, operation);
    let replaced = of("musl, a new value for one name", Operation::ReplaceWithNewValues);
    let unset = of("musl, one name set to a new value and unset", Operation::SetAndUnset);
    let rule = Rule::all([&replaced, &unset].map(|rate| Part::below(rate, A_LEAK)));
    let bytes = [&replaced, &unset].map(in_bytes);
    Statement {
        id: "musl-frees",
        text: "musl frees what a variable was set to once it is set anew or unset.",
        source: evan_jones(),
    }
    .judge_by(vec![replaced, unset], rule, |_| {
        let [replaced, unset] = bytes;
        Some(format!("A new value for one name left {} in memory, setting and unsetting it {}.", replaced?, unset?))
    })
}

pub(super) fn newer_glibc(found: &Found) -> Claim {
    let [newer, current, older] =
        [Library::GlibcNewer, Library::GlibcCurrent, Library::Glibc].map(|library| found.named(&harmed_with(library)));
    let all_newer = Figure::new("share of children that failed with the newer glibc", &newer);
    let all_older = Figure::new("share of children that failed with the machine's C library", &older);
    let end =
        |library, reader, writer| Ends::of(found, Cell::Threads(Condition::in_c(library, reader, writer, Fix::None)));
    let (each, cases): (Vec<_>, Vec<_>) = MENDED
        .into_iter()
        .map(|(reader, writer)| {
            let case = format!("{} beside {}", reader.name(), writer.in_words());
            let newer = end(Library::GlibcNewer, reader, writer).figure(&format!("newer glibc, {case}"));
            let current = end(Library::GlibcCurrent, reader, writer);
            let current = current.is_known().then(|| current.figure(&format!("current glibc, {case}")));
            let figures: Vec<Figure> = [Some(newer), current].into_iter().flatten().collect();
            let never = figures.iter().map(Part::never).collect::<Vec<_>>();
            (figures, (case, never))
        })
        .unzip();
    let rule = remedy(&all_older, Rule::under("what the threads call", cases));
    let words = || {
        let with_current = of_children(&current)
            .map(|children| format!("; with {}, {children}", version(found, Library::GlibcCurrent)))
            .unwrap_or_default();
        Some(format!(
            "Children that failed, each watched for at most 50 ms: with {}, {}{with_current}; with {}, {}. The change says that \
             old arrays are kept and that a reader which sees a change tries again: why it helps was not measured.",
            version(found, Library::GlibcNewer),
            of_children(&newer)?,
            version(found, Library::Glibc),
            of_children(&older)?
        ))
    };
    Statement {
        id: "newer-glibc-fixes",
        text: "Since glibc 2.41, four kinds of program no longer fail: getenv, localtime or getaddrinfo beside new names, and getenv \
               beside the same names set and unset.",
        source: glibc_change(),
    }
    .judge_by([vec![all_newer, all_older.clone()], each.concat()].concat(), rule, |verdict| {
        of_remedy(&all_older, verdict, words())
    })
}

pub(super) fn two_writers(found: &Found) -> Claim {
    let each = Each::of(found, "two writers", Reader::None, Writer::TwoWriters);
    let [own, musl] = [Library::Glibc, Library::Musl].map(|library| each.figure(library));
    let rule = Rule::all([Part::never(&own), Part::occurs(&musl)]);
    Statement {
        id: "two-writers",
        text: "glibc locks writers against each other; where a C library does not, as musl, two threads that only set \
               variables crash.",
        source: evan_jones(),
    }
    .judge_by(vec![own, musl], rule, |_| {
        Some(format!(
            "Children that failed of two threads that keep setting new names, where none reads: {}.",
            each.in_words()?
        ))
    })
}

pub(super) fn illumos() -> Claim {
    Statement {
        id: "illumos-safe",
        text: "On illumos getenv is safe beside setenv: old strings and arrays are kept, and readers take no lock.",
        source: evan_jones(),
    }
    .judge_by(Vec::new(), Rule::not_tested(), |_| OTHER_SYSTEMS)
}

/// Reason where a claim is of another system.
const OTHER_SYSTEMS: &str = "This experiment runs on Linux, whose C libraries are others.";

pub(super) fn illumos_remainder() -> Claim {
    Statement {
        id: "illumos-not-all-safe",
        text: "On illumos, putenv and environ itself stay unsafe beside setenv.",
        source: evan_jones(),
    }
    .judge_by(Vec::new(), Rule::not_tested(), |_| OTHER_SYSTEMS)
}

pub(super) fn bsd_frees() -> Claim {
    Statement {
        id: "bsd-frees",
        text: "FreeBSD's and Apple's C libraries free what a variable was set to, as musl does.",
        source: evan_jones(),
    }
    .judge_by(Vec::new(), Rule::not_tested(), |_| OTHER_SYSTEMS)
}
