//! One tree: how the model paints it, and how engines do.

use clap::Args;
use harness::record::Profile;
use harness::{Failure, Run, undisturbed};
use serde_json::{Value, json};
use stacking_context_model::{Column, Engine, MAX_BOXES, MAX_DEPTH, Painting, Rules, Tree};

use crate::engines::{Browser, programs};
use crate::probe;

/// The grammar, for `--help`.
pub(crate) fn grammar() -> String {
    format!(
        "A tree is boxes with `;` between siblings: each a name (a letter from a to z, then letters, digits, hyphens), then words \
         with `.` before each, then what it holds in `( )`. A word is a row of the table (rel, abs, fixed, sticky, float, inline, \
         flex, grid, filter, opacity, transform, isolate, contain-paint, overflow …), z and a number (z-index), or o and a number \
         (order). At most {MAX_BOXES} boxes, {MAX_DEPTH} deep.\n\n\
         Examples:\n  b.abs.z1;i.filter\n  card.rel(banner.abs.transform;image.inline.filter);header.rel.z2"
    )
}

/// Which tree.
#[derive(Debug, Clone, Args)]
#[command(after_help = grammar())]
pub(crate) struct OneOptions {
    /// The boxes, such as "b.abs.z1;i.filter"
    #[arg(long, value_name = "TREE", value_parser = tree)]
    tree: Tree,
    /// Ask this engine too: chromium, firefox or webkit; may be given several times
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Vec<Engine>,
}

fn tree(text: &str) -> Result<Tree, String> {
    Tree::parse(text).map_err(|error| error.to_string())
}

/// The engine of a key.
pub(crate) fn engine(text: &str) -> Result<Engine, String> {
    Engine::from_key(text).ok_or_else(|| format!("there is no engine {text:?}; there are chromium, firefox and webkit"))
}

/// Paints it, and asks.
pub(crate) fn ask(options: &OneOptions) -> Result<Value, Failure> {
    let tree = &options.tree;
    let mut said = json!({ "tree": tree.to_string() });
    let painting = tree.paint(Rules::default());
    let names = |indices: &[usize]| indices.iter().map(|&index| tree.boxes()[index].name()).collect::<Vec<_>>();
    said["order"] = json!(names(painting.order()));
    said["contexts"] = json!(names(&painting.contexts()));
    said["top"] = json!(names(&[painting.top()])[0]);
    if !options.engine.is_empty() {
        let run = Run::silent(Profile::Quick, 0);
        let mut engines = json!({});
        for &engine in &options.engine {
            let predicted = tree.paint(Rules::of(Column::Engine(engine)));
            engines[engine.key()] = ask_engine(engine, tree, &predicted, &run)?;
        }
        said["engines"] = engines;
    }
    Ok(said)
}

fn ask_engine(engine: Engine, tree: &Tree, predicted: &Painting, run: &Run) -> Result<Value, Failure> {
    let paths = match programs(engine) {
        Ok(paths) => paths,
        Err(skipped) => return Ok(json!({ "skipped": skipped.why, "needs": skipped.needs })),
    };
    let check = || run.advance(0);
    let mut browser = Browser::start(engine, &paths, &check)?;
    let found = undisturbed(|| probe::orders(&mut browser, std::slice::from_ref(tree)))??.remove(0);
    let names: Vec<&str> = found.order.iter().map(|&index| tree.boxes()[index].name()).collect();
    Ok(json!({
        "name": engine.name(),
        "version": browser.version,
        "order": names,
        "top": names.last(),
        "agrees": found.order == predicted.order(),
    }))
}
