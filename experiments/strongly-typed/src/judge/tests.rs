//! Claims, each with and without what it speaks of.

use strongly_typed_model::{Mistake, Relation};

use super::*;
use crate::cell::Cell;
use crate::equality::{Equality, OPERATORS, VALUES};
use crate::languages::Language;
use crate::measured::{Measured, Tried};
use crate::quantities;

fn tried(language: &str, mistake: &'static str, outcome: Outcome) -> Tried {
    said(language, mistake, outcome, "")
}

fn said(language: &str, mistake: &'static str, outcome: Outcome, output: &str) -> Tried {
    let cell = Cell { outcome, linted: outcome, output: output.to_owned(), lint_output: String::new() };
    Tried { language: Language::named(language).unwrap(), mistake, cell }
}

/// Languages as they are in broad strokes: two refuse what their types can say, others catch, go on, or say nothing.
fn measured() -> Measured {
    let ends = |language: &str, position: usize| match (language, position % 3) {
        ("rust" | "kotlin", 0 | 1) | ("java" | "typescript", 0) => Outcome::Refused,
        ("rust" | "kotlin" | "java" | "csharp", _) => Outcome::Caught,
        ("c", 1) => Outcome::Undefined,
        _ => Outcome::Silent,
    };
    let languages = ["c", "rust", "java", "kotlin", "csharp", "javascript", "typescript", "lua"];
    let all = languages.into_iter().flat_map(|id| Mistake::ALL.into_iter().enumerate().map(move |it| (id, it)));
    let mut cells: Vec<Tried> =
        all.map(|(id, (position, mistake))| tried(id, mistake.name(), ends(id, position))).collect();
    for it in &mut cells {
        let three = [Mistake::Null, Mistake::MissingCase, Mistake::MetrePlusFoot].map(Mistake::name);
        if three.contains(&it.mistake) {
            let outcome = if it.language.id == "kotlin" { Outcome::Refused } else { Outcome::Silent };
            (it.cell.outcome, it.cell.linted) = (outcome, outcome);
        }
        if it.mistake == "covariant-store" && ["java", "csharp", "typescript"].contains(&it.language.id) {
            let outcome = if it.language.id == "typescript" { Outcome::Silent } else { Outcome::Caught };
            (it.cell.outcome, it.cell.linted) = (outcome, outcome);
        }
        // But for this, two of the meanings would agree.
        if it.mistake == "number-plus-text" && it.language.id == "java" {
            (it.cell.outcome, it.cell.linted) = (Outcome::Silent, Outcome::Silent);
        }
    }
    let asides = [
        ("c", "integer-as-condition", Outcome::Silent),
        ("c", "pointer-as-value", Outcome::Refused),
        ("rust", "integer-as-condition", Outcome::Refused),
        ("rust", "pointer-as-value", Outcome::Silent),
        ("coq", "type-in-type", Outcome::Refused),
    ];
    let named = "past\n     : False\nAxioms:\npast : False\n";
    let heard = [
        said("rust", "hole-lifetime", Outcome::Undefined, "past 7, read after its drop: true\n"),
        said("coq", "admitted", Outcome::Silent, named),
        said("coq-type-in-type", "type-in-type", Outcome::Silent, named),
    ];
    let asides = asides.into_iter().map(|(language, name, outcome)| tried(language, name, outcome));
    let beside = asides.chain(heard).collect();
    // The first value equals all others, which equal themselves alone; or each itself alone.
    let cells_of = |loose: bool| -> Vec<bool> {
        let equal = |cell: usize| cell / VALUES == cell % VALUES || loose && cell / VALUES * (cell % VALUES) == 0;
        (0..VALUES * VALUES).map(equal).collect()
    };
    let equality = |language: &'static str, operator: &'static str| {
        let relation = Relation::new(VALUES, &cells_of(operator == "==")).unwrap();
        Equality { language, operator, relation }
    };
    let equalities = crate::equality::LANGUAGES.into_iter().flat_map(|it| OPERATORS.map(|by| equality(it, by)));
    Measured { cells, beside, equalities: equalities.collect(), skipped: Vec::new() }
}

fn claims_of(measured: &Measured) -> Vec<Claim> {
    judged(&quantities::found(measured)).claims
}

fn verdict(measured: &Measured, id: &str) -> Verdict {
    claims_of(measured).into_iter().find(|claim| claim.id == id).unwrap().verdict
}

#[test]
fn what_was_said_is_reproduced_where_it_is_so() {
    for claim in claims_of(&measured()) {
        let expected = match claim.id.as_str() {
            "stated-gaps" | "checked-stores" | "five-orders" => Verdict::Holds,
            _ => Verdict::Reproduced,
        };
        assert_eq!(claim.verdict, expected, "{claim:#?}");
    }
}

#[test]
fn nothing_is_decided_of_what_was_not_tried() {
    for claim in claims_of(&Measured::default()) {
        assert_eq!(claim.verdict, Verdict::NotTested, "{}", claim.id);
    }
}

#[test]
fn each_claim_differs_where_what_it_speaks_of_does() {
    let changed = |language: &str, mistake: &str, outcome: Outcome| {
        let mut measured = measured();
        let Measured { cells, beside, .. } = &mut measured;
        let all = cells.iter_mut().chain(beside);
        for it in all.filter(|it| it.language.id == language && (mistake.is_empty() || it.mistake == mistake)) {
            it.cell = tried(language, it.mistake, outcome).cell;
        }
        measured
    };
    for (id, language, mistake, outcome) in [
        ("static-and-dynamic", "java", "", Outcome::Refused),
        ("holes-by-design", "typescript", "covariant-store", Outcome::Refused),
        ("hole-by-bug", "rust", "hole-lifetime", Outcome::Refused),
        ("run-time-safety", "lua", "null", Outcome::Undefined),
        ("run-time-safety", "c", "", Outcome::Silent),
        ("no-total-order-of-coercions", "rust", "integer-as-condition", Outcome::Silent),
        ("what-types-can-say", "kotlin", "null", Outcome::Caught),
        // Compiled, and not seen to read anything after its drop.
        ("hole-by-bug", "rust", "hole-lifetime", Outcome::Undefined),
    ] {
        assert_eq!(verdict(&changed(language, mistake, outcome), id), Verdict::Differs, "{id}");
    }
    for (language, gap, outcome) in [
        ("coq", "admitted", Outcome::Refused),
        // Accepted, and not named.
        ("coq", "admitted", Outcome::Silent),
        ("coq-type-in-type", "type-in-type", Outcome::Silent),
        // Accepted without being asked for.
        ("coq", "type-in-type", Outcome::Silent),
    ] {
        assert_eq!(verdict(&changed(language, gap, outcome), "stated-gaps"), Verdict::DoesNotHold);
    }
    for (language, outcome) in
        [("java", Outcome::Silent), ("csharp", Outcome::Refused), ("typescript", Outcome::Caught)]
    {
        assert_eq!(verdict(&changed(language, "covariant-store", outcome), "checked-stores"), Verdict::DoesNotHold);
    }
    let agree = changed("java", "number-plus-text", Outcome::Caught);
    for (id, expected) in
        [("overlap", Verdict::Differs), ("poorly-defined", Verdict::Differs), ("five-orders", Verdict::DoesNotHold)]
    {
        assert_eq!(verdict(&agree, id), expected);
    }
    let mut alike = measured();
    for it in &mut alike.cells {
        it.cell = tried("c", it.mistake, Outcome::Refused).cell;
    }
    assert_eq!(verdict(&alike, "poorly-defined"), Verdict::Differs);
    assert_eq!(verdict(&alike, "matter-of-degree"), Verdict::Differs);
    let mut strict = measured();
    strict.equalities.retain(|it| it.operator == "===");
    let loose: Vec<Equality> = strict.equalities.iter().map(|it| Equality { operator: "==", ..it.clone() }).collect();
    strict.equalities.extend(loose);
    assert_eq!(verdict(&strict, "equality"), Verdict::Differs);
}

#[test]
fn one_language_alone_orders_nothing() {
    let mut alone = measured();
    alone.cells.retain(|it| it.language.id == "c");
    assert_eq!(verdict(&alone, "five-orders"), Verdict::NotTested);
    assert_eq!(verdict(&alone, "matter-of-degree"), Verdict::NotTested);
}

#[test]
fn whatever_a_record_lacks_is_not_tested_and_says_so() {
    testkit::judges_whatever_is_missing::<crate::StronglyTyped>("strongly-typed");
}
