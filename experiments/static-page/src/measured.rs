//! Everything that a run measures, one part after the other.

use harness::record::Skipped;
use harness::{Failure, Run};
use static_page_model::samples::Sample;
use supervisor::Workplace;

use crate::books::{self, Books};
use crate::canvas::{self, Met};
use crate::colours::{self, Colours};
use crate::cover::{self, Drawing};
use crate::hostile::{self, Outcome};
use crate::in_memory;
use crate::posts::Posts;
use crate::programs::RUNS;
use crate::sizes::{self, Many, Size};
use crate::tool::{self, Pages};
use crate::transfer::{self, Trip};

/// Everything that a run measured.
pub(crate) struct Measured {
    pub books: Books,
    pub hostile: Vec<Outcome>,
    pub browsers: Vec<Met>,
    pub pages: Pages,
    pub sizes: Vec<Size>,
    pub many: Vec<Many>,
    pub drawings: Vec<Drawing>,
    pub trips: Vec<Trip>,
    pub colours: Colours,
}

/// Measures it, and says what is left out.
pub(crate) fn all(run: &Run) -> Result<(Measured, Vec<Skipped>), Failure> {
    let check = || run.advance(0);
    let place = Workplace::open(RUNS, &check)?;
    let mut skipped = vec![no_network()];
    run.uses_library("axum");
    let opened = in_memory::open(&Sample::new(2).bytes());
    let opened = opened.map_err(|refused| Failure::Unexpected(format!("a sample was refused: {refused}")))?;
    let given = cover::of_book(&opened).png;
    let tools = books::tools(run, &place, &mut skipped)?;
    let books = books::all(run, &place, &tools, &given, &mut skipped)?;
    let hostile = hostile::all(run, &place, tools.jszip.as_ref(), &given)?;
    let posts = Posts::open()?;
    let browsers = canvas::all(run, &place, &posts, &mut skipped)?;
    let pages = tool::all(run, &place, &posts, &browsers, &mut skipped)?;
    let readable = sizes::readable(run.profile, &mut skipped);
    let sizes = sizes::all(run, &place, &readable)?;
    let many = sizes::by_entries(place.folder())?;
    let drawings = cover::all(run)?;
    let trips = transfer::all(run, &place)?;
    let colours = colours::all();
    Ok((Measured { books, hostile, browsers, pages, sizes, many, drawings, trips, colours }, skipped))
}

/// What this experiment leaves open.
fn no_network() -> Skipped {
    Skipped::new(
        "transfer over a network",
        "links of known speeds are no part of this machine; the transfer time is computed",
        "networks of known speeds",
    )
}
