//! The programs, as they lie in `programs/LANGUAGE/MISTAKE.EXTENSION`, and why others are not there.

/// Folder, file and text of each.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// The comment on the line with the mistake.
const MARK: &str = "MISTAKE";
/// The comment that says why the language does not define what happens, which no run can tell.
const UNDEFINED: &str = "UNDEFINED: ";
/// The file with a line for each mistake that a language has no program for: `mistake: why`.
const ABSENT: &str = "absent.txt";

/// A program that makes a mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The text.
    pub text: &'static str,
    /// The line with the mistake, from 1.
    pub line: usize,
    /// The reason why its outcome is undefined, where the language says so and no tool tells.
    pub undefined: Option<&'static str>,
}

/// A file of a language's folder.
pub fn file(folder: &str, name: &str) -> Option<&'static str> {
    FILES.iter().find(|file| (file.0, file.1) == (folder, name)).map(|file| file.2)
}

/// The program of a language that makes a mistake, if there is one.
pub fn program(folder: &str, extension: &str, mistake: &str) -> Option<Program> {
    let text = file(folder, &format!("{mistake}.{extension}"))?;
    let line = text.lines().position(|line| line.contains(MARK))? + 1;
    // OCaml's comments have an end.
    let undefined = text.lines().find_map(|line| Some(line.split_once(UNDEFINED)?.1.trim_end_matches(" *)")));
    Some(Program { text, line, undefined })
}

/// The reason why a language has no program for a mistake.
pub fn absent(folder: &str, mistake: &str) -> Option<&'static str> {
    let lines = file(folder, ABSENT)?.lines();
    lines.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == mistake).map(|(_, why)| why)
}

#[cfg(test)]
mod tests {
    use strongly_typed_model::Mistake;

    use super::*;
    use crate::languages::{ALL, Language, all_and_beside};
    use crate::measured::beside;

    #[test]
    fn every_mistake_has_in_every_language_a_program_or_the_reason_why_not_and_never_both() {
        for language in ALL {
            for mistake in Mistake::ALL {
                let program = program(language.folder, language.extension(), mistake.name());
                let absent = absent(language.folder, mistake.name());
                assert!(program.is_some() != absent.is_some(), "{} in {}", mistake.name(), language.id);
            }
        }
    }

    #[test]
    fn every_program_marks_one_line_and_says_when_it_is_past_it() {
        for language in ALL {
            for mistake in Mistake::ALL {
                let Some(it) = program(language.folder, language.extension(), mistake.name()) else { continue };
                let marked = it.text.lines().filter(|line| line.contains(MARK)).count();
                assert_eq!(marked, 1, "{} in {}", mistake.name(), language.id);
                assert!(it.text.contains("past"), "{} in {}", mistake.name(), language.id);
            }
        }
    }

    #[test]
    fn every_program_beside_the_list_is_there_marks_one_line_and_says_when_it_is_past_it() {
        for (language, name) in beside() {
            let language = Language::named(language).unwrap();
            let it = program(language.folder, language.extension(), name).unwrap();
            let marked = it.text.lines().filter(|line| line.contains(MARK)).count();
            assert!(marked == 1 && it.text.contains("past"), "{name} in {}", language.id);
        }
    }

    #[test]
    fn every_file_is_made_use_of() {
        let used: Vec<(&str, String)> = all_and_beside()
            .flat_map(|language| {
                let names = Mistake::ALL.map(Mistake::name).into_iter().chain(beside().map(|(_, name)| name));
                names.map(|name| (language.folder, format!("{name}.{}", language.extension())))
            })
            .collect();
        let others = [ABSENT, "requirements.txt", "prepend.php", "eslint.config.mjs.txt"];
        let is_other = |name: &str| others.contains(&name) || name.starts_with("equality.");
        for (folder, name, _) in FILES.iter().filter(|file| !is_other(file.1)) {
            assert!(used.contains(&(*folder, (*name).to_owned())), "{folder}/{name}");
        }
    }
}
