//! What this project says of the sweep. Others' laws have a constant that they do not give, and are shown beside it.

use harness::Found;
use harness::claims::{Figure, Statement};
use harness::record::{Claim, Skipped, Verdict};
use harness::verdicts::{Part, Rule};
use load_balancing_model::Strategy;

use crate::conditions::{CHOICES, FEW_ITEMS, ROOM, TWO_SERVERS, best_of, placement};
use crate::quantities::{MOST, SECOND, above_law, growth_of};
use crate::series::{ANY_OVER, GAP, LARGE, RARE, at_large, at_rare};

/// So many servers bring the chance of any overload under one in 10,000.
const SAFE_SERVERS: u32 = 16;

/// All claims, in the order in which the article has them.
pub(crate) fn claims(found: &Found) -> Vec<Claim> {
    vec![second_choice(found), gap_stays(found), law(found), one_in_ten_thousand(found), two_choices_hardly_ever(found)]
}

fn second_choice(found: &Found) -> Claim {
    let share = Figure::new("the second choice’s share", found.named(SECOND));
    let gap = |choices| {
        let label = if choices == 1 { "one choice".to_owned() } else { format!("best of {choices}") };
        Figure::new(label, found.at(LARGE, &at_large(choices, MOST), GAP))
    };
    let gaps = [1, 2, 4, 8].map(gap);
    let [one, two, four, eight] = gaps.each_ref().map(items);
    let words = || {
        Some(format!(
            "The fullest of 100,000 servers lies {} items above the mean with one choice, {} with two, {} with four and {} with \
             eight.",
            one?, two?, four?, eight?
        ))
    };
    let rule = Rule::all([Part::above(&share, 0.9)]);
    Statement {
        id: "second-choice-does-most",
        text: "With 10 million items on 100,000 servers, the best of two achieves over 90% of the reduction in the fullest server's \
               excess over the mean that the best of eight achieves.",
        source: None,
    }
    .judge_by([vec![share], gaps.into()].concat(), rule, |_| words())
}

fn gap_stays(found: &Found) -> Claim {
    let [one, two] = [1, 2].map(|choices| found.named(&growth_of(choices)));
    let (one, two) = (Figure::new("growth, one choice", one), Figure::new("growth, two choices", two));
    let (grows, grows_with_two) = (items(&one), items(&two));
    let rule = Rule::all([Part::below(&two, 1.0), Part::above(&two, -1.0), Part::above(&one, 30.0)]);
    Statement {
        id: "gap-stays",
        text: "With two choices, a hundred times as many items on 100,000 servers move the fullest server’s excess over the \
               mean by less than one item; with one choice it grows by more than 30.",
        source: None,
    }
    .judge_by(vec![two, one], rule, |_| {
        Some(format!(
            "From one item a server to a hundred, the fullest server’s excess grows by {} items with one choice, and with two by {}.",
            grows?, grows_with_two?
        ))
    })
}

/// The law leaves its constant open: this says how large it is here.
fn law(found: &Found) -> Claim {
    let figures: Vec<Figure> = CHOICES
        .skip(1)
        .map(|choices| {
            Figure::new(format!("best of {choices}, above the law’s term"), found.named(&above_law(choices)))
        })
        .collect();
    let rule = Rule::all(figures.iter().flat_map(|figure| [Part::above(figure, -1.5), Part::below(figure, 1.5)]));
    let values = || figures.iter().filter_map(Figure::value);
    let (least, most) = (values().reduce(f64::min), values().reduce(f64::max));
    Statement {
        id: "law-and-a-constant",
        text: "Of 100,000 items on as many servers n, each on the best of k = 2 to 8, the fullest server has on average within one and a \
               half of ln ln n / ln k, the leading term of the published law for large n.",
        source: None,
    }
    .judge_by(figures, rule, |_| {
        let beside = |items: f64| format!("{:.2} items {} it", items.abs(), if items < 0.0 { "below" } else { "above" });
        Some(format!("From {} to {}. The law leaves a constant open.", beside(least?), beside(most?)))
    })
}

fn one_in_ten_thousand(found: &Found) -> Claim {
    let any = |servers| {
        let quantity = found.at(RARE, &at_rare(&placement(FEW_ITEMS, servers, Strategy::Random), ROOM), ANY_OVER);
        Figure::new(format!("any of {servers} servers"), quantity)
    };
    let (enough, fewer) = (any(SAFE_SERVERS), any(SAFE_SERVERS - 1));
    let rule = Rule::all([Part::below(&enough, 1e-4), Part::above(&fewer, 1e-4)]);
    Statement {
        id: "sixteen-for-one-in-ten-thousand",
        text: "1,000 items on servers with room for 100 each, at random: 16 servers bring the chance that any is overloaded \
               under one in 10,000, and 15 do not.",
        source: None,
    }
    .judge_by(vec![enough, fewer], rule, |verdict| match verdict {
        Verdict::Holds => "16 servers stay under one in 10,000 and 15 do not, by the count and by the exact value.",
        Verdict::Undecided => "A full run simulates a million placements",
        _ => "What was counted or computed says otherwise.",
    })
}

fn two_choices_hardly_ever(found: &Found) -> Claim {
    let any = |room| found.at(RARE, &at_rare(&placement(FEW_ITEMS, TWO_SERVERS, best_of(2)), room), ANY_OVER);
    let hundred = Figure::new("any over 100", any(ROOM));
    let less = Figure::new("any over 95", any(95));
    let rule = Rule::all([Part::below(&hundred, 1e-5)]);
    Statement {
        id: "two-choices-hardly-ever",
        text: "1,000 items on 11 servers with room for 100 each, with two choices: fewer than one placement in 100,000 overloads \
               any server.",
        source: None,
    }
    .judge_by(vec![hundred, less], rule, |verdict| match verdict {
        Verdict::Holds => "Of the simulated placements, fewer than one in 100,000 overloaded a server, also by the upper end of the interval.",
        Verdict::Undecided => "A full run simulates a million placements",
        _ => "More placements overload a server.",
    })
}

/// What this experiment leaves open.
pub(crate) fn skipped() -> Vec<Skipped> {
    vec![Skipped {
        what: "more than 10 million items or 100,000 servers".to_owned(),
        why: "the model is limited to these".to_owned(),
        needs: "a model that is tested beyond them".to_owned(),
    }]
}

fn items(figure: &Figure) -> Option<String> {
    Some(format!("{:.2}", figure.value()?))
}
