//! Claims about "strongly typed", judged by the outcomes of the mistakes.

#[cfg(test)]
mod tests;

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Judged, Source, Verdict};
use harness::verdicts::{Part, Rule};
use strongly_typed_model::{Meaning, Mistake, Outcome};

use crate::quantities::{AFTER_DROP, accepted, told};
use crate::scores::Scores;
use crate::series::triples;

/// All claims, and the scores of the languages as derived figures.
pub fn judged(found: &Found) -> Judged {
    let scores = Scores::of(found);
    Judged::new(claims(found, &scores)).deriving(scores.figures())
}

fn claims(found: &Found, scores: &Scores) -> Vec<Claim> {
    vec![
        poorly_defined(scores),
        matter_of_degree(scores),
        both_early_and_late(scores),
        holes_by_design(scores),
        hole_by_bug(found),
        proof_assistants(found),
        run_time_safety(scores),
        coercions(found),
        equality(found),
        declarations(scores),
        overlap(scores),
        checked_stores(scores),
        five_orders(scores),
    ]
}

fn finch() -> Source {
    let url = "https://dotat.at/@/2025-08-28-strongly-typed.html".to_owned();
    Source { title: "Tony Finch, “strongly typed?”, 2025".to_owned(), url }
}

fn figure(found: &Found, name: &str) -> Figure {
    Figure::new(name, found.named(name))
}

/// Words for a claim that holds, and that does not.
fn words(verdict: Verdict, [yes, no]: [&str; 2]) -> Option<&str> {
    match verdict {
        Verdict::Reproduced | Verdict::Holds => Some(yes),
        Verdict::Differs | Verdict::DoesNotHold => Some(no),
        _ => None,
    }
}

/// The rule: no two of the meanings that are scored give one order, and some languages change places with the meaning.
fn poorly_defined(scores: &Scores) -> Claim {
    let figures = [scores.largest_tau(), scores.either_way()];
    let [largest, either_way] = &figures;
    let rule = Rule::all([Part::below(largest, 1.0), Part::above(either_way, 0.0)]);
    Statement {
        id: "poorly-defined",
        text: "“Strongly typed” is a poorly defined term: it has several meanings.",
        source: Some(finch()),
    }
    .judge_by(figures.into(), rule, |verdict| {
        words(
            verdict,
            [
                "No two of the five meanings scored here give one order, and they put some pairs of languages either way. \
                 Finch counts more than five; how many there are, no run can tell.",
                "Two of the five meanings scored here give one order, or no pair of languages changes places with the meaning.",
            ],
        )
    })
}

/// The rule: by each meaning, at least one language stands between the two ends.
fn matter_of_degree(scores: &Scores) -> Claim {
    let between = |meaning| {
        scores.languages_where("languages that score between 0% and 100%", meaning, |share| share > 0.0 && share < 1.0)
    };
    let figures = Meaning::ALL.map(between).to_vec();
    let rule = Rule::all(figures.iter().map(|figure| Part::above(figure, 0.0)));
    Statement {
        id: "matter-of-degree",
        text: "Each meaning of “strongly typed” is a matter of degree, not of yes or no.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "By each of the five meanings some languages score between 0% and 100%.",
                "By some meaning every language here scores 0% or 100%.",
            ],
        )
    })
}

/// The rule: both languages refuse some mistakes, and let others run, to be caught or not.
fn both_early_and_late(scores: &Scores) -> Claim {
    let ends = |language| {
        [
            scores.ended(language, "refused", &[Outcome::Refused]),
            scores.ended(language, "caught or silent", &[Outcome::Caught, Outcome::Silent]),
        ]
    };
    let figures = ["java", "typescript"].map(ends).concat();
    let rule = Rule::all(figures.iter().map(Part::occurs));
    Statement {
        id: "static-and-dynamic",
        text: "Java and TypeScript refuse some mistakes before a program runs, and leave others to its run.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "So both do with the mistakes on this list. Whether many languages are typed in part statically and in part \
                 dynamically, as Finch says, two do not tell.",
                "One of them refuses all of the mistakes on this list, or none.",
            ],
        )
    })
}

/// The rule: the store is accepted, by the compiler and its warnings.
fn holes_by_design(scores: &Scores) -> Claim {
    let figures =
        ["java", "csharp", "typescript"].map(|language| scores.accepted(language, Mistake::CovariantStore)).to_vec();
    // C# is ours, beside what was published.
    let rule = Rule::all([&figures[0], &figures[2]].map(Part::occurs));
    Statement {
        id: "holes-by-design",
        text: "Java and TypeScript accept a number stored in an array of strings through a supertype.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "Both accept such a program, and warn of nothing. That the hole is there on purpose, and that such holes are common, \
                 Finch says; no run can tell.",
                "One of them refuses such a program, or warns of it.",
            ],
        )
    })
}

/// The rule: a program that forbids unsafe code compiles, and sees itself read a string after the string's drop.
fn hole_by_bug(found: &Found) -> Claim {
    let hole = figure(found, AFTER_DROP);
    let rule = Rule::all([Part::occurs(&hole)]);
    let rustc = found.version_of("Rust (debug)").and_then(|version| version.split(" (").next()).unwrap_or("rustc");
    Statement {
        id: "hole-by-bug",
        text: format!("Rust's type system is unsound by a bug: {rustc} accepts a program without unsafe code that reads a string after its drop."),
        source: Some(finch()),
    }
    .judge_by(vec![hole], rule, |verdict| {
        words(
            verdict,
            [
                "The program forbids unsafe code, compiles, and sees itself read the string. One hole was tried; Finch speaks of a few, \
                 in some type systems.",
                "The program that read a dropped string without unsafe code is now refused, or no longer reads it.",
            ],
        )
    })
}

/// Ours, of Coq, beside what Finch says of Lean and Idris 2, which cannot be had from a package registry, and that a gap which nobody
/// causes unaware is no disaster, which is an opinion. The rule: what is not proved is accepted where it is asked for, in the
/// program or of the checker, and refused elsewhere; and Coq says what a theorem takes for granted.
fn proof_assistants(found: &Found) -> Claim {
    let [admitted, unasked, asked] =
        [("coq", "admitted"), ("coq", "type-in-type"), ("coq-type-in-type", "type-in-type")]
            .map(|(language, program)| figure(found, &accepted(language, program)));
    let [admitted_told, asked_told] = [("coq", "admitted"), ("coq-type-in-type", "type-in-type")]
        .map(|(language, program)| figure(found, &told(language, program)));
    let rule = Rule::all([
        Part::occurs(&admitted),
        Part::occurs(&admitted_told),
        Part::never(&unasked),
        Part::occurs(&asked),
        Part::occurs(&asked_told),
    ]);
    let number = found.version_of("Coq").and_then(|version| version.rsplit(' ').next());
    let coq = number.map_or_else(|| "Coq".to_owned(), |number| format!("Coq {number}"));
    Statement {
        id: "stated-gaps",
        text: format!("{coq} accepts a proof of False by Admitted, and one by a type of all types only with -type-in-type; Print Assumptions names both."),
        source: None,
    }
    .judge_by(vec![admitted, admitted_told, unasked, asked, asked_told], rule, |verdict| {
        words(
            verdict,
            [
                "Two proofs were tried; other ways to a gap were not. Finch says that such gaps are no disaster, of Lean's sorry and \
                 Idris 2's Type : Type: these could not be installed, and whether a gap does harm, no run can tell.",
                "It refuses one of the two proofs, accepts one without being asked, or does not say that the theorem rests on it.",
            ],
        )
    })
}

/// The rule: nothing is undefined in JavaScript, Lua, Java and safe Rust, and something is in C.
fn run_time_safety(scores: &Scores) -> Claim {
    let of = |language: &str| scores.ended(language, "undefined", &[Outcome::Undefined]);
    let safe = ["javascript", "lua", "java", "rust"].map(of);
    let c = of("c");
    let rule = Rule::all(safe.iter().map(Part::never).chain([Part::occurs(&c)]));
    // A fixed list, tried once: other programs were not.
    let tried = safe.each_ref().map(|figure| figure.measured().map(|share| share.n));
    let figures = safe.into_iter().chain([c]).collect();
    Statement {
        id: "run-time-safety",
        text: "Of the mistakes on this list, none is undefined in JavaScript, Lua, Java and safe Rust, and in C some are.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        let [javascript, lua, java, rust] = tried;
        let none = format!(
            "So many of them can be written and were tried: in JavaScript {}, in Lua {}, in Java {}, in Rust {}. Other programs were \
             not: that JavaScript and Lua are very safe at run time, and all code in C unsafe, is Finch's wording, and more than a list \
             can show.",
            javascript?, lua?, java?, rust?
        );
        let told = words(verdict, [&none, "Some mistake is undefined in one of the four, or none is in C."]);
        told.map(str::to_owned)
    })
}

/// The rule: each of C and Rust accepts a conversion that the other refuses.
fn coercions(found: &Found) -> Claim {
    let of = |language: &str, program: &str| figure(found, &accepted(language, program));
    let [c_if, rust_if] = ["c", "rust"].map(|language| of(language, "integer-as-condition"));
    let [c_pointer, rust_pointer] = ["c", "rust"].map(|language| of(language, "pointer-as-value"));
    let rule =
        Rule::all([Part::occurs(&c_if), Part::never(&rust_if), Part::never(&c_pointer), Part::occurs(&rust_pointer)]);
    Statement {
        id: "no-total-order-of-coercions",
        text: "Languages cannot be put in one order by their implicit conversions: C and Rust each have one that the other lacks.",
        source: Some(finch()),
    }
    .judge_by(vec![c_if, rust_if, c_pointer, rust_pointer], rule, |verdict| {
        words(
            verdict,
            [
                "C accepts an integer as a Boolean and Rust does not; Rust reaches a field through a reference with a dot, where C needs ->.",
                "One of them makes both conversions, or neither.",
            ],
        )
    })
}

/// The rule: `==` has triples that are not transitive in both languages, `===` in neither.
fn equality(found: &Found) -> Claim {
    let of = |language: &str, name: &str, operator: &str| {
        Figure::new(format!("triples that break {operator} of {name}"), triples(found, language, operator))
    };
    let both = [("javascript", "JavaScript"), ("php", "PHP")];
    let loose = both.map(|(language, name)| of(language, name, "=="));
    let strict = both.map(|(language, name)| of(language, name, "==="));
    let parts = loose.iter().map(|figure| Part::above(figure, 0.0));
    let rule = Rule::all(parts.chain(strict.iter().map(|figure| Part::below(figure, 1.0))));
    Statement {
        id: "equality",
        text: "Among ten values, == of PHP and of JavaScript is not transitive, and === of both is.",
        source: Some(finch()),
    }
    .judge_by(loose.into_iter().chain(strict).collect(), rule, |verdict| {
        words(
            verdict,
            [
                "== of both calls some a equal to b and b to c, but not a to c; === never does. Finch calls == “made entirely of WAT”, \
                 which is an opinion, and not judged.",
                "== of one of them is transitive, or === is not.",
            ],
        )
    })
}

/// The rule: some languages refuse, or warn of, all modelling mistakes, and some none.
fn declarations(scores: &Scores) -> Claim {
    let refusing = |which: &str, bound: f64| {
        let label = format!("languages that refuse {which}");
        scores.languages_where(&label, Meaning::Modelling, |share| share == bound)
    };
    let figures = [refusing("all", 1.0), refusing("none", 0.0)];
    let rule = Rule::all(figures.iter().map(|figure| Part::above(figure, 0.0)));
    Statement {
        id: "what-types-can-say",
        text: "With ordinary declarations some languages refuse or warn of null, a missing case, a misspelt field and metres plus \
               feet, and others of none of the four.",
        source: Some(finch()),
    }
    .judge_by(figures.into(), rule, |verdict| {
        words(
            verdict,
            [
                "Of how much types can say, from the layout of memory to what a program means, these four mistakes are what was tried.",
                "Either no language here refuses all four or warns of them, or every one does so with one of them.",
            ],
        )
    })
}

/// The rule: some two meanings order the languages alike in part, even where each mistake counts for one of them alone, and no
/// two of them in full.
fn overlap(scores: &Scores) -> Claim {
    let [apart, largest, smallest] = [scores.largest_tau_apart(), scores.largest_tau(), scores.smallest_tau()];
    let rule = Rule::all([Part::above(&apart, 0.0), Part::below(&largest, 1.0)]);
    Statement {
        id: "overlap",
        text: "The meanings overlap in part: of five, some two order the languages partly alike, and no two fully.",
        source: Some(finch()),
    }
    .judge_by(vec![apart, largest, smallest], rule, |verdict| {
        words(
            verdict,
            [
                "So it is even without the mistakes that both look at. This is of the languages and mistakes that were tried; two \
                 further meanings of Finch's, how abstract a representation can be and how much has to be annotated, are not scored.",
                "Without the mistakes that two meanings share, none of the five orders the languages as another does even in \
                 part; or two of them order them alike in full.",
            ],
        )
    })
}

/// Ours: who checks a store through a supertype of the array at run time, having accepted it.
fn checked_stores(scores: &Scores) -> Claim {
    let store = Mistake::CovariantStore;
    let accepted = ["java", "csharp", "typescript"].map(|language| scores.accepted(language, store));
    let ends = [("java", Outcome::Caught), ("csharp", Outcome::Caught), ("typescript", Outcome::Silent)]
        .map(|(language, outcome)| scores.ended_as(language, store, outcome));
    let figures: Vec<Figure> = accepted.into_iter().chain(ends).collect();
    let rule = Rule::all(figures.iter().map(Part::occurs));
    Statement {
        id: "checked-stores",
        text: "Java, C# and TypeScript accept a number stored in an array of strings through a supertype; Java and C# throw at run time.",
        source: None,
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "All three accept the program and warn of nothing. Java's and C#'s store throws; TypeScript's goes on.",
                "One of the three refuses the program or warns of it, or its store ends otherwise.",
            ],
        )
    })
}

/// Ours: no two meanings give the same order, and some pairs of languages change places with the meaning.
fn five_orders(scores: &Scores) -> Claim {
    let [either_way, one_way] = [scores.either_way(), scores.one_way()];
    let [largest, smallest] = [scores.largest_tau(), scores.smallest_tau()];
    let rule = Rule::all([Part::above(&either_way, 0.0), Part::below(&largest, 1.0)]);
    Statement {
        id: "five-orders",
        text: "No two of the five meanings put the languages in the same order, and some pairs change places with the meaning.",
        source: None,
    }
    .judge_by(vec![either_way, one_way, largest, smallest], rule, |verdict| {
        words(
            verdict,
            [
                "No two meanings order the languages alike, and for some pairs the meaning decides which comes first.",
                "Two of the meanings order all languages alike, or no pair changes places with the meaning.",
            ],
        )
    })
}
