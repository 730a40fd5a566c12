//! Debian's index of packages (`Packages`): which file a package is in, and its checksum.
//!
//! Stanzas are separated by empty lines; a field is `Name: value`, and lines that begin with a blank continue it. Debian
//! Policy Manual, section 5.1, "Syntax of control files"; names of fields are not case-sensitive.

use std::fmt;

/// One package in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    /// Version of the package, such as `2.41-12`.
    pub version: String,
    /// SHA-256 of its file, in small hexadecimal digits.
    pub sha256: String,
    /// How long its file is.
    pub bytes: u64,
}

/// Why the index does not help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum IndexError {
    /// No stanza is of this package.
    NoPackage(String),
    /// The package's stanza lacks a field, or the field is no such thing.
    BadField {
        /// The package.
        package: String,
        /// The field.
        field: &'static str,
    },
}

impl fmt::Display for IndexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPackage(package) => write!(formatter, "the package index has no {package}: run apt-get update"),
            Self::BadField { package, field } => {
                write!(formatter, "the package index has no proper {field} of {package}: run apt-get update")
            }
        }
    }
}

/// The first stanza of this package.
pub(super) fn find(index: &str, package: &str) -> Result<Package, IndexError> {
    let stanza = stanzas(index)
        .find(|stanza| field(stanza, "Package") == Some(package))
        .ok_or_else(|| IndexError::NoPackage(package.to_owned()))?;
    let bad = |field| IndexError::BadField { package: package.to_owned(), field };
    let version = field(stanza, "Version").filter(|version| !version.is_empty()).ok_or_else(|| bad("Version"))?;
    let is_digest = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let sha256 = field(stanza, "SHA256").filter(is_digest).ok_or_else(|| bad("SHA256"))?;
    let bytes = field(stanza, "Size").and_then(|size| size.parse().ok()).ok_or_else(|| bad("Size"))?;
    Ok(Package { version: version.to_owned(), sha256: sha256.to_ascii_lowercase(), bytes })
}

/// Runs of lines that are not empty.
fn stanzas(index: &str) -> impl Iterator<Item = &str> {
    let mut rest = index;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches('\n');
        if rest.is_empty() {
            return None;
        }
        let (stanza, behind) = rest.split_once("\n\n").unwrap_or((rest, ""));
        rest = behind;
        Some(stanza)
    })
}

/// A field of one line.
fn field<'a>(stanza: &'a str, name: &str) -> Option<&'a str> {
    stanza.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        // A line that continues another begins with a blank, and is no field of this name.
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests {
    use fuzzing::{in_time, mutated};
    use proptest::prelude::*;

    use super::*;

    const DIGEST: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    fn stanza(package: &str, version: &str, size: u64) -> String {
        format!(
            "Package: {package}\nSource: glibc\nVersion: {version}\nDescription: of\n Package: libc6\n .\n SHA256: none\n\
             Filename: pool/{package}.deb\nSize: {size}\nSHA256: {DIGEST}\n"
        )
    }

    fn stanzas_of_three() -> String {
        [stanza("libc6-dev", "1", 1), stanza("libc6", "2.41-12", 2_847_000), stanza("libc6x", "3", 3)].join("\n")
    }

    #[test]
    fn the_stanza_of_the_package_is_found_among_others() {
        let package = find(&stanzas_of_three(), "libc6").unwrap();
        assert_eq!(package, Package { version: "2.41-12".into(), sha256: DIGEST.into(), bytes: 2_847_000 });
    }

    #[test]
    fn a_line_that_continues_another_is_no_field() {
        // The description of this one speaks of libc6.
        assert_eq!(find(&stanza("other", "1", 1), "libc6"), Err(IndexError::NoPackage("libc6".into())));
    }

    #[test]
    fn what_is_missing_is_named() {
        let whole = stanza("libc6", "1", 1);
        for (field, without) in
            [("Version", "Version: 1\n"), ("SHA256", &format!("SHA256: {DIGEST}\n")), ("Size", "Size: 1\n")]
        {
            let error = find(&whole.replace(without, ""), "libc6").unwrap_err();
            assert_eq!(error, IndexError::BadField { package: "libc6".into(), field });
            assert!(error.to_string().contains(field) && error.to_string().contains("apt-get update"));
        }
        let short = whole.replace(DIGEST, &DIGEST[1..]);
        assert!(matches!(find(&short, "libc6"), Err(IndexError::BadField { field: "SHA256", .. })));
    }

    proptest! {
        #[test]
        fn fuzz_what_is_nearly_an_index_has_the_package_or_is_refused(
            text in mutated(vec![stanzas_of_three().into_bytes()], vec![b"\n\n", b"\n ", b":", b"Package: libc6\n", b"SHA256:"]),
        ) {
            let text = String::from_utf8_lossy(&text);
            if let Ok(package) = in_time(|| find(&text, "libc6")) {
                prop_assert!(!package.version.is_empty() && package.sha256.len() == DIGEST.len());
            }
        }

        #[test]
        fn fuzz_whatever_stands_around_it_the_stanza_is_found(
            before in prop::collection::vec(("[a-z0-9.+-]{2,12}", "[0-9.]{1,6}", 0u64..1_000_000), 0..6),
            blank in "\n{0,3}",
            version in "[0-9][0-9.+~-]{0,12}",
            size in any::<u64>(),
            upper in any::<bool>(),
        ) {
            let mut wanted = stanza("libc6", &version, size);
            if upper {
                wanted = wanted.replace("SHA256: 0", "sha256: 0").replace("abcdef", "ABCDEF");
            }
            let others = before.iter().filter(|(name, ..)| name != "libc6");
            let others: String = others.map(|(name, version, size)| stanza(name, version, *size) + "\n").collect();
            let index = format!("{others}{blank}{wanted}\n{others}");
            let expected = Package { version: version.clone(), sha256: DIGEST.to_owned(), bytes: size };
            prop_assert_eq!(find(&index, "libc6"), Ok(expected));
        }
    }
}
