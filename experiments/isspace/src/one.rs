//! One byte in one locale, or one code point.

use clap::Args;
use harness::record::Profile;
use harness::{Failure, undisturbed};
use serde_json::{Map, Value, json};
use supervisor::{ProgramError, Workplace};

use crate::RUNS;
use crate::answer::CODE_POINTS;
use crate::characters::{name, notation, utf8};
use crate::implementations::{Heard, latin_1, sources};
use crate::libc::Library;
use crate::locales;

/// Options of `one`: a byte or a code point.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// A code point, such as U+0085: who calls it a space?
    #[arg(long, value_name = "U+HHHH", value_parser = code_point, required_unless_present = "byte")]
    code_point: Option<u32>,
    /// A byte, such as 0x85: is it a space to isspace()?
    #[arg(long, value_name = "0xHH", value_parser = byte, conflicts_with = "code_point")]
    byte: Option<u32>,
    /// The locale in which isspace() is asked; one that is not installed but offered is compiled
    #[arg(long, value_name = "NAME", default_value = "C", conflicts_with = "code_point")]
    locale: String,
}

/// Asks; the answer as JSON.
pub(crate) fn ask(options: &OneOptions) -> Result<Value, Failure> {
    // The system ends it, and the supervisor clears up.
    let place = Workplace::open(RUNS, &|| Ok(()))?;
    match (options.code_point, options.byte) {
        (Some(code_point), _) => about_code_point(code_point, &place),
        (_, Some(byte)) => about_byte(byte, &options.locale, &place),
        _ => Err(Failure::Usage("either --code-point or --byte has to be given".to_owned())),
    }
}

fn about_code_point(code_point: u32, place: &Workplace<'_>) -> Result<Value, Failure> {
    let (mut spaces, mut cut, mut trimmed, mut skipped) = (Map::new(), Map::new(), Map::new(), Vec::new());
    for source in sources() {
        let Heard { implementations, elsewhere, trims, skipped: why } = undisturbed(|| source.ask(place))??;
        for it in implementations.iter().filter(|it| code_point < it.said.asked) {
            spaces.insert(it.id.to_owned(), json!(it.said.spaces.contains(&code_point)));
        }
        for (id, _) in latin_1::ALL {
            cut.extend(elsewhere.get(id).map(|cut| (id.to_owned(), json!(cut.contains(&code_point)))));
        }
        trimmed.extend(trims.iter().map(|it| (it.id.to_owned(), json!(it.said.spaces.contains(&code_point)))));
        skipped.extend(why.map(|skipped| json!({ "what": skipped.what, "why": skipped.why, "needs": skipped.needs })));
    }
    Ok(json!({
        "code_point": notation(code_point),
        "name": name(code_point),
        "utf8": utf8(code_point),
        "is_space": spaces,
        "is_cut_as_latin_1": cut,
        "is_trimmed": trimmed,
        "skipped": skipped,
    }))
}

fn about_byte(byte: u32, locale: &str, place: &Workplace<'_>) -> Result<Value, Failure> {
    let lacking_a_compiler = || lacking("a C compiler (the packages gcc and libc6-dev)");
    let library = Library::own(place).map_err(lacking_a_compiler())?;
    let names = [locale.to_owned()];
    let asked = undisturbed(|| locales::ask_installed(&library, &names, place))?;
    let asked = asked.map_err(lacking_a_compiler())?;
    let outcome = match asked.into_iter().next() {
        Some(outcome) => outcome,
        None => compiled(locale, &library, place)?,
    };
    Ok(json!({
        "byte": format!("0x{byte:02X}"),
        "library": library.name,
        "version": library.version,
        "locale": locale,
        "origin": outcome.origin.name(),
        "charmap": outcome.charmap,
        "is_space": outcome.said.bytes.contains(&byte),
    }))
}

fn compiled(locale: &str, library: &Library, place: &Workplace<'_>) -> Result<locales::Outcome, Failure> {
    let unknown = || {
        Failure::Usage(format!(
            "there is no locale {locale:?}: `locale -a` lists those that are installed, and the package locales offers more"
        ))
    };
    let definitions = locales::definitions(Profile::Full).map_err(|_| unknown())?;
    let is_it = |definition: &&locales::Definition| {
        definition.origin == locales::Origin::Supported && definition.names.iter().any(|name| name == locale)
    };
    let definition = definitions.iter().find(is_it).ok_or_else(unknown)?;
    let outcomes = undisturbed(|| definition.compile_and_ask(0, library, place))?
        .map_err(lacking("localedef (the package locales)"))?;
    let outcome = outcomes.ok().and_then(|outcomes| outcomes.into_iter().find(|outcome| outcome.name == locale));
    outcome.ok_or_else(|| Failure::program("localedef", format_args!("it finds errors in the locale {locale:?}")))
}

/// Why there is no answer; where a program is missing, what it takes.
fn lacking(needs: &str) -> impl FnOnce(ProgramError) -> Failure {
    move |error| match error {
        ProgramError::Absent(_) => Failure::Missing { what: error.to_string(), needs: needs.to_owned() },
        error => error.into_failure(),
    }
}

fn code_point(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("U+").or_else(|| text.strip_prefix("u+"));
    let value =
        digits.filter(|digits| !digits.starts_with('+')).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    value.filter(|&value| value < CODE_POINTS).ok_or_else(|| "it must be from U+0000 to U+10FFFF".to_owned())
}

fn byte(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
    let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
    value.map(u32::from).ok_or_else(|| "it must be from 0x00 to 0xFF".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_and_bytes_are_read_as_they_are_written() {
        assert_eq!((code_point("U+0085"), code_point("u+10ffff")), (Ok(0x85), Ok(0x10FFFF)));
        assert_eq!((byte("0x85"), byte("0xff")), (Ok(0x85), Ok(0xFF)));
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in ["", "85", "U+", "U+110000", "U++85", "U+-1", "U+FFFFFFFFF", "0x85"] {
            assert!(code_point(text).is_err(), "{text:?}");
        }
        for text in ["", "85", "0x", "0x100", "0x+5", "-0x1", "U+0085"] {
            assert!(byte(text).is_err(), "{text:?}");
        }
    }
}
