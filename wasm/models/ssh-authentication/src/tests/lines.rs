use proptest::prelude::*;

use crate::authorized::{AuthorizedKey, KeyOption, LineError};
use crate::key::base64;
use crate::key_pair::KeyPair;

fn key() -> String {
    base64(&KeyPair::from_secret(&[7; 32]).public().blob())
}

fn parse(line: &str) -> Result<Option<AuthorizedKey>, LineError> {
    AuthorizedKey::parse(line)
}

#[test]
fn a_line_is_type_key_and_comment() {
    let blob = KeyPair::from_secret(&[7; 32]).public().blob();
    let read = parse(&format!("  ssh-ed25519   {} alice at home, 2024\n", key())).unwrap().unwrap();
    assert_eq!(read, AuthorizedKey::new(blob.clone(), "alice at home, 2024"));
    assert_eq!(read.to_string(), format!("ssh-ed25519 {} alice at home, 2024", key()));
    assert_eq!(parse(&format!("ssh-ed25519\t{}", key())), Ok(Some(AuthorizedKey::new(blob, ""))));
    assert_eq!((parse(""), parse("   "), parse("# ssh-ed25519 A")), (Ok(None), Ok(None), Ok(None)));
}

#[test]
fn options_stand_in_front_and_may_quote_spaces() {
    let line = format!("restrict,command=\"echo \\\"hi, you\\\"\",from=\"10.0.0.*\" ssh-ed25519 {} a b", key());
    let read = parse(&line).unwrap().unwrap();
    let option = |name: &str, value: Option<&str>| KeyOption { name: name.to_owned(), value: value.map(str::to_owned) };
    assert_eq!(
        read.options,
        [option("restrict", None), option("command", Some("echo \"hi, you\"")), option("from", Some("10.0.0.*"))]
    );
    assert_eq!((read.comment.as_str(), read.to_string()), ("a b", line));
    // Names are read in any case.
    assert_eq!(parse(&format!("No-PTY ssh-ed25519 {}", key())).unwrap().unwrap().options, [option("no-pty", None)]);
}

#[test]
fn what_can_t_be_read_is_refused_by_name() {
    let key = key();
    for (line, error) in [
        ("hello".to_owned(), LineError::NoKeyType("hello".to_owned())),
        (key.clone(), LineError::NoKeyType(key.clone())),
        (format!("no-coffee ssh-ed25519 {key}"), LineError::UnknownOption("no-coffee".to_owned())),
        (format!("command ssh-ed25519 {key}"), LineError::OptionValue("command".to_owned())),
        (format!("no-pty=\"x\" ssh-ed25519 {key}"), LineError::OptionValue("no-pty".to_owned())),
        (format!("command=\"x\"y ssh-ed25519 {key}"), LineError::OptionValue("command".to_owned())),
        (format!("command=\"x ssh-ed25519 {key}"), LineError::OpenQuote),
        ("ssh-ed25519".to_owned(), LineError::NoKey),
        ("ssh-ed25519 AAAA*".to_owned(), LineError::NotBase64),
        (format!("ssh-ed25519 {}", &key[..key.len() - 1]), LineError::NotBase64),
        (format!("ssh-rsa {key}"), LineError::OtherType { line: "ssh-rsa".to_owned(), key: "ssh-ed25519".to_owned() }),
        ("ssh-rsa AAAA".to_owned(), LineError::OtherType { line: "ssh-rsa".to_owned(), key: String::new() }),
    ] {
        assert_eq!(parse(&line), Err(error), "{line}");
    }
}

proptest! {
    #[test]
    fn a_written_line_is_read_back(comment in "[!-~]([ -~]{0,30}[!-~])?", command in "[ -!#-\\[\\]-~]{0,20}", options: bool) {
        let mut key = AuthorizedKey::new(KeyPair::from_secret(&[9; 32]).public().blob(), &comment);
        if options {
            key.options.push(KeyOption { name: "command".to_owned(), value: Some(command) });
        }
        prop_assert_eq!(parse(&key.to_string()), Ok(Some(key)));
    }

    #[test]
    fn no_line_makes_the_reader_panic(line in "(ssh-ed25519 |command=|\"|\\\\|,| |from|[^\n]){0,30}") {
        let _ = parse(&line);
    }
}
