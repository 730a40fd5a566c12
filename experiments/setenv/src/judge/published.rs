//! What others published.

use harness::claims::Finding;
use harness::record::{Source, Verdict};

use super::{
    ENOUGH_CHILDREN, Seen, both, by_how_many, bytes_figure, failed_figure, fails, of_all, of_bytes, of_children,
    pooled, share_figure,
};
use crate::condition::{Condition, Fix, Library, Reader, Writer};
use crate::conditions::matrix;
use crate::go::{Access, Cgo, GoCondition};
use crate::leak::Operation;

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

pub(super) fn getenv(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::Getenv, Writer::NewNames);
    Finding {
        id: "setenv-crashes-getenv",
        statement: "A thread that calls setenv can crash another thread that calls getenv.",
        source: evan_jones(),
        figures: vec![
            failed_figure("getenv beside setenv, the machine's C library", own),
            failed_figure("getenv beside setenv, musl", musl),
        ],
        verdict: by_how_many(&[own, musl].map(fails)),
        why: format!("A child fails when it crashes or is given a wrong answer: {}.", seen.in_words([own, musl])),
    }
}

pub(super) fn resolver(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::Getaddrinfo, Writer::NewNames);
    Finding {
        id: "resolver-crashes",
        statement: "getaddrinfo can crash beside setenv, since it looks for settings in the environment.",
        source: evan_jones(),
        figures: vec![
            failed_figure("getaddrinfo beside setenv, the machine's C library", own),
            failed_figure("getaddrinfo beside setenv, musl", musl),
        ],
        verdict: by_how_many(&[own, musl].map(fails)),
        why: format!(
            "In new threads, in their first milliseconds: {}; musl's resolver reads no variable.",
            seen.in_words([own, musl])
        ),
    }
}

pub(super) fn rust(seen: &Seen) -> Finding {
    let by_c = seen.cell(Condition::in_rust(Library::Glibc, Reader::Getenv));
    let by_rust = seen.cell(Condition::in_rust(Library::Glibc, Reader::RustEnvVar));
    let verdict = both([fails(by_c), fails(by_rust).map(|fails| !fails)]);
    Finding {
        id: "rust-set-var",
        statement: "In Rust, std::env::set_var can crash a thread that calls C's getenv; std::env::var takes Rust's lock, and \
                    is safe beside it.",
        source: rust_guide(),
        figures: vec![
            failed_figure("C's getenv beside set_var", by_c),
            failed_figure("env::var beside set_var", by_rust),
        ],
        verdict,
        why: format!(
            "With {}, {} children failed that called C's getenv, and {} that called env::var.",
            seen.version(Library::Glibc),
            of_children(by_c),
            of_children(by_rust)
        ),
    }
}

pub(super) fn go_resolver(seen: &Seen) -> Finding {
    let of = |access, cgo| seen.go(GoCondition { access, cgo });
    let resolver = of(Access::Resolver, Cgo::With);
    let by_c = of(Access::CgoGetenv, Cgo::With);
    let verdict = match (fails(resolver), fails(by_c)) {
        (Some(true), _) => Verdict::Reproduced,
        // It can, by what it calls; how likely it is in so short a time is another question.
        (Some(false), Some(true)) => Verdict::Depends,
        (Some(false), _) => Verdict::Differs,
        (None, _) => Verdict::NotTested,
    };
    Finding {
        id: "go-resolver",
        statement: "A Go program that calls os.Setenv can crash in its own resolver, where that calls getaddrinfo.",
        source: go_issue(),
        figures: vec![
            failed_figure("Go's resolver with cgo", resolver),
            failed_figure("C's getenv with cgo", by_c),
            failed_figure("Go's resolver without cgo", of(Access::Resolver, Cgo::Without)),
        ],
        verdict,
        why: format!(
            "Beside os.Setenv, {} children failed that resolved names by C, and {} that called C's getenv.",
            of_children(resolver),
            of_children(by_c)
        ),
    }
}

pub(super) fn go_own_copy(seen: &Seen) -> Finding {
    let of = |cgo| seen.go(GoCondition { access: Access::OsGetenv, cgo });
    let [with, without] = [Cgo::With, Cgo::Without].map(of);
    Finding {
        id: "go-own-copy",
        statement: "Go's os.Getenv is safe beside os.Setenv: it reads Go's own copy, behind a lock.",
        source: go_issue(),
        figures: vec![failed_figure("os.Getenv with cgo", with), failed_figure("os.Getenv without cgo", without)],
        verdict: by_how_many(&[with, without].map(|ends| fails(ends).map(|fails| !fails))),
        why: format!("With cgo {} children failed, without it {}.", of_children(with), of_children(without)),
    }
}

/// A call that leaves less than this many bytes leaves none: memory comes in pages.
const A_LEAK: f64 = 1.0;

pub(super) fn glibc_never_frees(seen: &Seen) -> Finding {
    let of = |operation| seen.leaks(Library::Glibc, operation);
    let replaced = of(Operation::ReplaceWithNewValues);
    let unset = of(Operation::SetAndUnset);
    let known = of(Operation::ReplaceWithKnownValues);
    Finding {
        id: "glibc-never-frees",
        statement: "glibc never frees what a variable was set to: setenv is a leak.",
        source: evan_jones(),
        figures: vec![
            bytes_figure("glibc, a new value for one name", replaced),
            bytes_figure("glibc, one name set to a new value and unset", unset),
            bytes_figure("glibc, one of eight values for one name", known),
        ],
        verdict: by_how_many(&[replaced, unset].map(|rate| rate.map(|rate| rate.low > A_LEAK))),
        why: format!(
            "A new value for one name left {} in memory with {}, setting and unsetting it {}; a value that was set before is \
             found again, and left {}.",
            of_bytes(replaced),
            seen.version(Library::Glibc),
            of_bytes(unset),
            of_bytes(known)
        ),
    }
}

pub(super) fn musl_frees(seen: &Seen) -> Finding {
    let of = |operation| seen.leaks(Library::Musl, operation);
    let replaced = of(Operation::ReplaceWithNewValues);
    let unset = of(Operation::SetAndUnset);
    Finding {
        id: "musl-frees",
        statement: "musl frees what a variable was set to once it is set anew or unset.",
        source: evan_jones(),
        figures: vec![
            bytes_figure("musl, a new value for one name", replaced),
            bytes_figure("musl, one name set to a new value and unset", unset),
        ],
        verdict: by_how_many(&[replaced, unset].map(|rate| rate.map(|rate| rate.high < A_LEAK))),
        why: format!(
            "A new value for one name left {} in memory, setting and unsetting it {}.",
            of_bytes(replaced),
            of_bytes(unset)
        ),
    }
}

pub(super) fn lock(seen: &Seen) -> Finding {
    let locked: Vec<Condition> = matrix().into_iter().filter(|condition| condition.fix == Fix::Lock).collect();
    let with: Vec<_> = locked.iter().map(|&condition| seen.cell(condition)).collect();
    let without: Vec<_> =
        locked.iter().map(|condition| seen.cell(Condition { fix: Fix::None, ..*condition })).collect();
    let verdict = match (pooled(&with), pooled(&without)) {
        (Some(with), Some(without)) if without.value > 0.0 => match with {
            with if with.value > 0.0 => Verdict::Differs,
            with if with.n >= ENOUGH_CHILDREN => Verdict::Reproduced,
            _ => Verdict::NotTested,
        },
        _ => Verdict::NotTested,
    };
    Finding {
        id: "lock-fixes",
        statement: "A lock that readers and writers both hold would prevent the crashes.",
        source: evan_jones(),
        figures: vec![
            share_figure("share of children that failed with the lock", pooled(&with).as_ref()),
            share_figure("share of children that failed in the same conditions without it", pooled(&without).as_ref()),
        ],
        verdict,
        why: format!(
            "With the lock {} children failed; in the same conditions without it, {}.",
            of_all(&with),
            of_all(&without)
        ),
    }
}

/// What crashes with the older one.
const OF_GLIBC: [(Reader, Writer); 4] = [
    (Reader::Getenv, Writer::NewNames),
    (Reader::Getenv, Writer::SameNames),
    (Reader::Localtime, Writer::NewNames),
    (Reader::Getaddrinfo, Writer::NewNames),
];

pub(super) fn newer_glibc(seen: &Seen) -> Finding {
    let of = |library| OF_GLIBC.map(|(reader, writer)| seen.unlocked(library, reader, writer));
    let (newer, older) = (of(Library::GlibcNewer), of(Library::Glibc));
    let verdict = if older.iter().any(|&ends| fails(ends) == Some(true)) {
        by_how_many(&newer.map(|ends| fails(ends).map(|fails| !fails)))
    } else {
        Verdict::NotTested
    };
    Finding {
        id: "newer-glibc-fixes",
        statement: "Since glibc 2.41, getenv is safe beside setenv and unsetenv: old arrays are kept, and a reader that sees \
                    one change tries again.",
        source: glibc_change(),
        figures: vec![
            share_figure("share of children that failed with the newer glibc", pooled(&newer).as_ref()),
            share_figure("share of children that failed with the machine's C library", pooled(&older).as_ref()),
        ],
        verdict,
        why: format!(
            "In the same four conditions, {} children failed with {}, and {} with {}.",
            of_all(&newer),
            seen.version(Library::GlibcNewer),
            of_all(&older),
            seen.version(Library::Glibc)
        ),
    }
}

pub(super) fn two_writers(seen: &Seen) -> Finding {
    let [glibc, musl] = seen.in_2023(Reader::None, Writer::TwoWriters);
    Finding {
        id: "two-writers",
        statement: "glibc locks writers against each other; where a C library does not, as musl, two threads that only set \
                    variables crash.",
        source: evan_jones(),
        figures: vec![
            failed_figure("two writers, the machine's C library", glibc),
            failed_figure("two writers, musl", musl),
        ],
        verdict: both([fails(glibc).map(|fails| !fails), fails(musl)]),
        why: format!("Two threads set ever new names, and none reads: {}.", seen.in_words([glibc, musl])),
    }
}

pub(super) fn illumos() -> Finding {
    Finding {
        id: "illumos-safe",
        statement: "On illumos getenv is safe beside setenv: old strings and arrays are kept, and readers take no lock.",
        source: evan_jones(),
        figures: Vec::new(),
        verdict: Verdict::NotTested,
        why: "This experiment runs on Linux, whose C libraries are others.".to_owned(),
    }
}
