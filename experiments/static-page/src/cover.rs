//! Drawing covers, and how long it takes.

use std::hint::black_box;
use std::time::Instant;

use harness::record::Profile;
use harness::schedule::interleaved;
use harness::{Failure, Run, Warning, undisturbed};
use static_page_model::Opened;
use static_page_model::colour::Colour;
use static_page_model::cover::{Cover, Drawn, draw};

/// Characters of the titles that are drawn: of the longest, the model draws the most that it ever does.
const TITLES: [usize; 2] = [24, 500];

/// What the covers say besides.
const AUTHOR: &str = "quietharbour";
const KIND: &str = "The Ferry Road (made up)";

/// The time for a title.
pub(crate) struct Drawing {
    pub characters: usize,
    /// Seconds, each time.
    pub seconds: Vec<f64>,
}

/// A cover of what a book says of itself.
pub(crate) fn of_book(opened: &Opened) -> Drawn {
    with_words(opened, &opened.title, &opened.author())
}

/// The same with another title and author.
pub(crate) fn with_words(opened: &Opened, title: &str, author: &str) -> Drawn {
    let kind = opened.fandom.as_deref().unwrap_or_default();
    draw(&Cover { title, author, kind, colour: Colour::of(&opened.kind()) })
}

/// Times all titles, in random order.
pub(crate) fn all(run: &Run) -> Result<Vec<Drawing>, Failure> {
    let rounds = if run.profile == Profile::Quick { 10 } else { 60 };
    let mut drawings: Vec<Drawing> =
        TITLES.map(|characters| Drawing { characters, seconds: Vec::with_capacity(rounds as usize) }).into();
    let titles = TITLES.map(title);
    let turns = interleaved(drawings.len(), 1, rounds, run.seed);
    run.expect(turns.len() as u64 * MILLISECONDS);
    for turn in turns {
        let title = &titles[turn.condition];
        let cover = Cover { title, author: AUTHOR, kind: KIND, colour: Colour::of(title) };
        let seconds = undisturbed(|| {
            let started = Instant::now();
            black_box(draw(&cover));
            started.elapsed().as_secs_f64()
        })?;
        if !turn.warm_up {
            drawings[turn.condition].seconds.push(seconds);
        }
        run.advance(MILLISECONDS)?;
    }
    let named = drawings.iter().map(|drawing| (format!("{} characters", drawing.characters), &*drawing.seconds));
    Warning::of_samples(named).into_iter().for_each(|warning| run.warn(warning));
    Ok(drawings)
}

/// A drawing takes about so many, in the unit of progress.
const MILLISECONDS: u64 = 10;

/// A title of so many characters.
fn title(characters: usize) -> String {
    "A Lantern for the Ferryman ".chars().cycle().take(characters).collect()
}
