//! Asks everybody, several at a time.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use harness::record::{Profile, Skipped};
use harness::{Failure, Run, undisturbed};
use rayon::prelude::*;
use supervisor::{ProgramError, Workplace};

use crate::RUNS;
use crate::answer::Spaces;
use crate::implementations::{self, Heard, ICU_U_ISSPACE, Implementation};
use crate::libc::Library;
use crate::locales::{self, Definition, Origin, Outcome, Unfit};

/// All answers.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// About every code point.
    pub implementations: Vec<Implementation>,
    /// White space of some implementations in other circumstances.
    pub elsewhere: BTreeMap<&'static str, Spaces>,
    /// Functions that trim, and the code points that they remove from the ends of a text, or before a field.
    pub trims: Vec<Implementation>,
    /// About every byte, in every locale.
    pub locales: Vec<Outcome>,
    /// Whom we could not ask.
    pub skipped: Vec<Skipped>,
}

impl Asked {
    /// White space of an implementation; nothing where it is not here.
    pub(crate) fn spaces_of(&self, id: &str) -> Option<&Spaces> {
        self.implementations.iter().find(|it| it.id == id).map(|it| &it.said.spaces)
    }

    /// The bytes that ICU's `u_isspace()` takes for spaces where it is asked about bytes, which it takes for code points; nothing
    /// where ICU is not here.
    pub(crate) fn icu_about_bytes(&self) -> Option<Spaces> {
        Some(self.spaces_of(ICU_U_ISSPACE)?.range(..0x100).copied().collect())
    }

    /// Asks all that the profile of the run asks.
    pub(crate) fn all(run: &Run) -> Result<Self, Failure> {
        let check = || run.advance(0);
        let place = Workplace::open(RUNS, &check)?;
        let mut asked = Self::default();
        let definitions = locales::definitions(run.profile).unwrap_or_else(|skipped| {
            asked.skipped.push(skipped);
            Vec::new()
        });
        let sources = implementations::sources();
        run.expect((sources.len() + definitions.len()) as u64);
        run.uses_program("C compiler", "cc", &["--version"]);
        run.uses_program("C++ compiler", "c++", &["--version"]);
        let heard = sources.into_par_iter().map(|source| {
            let heard = undisturbed(|| source.ask(&place))??;
            run.advance(1)?;
            Ok(heard)
        });
        for heard in heard.collect::<Result<Vec<Heard>, Failure>>()? {
            for it in heard.implementations.iter().chain(&heard.trims) {
                run.uses(it.program(), it.version.as_str());
            }
            asked.implementations.extend(heard.implementations);
            asked.elsewhere.extend(heard.elsewhere);
            asked.trims.extend(heard.trims);
            asked.skipped.extend(heard.skipped);
        }
        asked.ask_locales(&definitions, &place, run)?;
        if run.profile == Profile::Quick {
            asked.skipped.push(Skipped {
                what: "most locales that are not installed".to_owned(),
                why: "a quick run compiles one of a kind".to_owned(),
                needs: "--profile full".to_owned(),
            });
        }
        Ok(asked)
    }

    fn ask_locales(&mut self, definitions: &[Definition], place: &Workplace<'_>, run: &Run) -> Result<(), Failure> {
        let names = locales::installed(place)?;
        let own = Library::own(place).and_then(|library| {
            self.locales.extend(undisturbed(|| locales::ask_installed(&library, &names, place))??);
            Ok(library)
        });
        let musl =
            Library::musl(place).and_then(|library| undisturbed(|| locales::ask_installed(&library, &names, place))?);
        match musl {
            Ok(outcomes) => self.locales.extend(outcomes),
            Err(error) => self.skip("isspace() of musl", error, "musl-gcc (the package musl-tools)")?,
        }
        match own {
            Ok(library) => self.compile_all(&library, definitions, place, run),
            Err(error) => self.skip(
                "isspace() of the C library in every locale",
                error,
                "a C compiler (the packages gcc and libc6-dev)",
            ),
        }
    }

    fn compile_all(
        &mut self,
        library: &Library,
        definitions: &[Definition],
        place: &Workplace<'_>,
        run: &Run,
    ) -> Result<(), Failure> {
        let number = AtomicUsize::new(0);
        let compiled = definitions.par_iter().map(|definition| {
            let outcome = undisturbed(|| {
                let number = number.fetch_add(1, Ordering::Relaxed);
                definition.compile_and_ask(number, library, place)
            })?;
            run.advance(1)?;
            // One that hangs or is not there is as good as one that finds errors.
            outcome.or_else(|error| error.into_reason().map(|_| Err(Unfit(definition.clone()))))
        });
        let compiled = compiled.collect::<Result<Vec<_>, Failure>>()?;
        let (outcomes, unfit): (Vec<_>, Vec<_>) = compiled.into_iter().partition(Result::is_ok);
        self.locales.extend(outcomes.into_iter().filter_map(Result::ok).flatten());
        self.skipped.extend(all_unfit(unfit.into_iter().filter_map(Result::err)));
        Ok(())
    }

    fn skip(&mut self, what: &str, error: ProgramError, needs: &str) -> Result<(), Failure> {
        self.skipped.push(Skipped::new(what, error.into_reason()?, needs));
        Ok(())
    }
}

/// The entries of the record on definitions that are unfit, one for each origin.
fn all_unfit(unfit: impl Iterator<Item = Unfit>) -> Vec<Skipped> {
    let mut by_origin: BTreeMap<Origin, Vec<String>> = BTreeMap::new();
    for Unfit(definition) in unfit {
        let names = match definition.origin {
            Origin::Charmap => vec![definition.charmap],
            _ => definition.names,
        };
        by_origin.entry(definition.origin).or_default().extend(names);
    }
    let skipped = |(origin, names): (Origin, Vec<String>)| Skipped {
        what: format!(
            "{} of {}: {}",
            names.len(),
            if origin == Origin::Charmap { "the character maps" } else { "the offered locales" },
            names.join(", ")
        ),
        why: "localedef makes no locale of them, or not without errors".to_owned(),
        needs: "localedef (the package locales), and definitions in which all characters are there".to_owned(),
    };
    by_origin.into_iter().map(skipped).collect()
}
