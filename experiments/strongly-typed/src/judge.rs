//! What was said of "strongly typed", judged by what became of the mistakes.

#[cfg(test)]
mod tests;

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Source, Verdict};
use harness::verdicts::{Part, Rule};
use strongly_typed_model::{Meaning, Outcome};

use crate::quantities::{accepted, between, ended, ended_as, name, told};
use crate::series::triples;

/// All of them.
pub fn claims(found: &Found) -> Vec<Claim> {
    vec![
        poorly_defined(found),
        matter_of_degree(found),
        both_early_and_late(found),
        holes_by_design(found),
        hole_by_bug(found),
        proof_assistants(found),
        run_time_safety(found),
        coercions(found),
        equality(found),
        declarations(found),
        overlap(found),
        checked_stores(found),
        five_orders(found),
    ]
}

fn finch() -> Source {
    Source { title: "Tony Finch, “strongly typed?”, 2025".to_owned(), url: "https://dotat.at/@/".to_owned() }
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

/// The rule: the meanings that are scored give more than one order, and two languages for whom they decide it differently.
fn poorly_defined(found: &Found) -> Claim {
    let figures = [name::SINGLE_ORDERS, name::INCOMPARABLE].map(|name| figure(found, name));
    let [orders, incomparable] = &figures;
    let rule = Rule::all([Part::above(orders, 1.0), Part::above(incomparable, 0.0)]);
    Statement {
        id: "poorly-defined",
        text: "“Strongly typed” is a poorly defined term: it has several meanings.",
        source: Some(finch()),
    }
    .judge_by(figures.into(), rule, |verdict| {
        words(
            verdict,
            [
                "The five meanings scored here give more than one order, and put some pairs of languages either way. \
                 Finch counts more than five; how many there are, no run can tell.",
                "By all five meanings scored here each pair of languages stands the same way, or ties.",
            ],
        )
    })
}

/// The rule: by each meaning, at least one language stands between the two ends.
fn matter_of_degree(found: &Found) -> Claim {
    let figures: Vec<Figure> = Meaning::ALL.iter().map(|meaning| figure(found, &between(*meaning))).collect();
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
fn both_early_and_late(found: &Found) -> Claim {
    let ways = ["refused", "caught or silent"];
    let names = ["java", "typescript"].into_iter().flat_map(|language| ways.map(|ends| ended(language, ends)));
    let figures: Vec<Figure> = names.map(|name| figure(found, &name)).collect();
    let rule = Rule::all(figures.iter().map(Part::occurs));
    Statement {
        id: "static-and-dynamic",
        text: "Many languages are typed statically in part and dynamically in part, such as Java and TypeScript.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "Both refuse some of the mistakes before they run, and let others run.",
                "One of them refuses all of the mistakes, or none.",
            ],
        )
    })
}

/// The rule: the store is accepted, by the compiler and its warnings.
fn holes_by_design(found: &Found) -> Claim {
    let languages = ["java", "csharp", "typescript"];
    let figures: Vec<Figure> =
        languages.iter().map(|language| figure(found, &accepted(language, "covariant-store"))).collect();
    // C# is ours, beside what was published.
    let rule = Rule::all([&figures[0], &figures[2]].map(Part::occurs));
    Statement {
        id: "holes-by-design",
        text: "Static type systems are often unsound on purpose: covariant arrays in Java, and holes for usability in TypeScript.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        words(
            verdict,
            [
                "Java and TypeScript accept a number stored in an array of strings through a supertype, and warn of nothing. How often type \
                 systems do so, and why, was not measured.",
                "One of them refuses a number stored in an array of strings, or warns of it.",
            ],
        )
    })
}

/// The rule: a program that forbids unsafe code compiles, and sees itself read a string after the string's drop.
fn hole_by_bug(found: &Found) -> Claim {
    let hole = figure(found, name::AFTER_DROP);
    let rule = Rule::all([Part::occurs(&hole)]);
    Statement {
        id: "hole-by-bug",
        text: "Some type systems are unsound by bugs; Rust's has a few.",
        source: Some(finch()),
    }
    .judge_by(vec![hole], rule, |verdict| {
        words(
            verdict,
            [
                "A program that forbids unsafe code compiles, and reads a string after the string was dropped. One hole was tried; how many there are was not \
                 counted.",
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
    Statement {
        id: "stated-gaps",
        text: "Coq takes False for proved only where that is asked for, and says when asked what a theorem takes for granted.",
        source: None,
    }
    .judge_by(vec![admitted, admitted_told, unasked, asked, asked_told], rule, |verdict| {
        words(
            verdict,
            [
                "Coq takes False for proved by Admitted, and by a type of all types only with -type-in-type; asked what the theorem \
                 takes for granted, it names both. Finch says that such gaps are no disaster, of Lean's sorry and Idris 2's Type : Type: \
                 these could not be installed, and whether a gap does harm, no run can tell.",
                "Coq refuses one of the two gaps, has one open without being asked, or does not say that a theorem rests on it.",
            ],
        )
    })
}

/// The rule: nothing is undefined in JavaScript, Lua, Java and safe Rust, and something is in C.
fn run_time_safety(found: &Found) -> Claim {
    let of = |language: &str| figure(found, &ended(language, "undefined"));
    let safe = ["javascript", "lua", "java", "rust"].map(of);
    let c = of("c");
    let rule = Rule::all(safe.iter().map(Part::never).chain([Part::occurs(&c)]));
    // It is a fixed list, tried once: other programs were not.
    let tried = safe.each_ref().map(|figure| figure.measured().map(|share| share.n));
    let figures = safe.into_iter().chain([c]).collect();
    Statement {
        id: "run-time-safety",
        text: "JavaScript and Lua are very safe at run time, Java and Rust keep unsafe code apart, and in C all code is unsafe.",
        source: Some(finch()),
    }
    .judge_by(figures, rule, |verdict| {
        let [javascript, lua, java, rust] = tried;
        let none = format!(
            "Of the mistakes on the list, none is undefined in JavaScript ({} tried), Lua ({}), Java ({}) and Rust ({}), as long as \
             nothing unsafe is asked for; in C some are. Other programs were not tried. That all code in C is unsafe is a matter of \
             words, and not tested.",
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
        text: "The == of PHP and JavaScript makes no sense, but both have === instead.",
        source: Some(finch()),
    }
    .judge_by(loose.into_iter().chain(strict).collect(), rule, |verdict| {
        words(
            verdict,
            [
                "Among ten values, == of both calls some a equal to b and b to c, but not a to c; === never does.",
                "Among ten values, == of one of them is transitive, or === is not.",
            ],
        )
    })
}

/// The rule: some languages refuse all three of null, a missing case and metres plus feet, and some none.
fn declarations(found: &Found) -> Claim {
    let figures = [name::ALL_THREE, name::NONE_OF_THREE].map(|name| figure(found, name));
    let rule = Rule::all(figures.iter().map(|figure| Part::above(figure, 0.0)));
    Statement {
        id: "what-types-can-say",
        text: "Languages differ in how much their types can say: from the layout of memory to what a program means.",
        source: Some(finch()),
    }
    .judge_by(figures.into(), rule, |verdict| {
        words(
            verdict,
            [
                "With ordinary declarations some languages refuse null, a missing case and a mixed unit, and others none of them.",
                "Either no language here refuses all three, or every one refuses something.",
            ],
        )
    })
}

/// The rule: some two meanings order the languages alike in part, even where each mistake counts for one of them alone, and no
/// two of them in full.
fn overlap(found: &Found) -> Claim {
    let [apart, largest, smallest] =
        [name::LARGEST_TAU_APART, name::LARGEST_TAU, name::SMALLEST_TAU].map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&apart, 0.0), Part::below(&largest, 1.0)]);
    Statement {
        id: "overlap",
        text: "The meanings overlap in part. Others are how abstract a representation can be, and how much has to be annotated.",
        source: Some(finch()),
    }
    .judge_by(vec![apart, largest, smallest], rule, |verdict| {
        words(
            verdict,
            [
                "Of the five meanings scored here some two order the languages alike in part, even without the mistakes that both \
                 look at, and no two order them alike in full. How abstract a representation can be, and how much has to be \
                 annotated, is not scored.",
                "Without the mistakes that two meanings share, none of the five orders the languages as another does even in \
                 part; or two of them order them alike in full.",
            ],
        )
    })
}

/// Ours: who checks a store through a supertype of the array at run time, having accepted it.
fn checked_stores(found: &Found) -> Claim {
    let store = "covariant-store";
    let accepted = ["java", "csharp", "typescript"].map(|language| figure(found, &accepted(language, store)));
    let ends = [("java", Outcome::Caught), ("csharp", Outcome::Caught), ("typescript", Outcome::Silent)]
        .map(|(language, outcome)| figure(found, &ended_as(language, store, outcome)));
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

/// Ours: no two meanings give the same order, and weights can put pairs of languages either way.
fn five_orders(found: &Found) -> Claim {
    let [incomparable, ordered, orders, largest, smallest] =
        [name::INCOMPARABLE, name::ORDERED, name::ORDERS, name::LARGEST_TAU, name::SMALLEST_TAU]
            .map(|name| figure(found, name));
    let rule = Rule::all([Part::above(&incomparable, 0.0), Part::below(&largest, 1.0), Part::above(&orders, 1.0)]);
    Statement {
        id: "five-orders",
        text: "No two of the five meanings put the languages in the same order, and some pairs change places with their weights.",
        source: None,
    }
    .judge_by(vec![incomparable, ordered, orders, largest, smallest], rule, |verdict| {
        words(
            verdict,
            [
                "No two meanings order the languages alike, and for some pairs the weights of the meanings decide which comes first.",
                "Two of the meanings order all languages alike, or no weights reverse any pair.",
            ],
        )
    })
}
