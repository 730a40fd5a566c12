//! This project's own.

use harness::claims::Finding;

use super::{Ends, Seen, both, by_how_many, failed_figure, fails, of_changes, share_figure};
use crate::condition::{Library, Reader, Writer};

pub(super) fn localtime(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::Localtime, Writer::NewNames);
    Finding {
        id: "localtime-crashes",
        statement: "localtime can crash beside setenv, since it looks for TZ each time.",
        source: None,
        figures: vec![
            failed_figure("localtime beside setenv, the machine's C library", own),
            failed_figure("localtime beside setenv, musl", musl),
        ],
        verdict: by_how_many(&[own, musl].map(fails)),
        why: format!("Beside a thread that sets ever new names: {}.", seen.in_words([own, musl])),
    }
}

pub(super) fn same_names(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::Getenv, Writer::SameNames);
    let [same, new] = [Writer::SameNames, Writer::NewNames].map(|writer| seen.moves(Library::Glibc, writer));
    Finding {
        id: "same-names-crash",
        statement: "It takes no new names: a thread that sets and unsets the same eight is enough to crash one that calls \
                    getenv.",
        source: None,
        figures: vec![
            failed_figure("the same names, the machine's C library", own),
            failed_figure("the same names, musl", musl),
            share_figure("share of changes that moved the array, the same names, the machine's C library", same),
            share_figure("share of changes that moved the array, new names, the machine's C library", new),
        ],
        verdict: by_how_many(&[own, musl].map(fails)),
        why: format!(
            "Beside a thread that sets and unsets eight names: {}. One such thread alone moved the array of variables in {} \
             changes with {}, and one that sets new names in {}.",
            seen.in_words([own, musl]),
            of_changes(same),
            seen.version(Library::Glibc),
            of_changes(new)
        ),
    }
}

pub(super) fn dangling(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::Getenv, Writer::ReplacedValue);
    let wrong = |ends: Option<Ends>| ends.map(|ends| ends.wrong_answers().clone());
    Finding {
        id: "freed-value-is-read",
        statement: "Where old values are freed, as by musl, a reader of a variable that is set anew can read what was never \
                    its value; where they are kept, as by glibc, it cannot.",
        source: None,
        figures: vec![
            share_figure("share that read a wrong value: musl", wrong(musl).as_ref()),
            share_figure("share that read a wrong value: the machine's C library", wrong(own).as_ref()),
        ],
        verdict: both([fails(musl), fails(own).map(|fails| !fails)]),
        why: format!("Beside a thread that sets the same variable anew: {}.", seen.in_words([own, musl])),
    }
}

pub(super) fn writer_alone(seen: &Seen) -> Finding {
    let [own, musl] = seen.in_2023(Reader::None, Writer::NewNames);
    Finding {
        id: "writer-alone-lives",
        statement: "One thread that sets variables, with none beside it, harms nothing.",
        source: None,
        figures: vec![
            failed_figure("a writer alone, the machine's C library", own),
            failed_figure("a writer alone, musl", musl),
        ],
        verdict: by_how_many(&[own, musl].map(|ends| fails(ends).map(|fails| !fails))),
        why: format!("One thread sets ever new names: {}.", seen.in_words([own, musl])),
    }
}
