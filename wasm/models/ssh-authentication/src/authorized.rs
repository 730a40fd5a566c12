//! A line of an `authorized_keys` file: options where there are any, the key's type, the key in base64, a comment (sshd(8),
//! "AUTHORIZED_KEYS FILE FORMAT").

use std::fmt;

use base64ct::{Base64, Encoding};

use super::key::base64;
use super::wire::{FieldName, Reader};

/// Types of keys that a line can begin with.
const KEY_TYPES: [&str; 7] = [
    super::ED25519,
    "ssh-rsa",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
];

/// The options of sshd(8), and whether each takes a value.
const OPTIONS: [(&str, bool); 22] = [
    ("agent-forwarding", false),
    ("cert-authority", false),
    ("command", true),
    ("environment", true),
    ("expiry-time", true),
    ("from", true),
    ("no-agent-forwarding", false),
    ("no-port-forwarding", false),
    ("no-pty", false),
    ("no-touch-required", false),
    ("no-user-rc", false),
    ("no-x11-forwarding", false),
    ("permitlisten", true),
    ("permitopen", true),
    ("port-forwarding", false),
    ("principals", true),
    ("pty", false),
    ("restrict", false),
    ("tunnel", true),
    ("user-rc", false),
    ("verify-required", false),
    ("x11-forwarding", false),
];

/// Why a line was skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// The line has neither a known type of key nor a known option in front of one.
    NoKeyType(String),
    /// An option is none of sshd's.
    UnknownOption(String),
    /// An option lacks its value in quotes, or has one too many.
    OptionValue(String),
    /// A quote is not closed.
    OpenQuote,
    /// There is nothing after the key's type.
    NoKey,
    /// The key is not written in base64.
    NotBase64,
    /// The key says that it is of another type than the line does.
    OtherType {
        /// The type that the line names.
        line: String,
        /// The type that the key names; empty where it can't be read.
        key: String,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeyType(word) => write!(f, "“{word}” is neither a type of key nor an option"),
            Self::UnknownOption(name) => write!(f, "“{name}” is no option of authorized_keys"),
            Self::OptionValue(name) => write!(f, "the option {name} has a value too many, or lacks one in quotes"),
            Self::OpenQuote => f.write_str("a quote is not closed"),
            Self::NoKey => f.write_str("there is no key after its type"),
            Self::NotBase64 => f.write_str("the key is not written in base64"),
            Self::OtherType { line, key } => write!(f, "the line says {line}, the key itself says “{key}”"),
        }
    }
}

impl std::error::Error for LineError {}

/// An option in front of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOption {
    /// Its name, in lower case.
    pub name: String,
    /// What stands in quotes after it.
    pub value: Option<String>,
}

/// A line's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizedKey {
    /// The options in front of the key. This model knows the names, and enforces nothing.
    pub options: Vec<KeyOption>,
    /// Its type.
    pub key_type: String,
    /// The key.
    pub blob: Vec<u8>,
    /// All the rest, which decides nothing.
    pub comment: String,
}

impl AuthorizedKey {
    /// A key of a line without options.
    pub fn new(blob: Vec<u8>, comment: &str) -> Self {
        Self { options: Vec::new(), key_type: super::ED25519.to_owned(), blob, comment: comment.to_owned() }
    }

    /// Reads a line; `None` where it is empty or a comment as a whole.
    pub fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (options, rest) = if KEY_TYPES.contains(&first_word(line).0) { ("", line) } else { split_options(line)? };
        let (key_type, rest) = first_word(rest);
        if !KEY_TYPES.contains(&key_type) {
            return Err(LineError::NoKeyType(first_word(line).0.to_owned()));
        }
        let options = parse_options(options)?;
        let (key, comment) = first_word(rest);
        if key.is_empty() {
            return Err(LineError::NoKey);
        }
        let blob = Base64::decode_vec(key).map_err(|_| LineError::NotBase64)?;
        let inner = Reader::new(&blob).text(FieldName::KeyType).unwrap_or_default();
        if inner != key_type {
            return Err(LineError::OtherType { line: key_type.to_owned(), key: inner.to_owned() });
        }
        let (key_type, comment) = (key_type.to_owned(), comment.to_owned());
        Ok(Some(Self { options, key_type, blob, comment }))
    }
}

/// The line, as it can stand in a file.
impl fmt::Display for AuthorizedKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, KeyOption { name, value }) in self.options.iter().enumerate() {
            f.write_str(if index == 0 { name } else { "," })?;
            if index > 0 {
                f.write_str(name)?;
            }
            if let Some(value) = value {
                write!(f, "=\"{}\"", value.replace('"', "\\\""))?;
            }
        }
        if !self.options.is_empty() {
            f.write_str(" ")?;
        }
        write!(f, "{} {}", self.key_type, base64(&self.blob))?;
        if self.comment.is_empty() { Ok(()) } else { write!(f, " {}", self.comment) }
    }
}

/// A word, and what follows it after the space between.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.split_once([' ', '\t']) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// The options and what follows them: they end at the first space that is not in quotes.
fn split_options(line: &str) -> Result<(&str, &str), LineError> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, character) in line.char_indices() {
        match character {
            '"' if !escaped => quoted = !quoted,
            ' ' | '\t' if !quoted => return Ok((&line[..at], &line[at + 1..])),
            _ => {}
        }
        escaped = character == '\\' && !escaped;
    }
    if quoted { Err(LineError::OpenQuote) } else { Ok((line, "")) }
}

fn parse_options(text: &str) -> Result<Vec<KeyOption>, LineError> {
    let mut options = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(['=', ',']).unwrap_or(rest.len());
        let name = rest[..end].to_ascii_lowercase();
        let Some((_, takes_value)) = OPTIONS.into_iter().find(|(known, _)| *known == name) else {
            return Err(LineError::UnknownOption(name));
        };
        rest = &rest[end..];
        let mut value = None;
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let end = closing_quote(quoted).ok_or(LineError::OpenQuote)?;
            value = Some(quoted[..end].replace("\\\"", "\""));
            rest = &quoted[end + 1..];
        }
        let ends_here = rest.is_empty() || rest.starts_with(',');
        if value.is_some() != takes_value || !ends_here {
            return Err(LineError::OptionValue(name));
        }
        rest = rest.strip_prefix(',').unwrap_or(rest);
        options.push(KeyOption { name, value });
    }
    Ok(options)
}

/// Where the quote ends that begins before `text`.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, character)| {
        let found = character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        found.then_some(at)
    })
}
