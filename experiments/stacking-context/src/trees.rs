//! Random trees, in the order of an engine and in that of the model.

use std::collections::BTreeMap;

use clap::Args;
use harness::record::Profile;
use harness::{Failure, Run, undisturbed};
use serde_json::{Value, json};
use stacking_context_model::{Column, Declaration, Engine, Mutation, Rules, Tree, declaration};

use crate::engines::{Browser, programs};
use crate::one;
use crate::probe;

/// Trees that are asked at a time: so that Ctrl-C acts soon.
const AT_ONCE: u64 = 250;

/// Counts of random trees in the order of an engine.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trees {
    /// How many were asked.
    pub asked: u64,
    /// How many had a box off the square, so that they say nothing.
    pub off: u64,
    /// How many are in another order than the specifications have for what the engine's declarations do.
    pub departing: u64,
    /// How many are in another order than the model has for the engine.
    pub mismatches: u64,
    /// The mismatches, each made as small as it can be: its text, and the engine's order from the bottom to the top; with how many
    /// come to it.
    pub counterexamples: BTreeMap<(String, String), u64>,
    /// How many are in the model's order and would not be if it had a mistake, by [`Mutation::ALL`].
    pub mutants: [u64; Mutation::ALL.len()],
}

impl Trees {
    /// Asks an engine for the order of so many trees, each drawn by its number.
    pub(crate) fn asked(
        browser: &mut Browser,
        trees: u64,
        draw: impl Fn(u64) -> Tree,
        run: &Run,
    ) -> Result<Self, Failure> {
        let rules = Rules::of(Column::Engine(browser.engine));
        let mut found = Self::default();
        let mut differing = Vec::new();
        let mut first = 0;
        while first < trees {
            let last = trees.min(first + AT_ONCE);
            let drawn: Vec<Tree> = (first..last).map(&draw).collect();
            for (tree, seen) in drawn.iter().zip(undisturbed(|| probe::orders(browser, &drawn))??) {
                found.asked += 1;
                if seen.off > 0 {
                    found.off += 1;
                    continue;
                }
                let differs = |rules: Rules| tree.paint(rules).order() != seen.order;
                found.departing += u64::from(differs(rules.without_departures()));
                if differs(rules) {
                    found.mismatches += 1;
                    differing.push(tree.clone());
                    continue;
                }
                for (count, mutation) in found.mutants.iter_mut().zip(Mutation::ALL) {
                    *count += u64::from(differs(rules.mutated(mutation)));
                }
            }
            run.advance(last - first)?;
            first = last;
        }
        for tree in differing {
            *found.counterexamples.entry(shrunk(browser, tree, rules, run)?).or_default() += 1;
        }
        Ok(found)
    }
}

/// The tree, made smaller as long as the engine has it in another order than the model; and the engine's order of it.
fn shrunk(browser: &mut Browser, mut tree: Tree, rules: Rules, run: &Run) -> Result<(String, String), Failure> {
    loop {
        run.advance(0)?;
        let simpler = tree.simpler();
        let seen = undisturbed(|| probe::orders(browser, &simpler))??;
        let differs = |(tree, seen): &(Tree, probe::Order)| seen.off == 0 && tree.paint(rules).order() != seen.order;
        match simpler.into_iter().zip(seen).find(differs) {
            Some((smaller, _)) => tree = smaller,
            None => break,
        }
    }
    let seen = undisturbed(|| probe::orders(browser, std::slice::from_ref(&tree)))??.remove(0);
    let tree = tree.renamed();
    let names: Vec<&str> = seen.order.iter().map(|&index| tree.boxes()[index].name()).collect();
    Ok((tree.to_string(), names.join(" ")))
}

/// More random trees than a run asks, of a seed that is told.
#[derive(Debug, Clone, Args)]
pub(crate) struct TreesOptions {
    /// How many trees each engine is asked
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000)]
    trees: u64,
    /// What the trees derive from
    #[arg(long, value_name = "NUMBER")]
    seed: u64,
    /// Ask this engine only: chromium, firefox or webkit; may be given several times
    #[arg(long, value_name = "ENGINE", value_parser = one::engine)]
    engine: Vec<Engine>,
    /// Draw this word, besides positions and kinds of boxes, instead of all words; may be given several times
    #[arg(long, value_name = "WORD", value_parser = word)]
    word: Vec<&'static Declaration>,
}

fn word(text: &str) -> Result<&'static Declaration, String> {
    let found = declaration(text).filter(|found| found.in_trees());
    found.ok_or_else(|| format!("{text} is no word of trees, or a number"))
}

/// Asks the engines: the counts of each as JSON, with the smallest trees that the model has in another order.
pub(crate) fn ask(options: &TreesOptions) -> Result<Value, Failure> {
    let &TreesOptions { trees, seed, .. } = options;
    let draw = |number| match &options.word[..] {
        [] => Tree::random(seed, number),
        words => Tree::random_of(words, seed, number),
    };
    let wanted = if options.engine.is_empty() { &Engine::ALL[..] } else { &options.engine };
    let run = Run::silent(Profile::Full, seed);
    let check = || run.advance(0);
    let mut engines = json!({});
    for &engine in wanted {
        engines[engine.key()] = match programs(engine) {
            Err(skipped) => json!({ "skipped": skipped.why, "needs": skipped.needs }),
            Ok(paths) => {
                let mut browser = Browser::start(engine, &paths, &check)?;
                let found = Trees::asked(&mut browser, trees, draw, &run)?;
                let smallest = found.counterexamples.iter();
                let smallest =
                    smallest.map(|((tree, seen), trees)| json!({ "tree": tree, "seen": seen, "trees": trees }));
                json!({
                    "version": browser.version, "asked": found.asked, "off": found.off, "departing": found.departing,
                    "mismatches": found.mismatches, "counterexamples": smallest.collect::<Vec<_>>(),
                })
            }
        };
    }
    Ok(json!({ "seed": seed, "trees": trees, "engines": engines }))
}
