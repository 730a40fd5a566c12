//! What others published.

use harness::claims::{Figure, Statement};
use harness::Found;
use harness::record::{Claim, Source};
use harness::verdicts::{Part, Rule};

use super::ends::{Each, Ends, label, name, of_children};
use super::{remedy, version};
use crate::condition::{Condition, Library, Reader, Writer};
use crate::conditions::Cell;
use crate::go::{Access, Cgo, GoCondition};
use crate::leak::{LeakCondition, Operation};
use crate::quantities::{harmed_with, of_glibc};
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

fn rust_guide() -> Option<Source> {
    Some(Source {
        title: "The Rust Edition Guide, Rust 2024, “Unsafe functions”".to_owned(),
        url: "https://doc.rust-lang.org/edition-guide/rust-2024/newly-unsafe-functions.html".to_owned(),
    })
}

fn glibc_change() -> Option<Source> {
    Some(Source {
        title: "Florian Weimer, “stdlib: Make getenv thread-safe in more cases”, a change in glibc 2.41".to_owned(),
        url: "https://sourceware.org/pipermail/libc-alpha/2024-November/161640.html".to_owned(),
    })
}

pub(super) fn getenv(found: &Found) -> Claim {
    let each = Each::of(found, Reader::Getenv, Writer::NewNames);
    let (figures, rule) = each.judged("getenv beside setenv", Part::occurs);
    Statement {
        id: "setenv-crashes-getenv",
        text: "A thread that calls setenv can crash another thread that calls getenv.",
        source: evan_jones(),
    }
    .judge_by(figures, rule, |_| {
        format!("A child fails when it crashes or is given a wrong answer: {}.", each.in_words())
    })
}

pub(super) fn resolver(found: &Found) -> Claim {
    let each = Each::of(found, Reader::Getaddrinfo, Writer::NewNames);
    let (figures, rule) = each.judged("getaddrinfo beside setenv", Part::occurs);
    let why =
        format!("In new threads, in their first milliseconds: {}; musl's resolver reads no variable.", each.in_words());
    Statement {
        id: "resolver-crashes",
        text: "getaddrinfo can crash beside setenv, since it looks for settings in the environment.",
        source: evan_jones(),
    }
    .judge_by(figures, rule, |_| why)
}

pub(super) fn rust(found: &Found) -> Claim {
    let libraries = [Library::Glibc, Library::GlibcNewer].map(|library| {
        let ends = [Reader::Getenv, Reader::RustEnvVar]
            .map(|reader| Ends::of(found, Cell::Threads(Condition::in_rust(library, reader))));
        (library, ends)
    });
    let tried = libraries.iter().filter(|(library, [by_c, _])| *library == Library::Glibc || by_c.is_known());
    let mut cases = Vec::new();
    let mut figures = Vec::new();
    let mut said = Vec::new();
    for (library, [by_c, by_rust]) in tried {
        let [c, rust] = [(by_c, "C's getenv beside set_var"), (by_rust, "env::var beside set_var")]
            .map(|(ends, which)| ends.figure(&label(which, *library)));
        cases.push((name(*library), vec![Part::occurs(&c), Part::never(&rust)]));
        figures.extend([c, rust]);
        said.push(format!(
            "with {}, {} that called C's getenv and {} that called env::var",
            version(found, *library),
            by_c.in_words(),
            by_rust.in_words()
        ));
    }
    Statement {
        id: "rust-set-var",
        text: "In Rust, std::env::set_var can crash a thread that calls C's getenv; std::env::var takes Rust's lock, and \
               is safe beside it.",
        source: rust_guide(),
    }
    .judge_by(figures, Rule::under("the C library", cases), |_| format!("Children failed: {}.", said.join("; ")))
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
    let why = format!(
        "Beside os.Setenv, with {}, {} children failed that resolved names by C, and {} that called C's getenv.",
        version(found, Library::Glibc),
        resolver.in_words(),
        by_c.in_words()
    );
    let rule = Rule::all([Part::occurs(&figures[0])]);
    Statement {
        id: "go-resolver",
        text: "A Go program that calls os.Setenv can crash in its own resolver, where that calls getaddrinfo.",
        source: go_issue(),
    }
    .judge_by(figures, rule, |_| why)
}

pub(super) fn go_own_copy(found: &Found) -> Claim {
    let [with, without] = [Cgo::With, Cgo::Without].map(|cgo| in_go(found, Access::OsGetenv, cgo));
    let why = format!("With cgo {} children failed, without it {}.", with.in_words(), without.in_words());
    let figures = vec![with.figure("os.Getenv with cgo"), without.figure("os.Getenv without cgo")];
    let rule = Rule::all(figures.iter().map(Part::never));
    Statement {
        id: "go-own-copy",
        text: "Go's os.Getenv is safe beside os.Setenv: it reads Go's own copy, behind a lock.",
        source: go_issue(),
    }
    .judge_by(figures, rule, |_| why)
}

/// A call that leaves less than this many bytes leaves none: memory comes in pages.
const A_LEAK: f64 = 1.0;

/// What each call leaves in memory.
fn left(found: &Found, label: &str, library: Library, operation: Operation) -> Figure {
    let settings = leaking(LeakCondition { library, operation });
    Figure::new(label, &found.at(LEAK_RATES, &settings, BYTES_PER_CALL))
}

/// `96 bytes`; what was not measured says so.
fn in_bytes(rate: &Figure) -> String {
    let bytes = rate.measured().map(|rate| format!("{:.0} bytes", rate.value));
    bytes.unwrap_or_else(|| "an unknown number of bytes".to_owned())
}

pub(super) fn glibc_never_frees(found: &Found) -> Claim {
    let of = |label, operation| left(found, label, Library::Glibc, operation);
    let replaced = of("glibc, a new value for one name", Operation::ReplaceWithNewValues);
    let unset = of("glibc, one name set to a new value and unset", Operation::SetAndUnset);
    let known = of("glibc, one of eight values for one name", Operation::ReplaceWithKnownValues);
    let rule = Rule::all([&replaced, &unset].map(|rate| Part::above(rate, A_LEAK)));
    let why = format!(
        "A new value for one name left {} in memory with {}, setting and unsetting it {}; a value that was set before is \
         found again, and left {}.",
        in_bytes(&replaced),
        version(found, Library::Glibc),
        in_bytes(&unset),
        in_bytes(&known)
    );
    Statement {
        id: "glibc-never-frees",
        text: "glibc never frees what a variable was set to: setenv is a leak.",
        source: evan_jones(),
    }
    .judge_by(vec![replaced, unset, known], rule, |_| why)
}

pub(super) fn musl_frees(found: &Found) -> Claim {
    let of = |label, operation| left(found, label, Library::Musl, operation);
    let replaced = of("musl, a new value for one name", Operation::ReplaceWithNewValues);
    let unset = of("musl, one name set to a new value and unset", Operation::SetAndUnset);
    let rule = Rule::all([&replaced, &unset].map(|rate| Part::below(rate, A_LEAK)));
    let why = format!(
        "A new value for one name left {} in memory, setting and unsetting it {}.",
        in_bytes(&replaced),
        in_bytes(&unset)
    );
    Statement {
        id: "musl-frees",
        text: "musl frees what a variable was set to once it is set anew or unset.",
        source: evan_jones(),
    }
    .judge_by(vec![replaced, unset], rule, |_| why)
}

pub(super) fn lock_in_getenv() -> Claim {
    Statement {
        id: "lock-in-getenv",
        text: "If getenv took the lock that setenv takes, the crashes would be gone.",
        source: evan_jones(),
    }
    .judge_by(Vec::new(), Rule::not_tested(), |_| {
        "No C library that this experiment runs does so. What it tries instead is a lock of the program's own, held until the text \
         is read."
    })
}

pub(super) fn newer_glibc(found: &Found) -> Claim {
    let libraries = [Library::GlibcNewer, Library::Glibc];
    let [all_newer, all_older] = libraries.map(|library| found.named(&harmed_with(library)));
    let figures = vec![
        Figure::new("share of children that failed with the newer glibc", all_newer),
        Figure::new("share of children that failed with the machine's C library", all_older),
    ];
    let (each, cases): (Vec<Figure>, Vec<_>) = of_glibc(Library::GlibcNewer)
        .into_iter()
        .map(|cell| {
            let Cell::Threads(Condition { reader, writer, .. }) = cell else { unreachable!("they are threads") };
            let case = format!("{} beside {}", reader.name(), writer.in_words());
            let figure = Ends::of(found, cell).figure(&format!("newer glibc, {case}"));
            let never = vec![Part::never(&figure)];
            (figure, (case, never))
        })
        .unzip();
    let rule = remedy(&figures[1], Rule::under("what the threads call", cases));
    let why = format!(
        "In the same four conditions, {} children failed with {}, and {} with {}.",
        of_children(all_newer),
        version(found, Library::GlibcNewer),
        of_children(all_older),
        version(found, Library::Glibc)
    );
    Statement {
        id: "newer-glibc-fixes",
        text: "Since glibc 2.41, getenv is safe in more cases beside setenv and unsetenv: old arrays are kept, and a reader that \
               sees one change tries again.",
        source: glibc_change(),
    }
    .judge_by(figures.into_iter().chain(each).collect(), rule, |_| why)
}

pub(super) fn two_writers(found: &Found) -> Claim {
    let each = Each::of(found, Reader::None, Writer::TwoWriters);
    let [own, musl] = [Library::Glibc, Library::Musl].map(|library| each.figure("two writers", library));
    let rule = Rule::all([Part::never(&own), Part::occurs(&musl)]);
    Statement {
        id: "two-writers",
        text: "glibc locks writers against each other; where a C library does not, as musl, two threads that only set \
               variables crash.",
        source: evan_jones(),
    }
    .judge_by(vec![own, musl], rule, |_| {
        format!("Two threads keep setting new names, and none reads: {}.", each.in_words())
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

/// What Linux cannot tell of other systems.
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

pub(super) fn better_interface() -> Claim {
    Statement {
        id: "better-interface",
        text: "An interface that copies a value to the caller, as getenv_s does, and one to walk through all variables would let \
               C libraries make the environment safe.",
        source: evan_jones(),
    }
    .judge_by(Vec::new(), Rule::not_tested(), |_| "No C library that this experiment runs has such an interface.")
}
