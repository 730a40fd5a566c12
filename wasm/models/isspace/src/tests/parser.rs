use super::*;

fn pair(key: &str, value: Option<&str>) -> Pair {
    Pair { key: key.into(), value: value.map(Into::into) }
}

/// The parser written another way, without states: it cuts words off the text from the left.
mod independent {
    use super::super::*;

    fn is_space(byte: u8) -> bool {
        matches!(byte, b' ' | 0x09..=0x0D)
    }

    fn skip(text: &[u8]) -> &[u8] {
        &text[text.iter().take_while(|byte| is_space(**byte)).count()..]
    }

    /// A word, whether it was quoted, and what follows it.
    type Cut<'a> = (Vec<u8>, bool, &'a [u8]);

    /// The word at the beginning, or what is left where it can't go on.
    fn word(text: &[u8], mark: u8) -> Result<Cut<'_>, &[u8]> {
        let quoted = text.first() == Some(&b'"');
        let mut rest = if quoted { &text[1..] } else { text };
        let mut word = Vec::new();
        // A value may begin with its mark.
        let mut first = !quoted;
        loop {
            rest = match rest {
                [] if quoted => return Err(rest),
                [b'"', after @ ..] if quoted => return Ok((word, true, after)),
                [] => return Ok((word, false, rest)),
                [byte, ..] if !quoted && !first && *byte == mark => return Ok((word, false, rest)),
                [byte, after @ ..] if !quoted && !first && is_space(*byte) => return Ok((word, false, after)),
                [b'\\'] => return Err(&[]),
                [b'\\', byte, after @ ..] | [byte, after @ ..] => {
                    word.push(*byte);
                    after
                }
            };
            first = false;
        }
    }

    /// The pairs, or how many bytes were left when it could not go on.
    pub fn parse(text: &[u8]) -> Result<Vec<Pair>, usize> {
        let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
        let mut pairs = Vec::new();
        let mut rest = text;
        loop {
            rest = skip(rest);
            if rest.is_empty() {
                return Ok(pairs);
            }
            if rest[0] == b'=' {
                return Err(rest.len());
            }
            let (key, _, after) = word(rest, b'=').map_err(<[u8]>::len)?;
            let after = skip(after);
            let after = after.strip_prefix(b"=").ok_or(after.len())?;
            let start = skip(after.strip_prefix(b">").ok_or(after.len())?);
            if start.is_empty() {
                return Err(0);
            }
            let (value, quoted, after) = word(start, b',').map_err(<[u8]>::len)?;
            let null = !quoted && value.eq_ignore_ascii_case(b"null");
            pairs.push(Pair { key, value: (!null).then_some(value) });
            rest = skip(after);
            match rest {
                [] => return Ok(pairs),
                [b',', after @ ..] => rest = after,
                _ => return Err(rest.len()),
            }
        }
    }
}

#[test]
fn reads_the_examples_of_the_documentation() {
    for (text, expected) in [
        ("", vec![]),
        ("  ", vec![]),
        ("k => v", vec![pair("k", Some("v"))]),
        ("foo => bar, baz => whatever", vec![pair("foo", Some("bar")), pair("baz", Some("whatever"))]),
        ("\"1-a\" => \"anything at all\"", vec![pair("1-a", Some("anything at all"))]),
        ("key => NULL", vec![pair("key", None)]),
        ("key => null", vec![pair("key", None)]),
        ("key => \"NULL\"", vec![pair("key", Some("NULL"))]),
        ("a=>1,a=>2", vec![pair("a", Some("1")), pair("a", Some("2"))]),
        ("a\\ b=>\"c\\\"d\"", vec![pair("a b", Some("c\"d"))]),
        ("a=>b=c", vec![pair("a", Some("b=c"))]),
        ("a=>,b", vec![pair("a", Some(",b"))]),
        ("a=>1,", vec![pair("a", Some("1"))]),
        ("\"\"=>\"\"", vec![pair("", Some(""))]),
        ("à=>ą", vec![pair("à", Some("ą"))]),
        ("a=>1\0 broken", vec![pair("a", Some("1"))]),
    ] {
        assert_eq!(parse(text.as_bytes(), ASCII_SPACES), Ok(expected), "{text:?}");
    }
}

#[test]
fn refuses_with_the_place_and_the_byte() {
    for (text, offset, byte) in [
        ("=>1", 0, Some(b'=')),
        ("a b=>1", 2, Some(b'b')),
        ("a=1", 2, Some(b'1')),
        ("a= >1", 2, Some(b' ')),
        ("a", 1, None),
        ("a=", 2, None),
        ("a=>", 3, None),
        ("a=>1 2", 5, Some(b'2')),
        ("\"a", 2, None),
        ("a\\", 2, None),
        ("\"a\\", 3, None),
    ] {
        let expected = match byte {
            Some(byte) => ParseError::Syntax { offset, byte },
            None => ParseError::UnexpectedEnd { offset },
        };
        let refused = parse(text.as_bytes(), ASCII_SPACES).unwrap_err();
        assert_eq!(refused, expected, "{text:?}");
        assert_eq!(refused.offset(), offset);
    }
    let refused = parse("àb=>1".as_bytes(), MACOS_UTF8_SPACES).unwrap_err();
    assert_eq!(refused.to_string(), "syntax error near byte 62 at position 2");
    assert_eq!(parse(b"a", ASCII_SPACES).unwrap_err().to_string(), "unexpected end of string");
}

#[test]
fn a_key_that_ends_in_a_torn_character_is_cut_short_without_a_word() {
    let text = "voilà=>1".as_bytes();
    let pairs = parse(text, MACOS_UTF8_SPACES).unwrap();
    assert_eq!(pairs[0].key, b"voil\xC3");
    assert!(std::str::from_utf8(&pairs[0].key).is_err());
    assert_eq!(verdict(text, MACOS_UTF8_SPACES, ASCII_SPACES), Verdict::Altered);
    // Byte 5 is the second of à: step 6, counted from 1.
    assert_eq!(parting(text, MACOS_UTF8_SPACES, ASCII_SPACES), Some(5));
    let (steps, _) = run(text, MACOS_UTF8_SPACES);
    let torn = steps[5];
    assert_eq!((torn.offset, torn.byte, torn.action), (5, Some(0xA0), Action::EndAtSpace));
    assert_eq!((torn.state, torn.next), (State::Word(Side::Key, Part::Plain), State::Equals));
    assert_eq!((torn.words, torn.in_progress), (1, 0));
}

#[test]
fn quotes_protect_and_a_backslash_does_not() {
    assert_eq!(verdict("\"voilà ą\"=>\"兠\"".as_bytes(), MACOS_UTF8_SPACES, ASCII_SPACES), Verdict::Same);
    assert_eq!(verdict("voil\\à=>1".as_bytes(), MACOS_UTF8_SPACES, ASCII_SPACES), Verdict::Altered);
    assert_eq!(verdict("àb=>1".as_bytes(), MACOS_UTF8_SPACES, ASCII_SPACES), Verdict::Refused);
    assert_eq!(verdict("àb=>1 2".as_bytes(), MACOS_UTF8_SPACES, ASCII_SPACES), Verdict::RefusedElsewhere);
    assert_eq!(verdict("a=>1\u{B}".as_bytes(), MACOS_UTF8_SPACES, ByteSet::EMPTY), Verdict::Altered);
    assert_eq!(verdict(b"a =>1", ASCII_SPACES, ByteSet::EMPTY), Verdict::Altered);
    assert_eq!(verdict(b"a=> \"b\"", ASCII_SPACES, ByteSet::EMPTY), Verdict::Altered);
    assert_eq!(verdict(b"\"a\" =>1", ASCII_SPACES, ByteSet::EMPTY), Verdict::Accepted);
}

#[test]
fn names_are_all_different() {
    let states: std::collections::BTreeSet<_> = State::ALL.map(State::name).into();
    let actions: std::collections::BTreeSet<_> = Action::ALL.map(Action::name).into();
    let verdicts: std::collections::BTreeSet<_> = Verdict::ALL.map(Verdict::name).into();
    let places: std::collections::BTreeSet<_> = Place::ALL.map(Place::name).into();
    assert_eq!((states.len(), actions.len(), verdicts.len(), places.len()), (15, 10, 5, 4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn with_the_ascii_rule_it_reads_what_an_independent_parser_reads(text in texts()) {
        let length = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
        let ours = parse(&text, ASCII_SPACES).map_err(ParseError::offset);
        prop_assert_eq!(ours, independent::parse(&text).map_err(|left| length - left));
    }

    #[test]
    fn every_step_says_what_the_parser_did(text in texts(), spaces in byte_sets()) {
        let (steps, parser) = run(&text, spaces);
        let length = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
        prop_assert!(steps.len() <= 2 * length + 2);
        let mut expected = State::Word(Side::Key, Part::Before);
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        for step in &steps {
            prop_assert_eq!(step.state, expected);
            prop_assert_eq!(step.byte, text[..length].get(step.offset).copied());
            expected = step.next;
            match step.action {
                Action::Append => words.last_mut().unwrap().push(step.byte.unwrap()),
                Action::EndAtSpace | Action::EndBefore | Action::CloseQuote => words.push(Vec::new()),
                _ => {}
            }
            if matches!(step.action, Action::Skip | Action::EndAtSpace) {
                prop_assert!(spaces.contains(step.byte.unwrap()));
            }
            prop_assert_eq!(step.words, words.len() - 1);
            prop_assert_eq!(step.in_progress, words[step.words].len());
        }
        prop_assert_eq!(parser.state(), expected);
        prop_assert!(matches!(expected, State::Done | State::Refused));
        prop_assert_eq!(parser.error().is_some(), expected == State::Refused);
        let progress = words.pop().unwrap();
        prop_assert_eq!(parser.words(), &words[..]);
        prop_assert_eq!(parser.in_progress(), &progress[..]);
        for (number, pair) in parser.pairs().iter().enumerate() {
            prop_assert_eq!(&pair.key, &words[2 * number]);
        }
    }

    #[test]
    fn a_step_back_leads_where_it_came_from(text in texts(), spaces in byte_sets(), at: prop::sample::Index) {
        let (steps, _) = run(&text, spaces);
        let to = at.index(steps.len() + 1);
        // Going back is going there again from the beginning: the same steps, and the same parser.
        let mut again = Parser::new(&text, spaces);
        for step in &steps[..to] {
            prop_assert_eq!(again.step(), Some(*step));
        }
        prop_assert_eq!(again.offset(), steps.get(to).map_or(again.offset(), |step| step.offset));
        let rest: Vec<_> = std::iter::from_fn(|| again.step()).collect();
        prop_assert_eq!(&rest, &steps[to..]);
    }

    #[test]
    fn two_rules_part_at_a_byte_that_they_see_differently(
        text in texts(), one in byte_sets(), other in byte_sets(),
    ) {
        let (steps, others) = (run(&text, one).0, run(&text, other).0);
        match parting(&text, one, other) {
            None => {
                prop_assert_eq!(&steps, &others);
                prop_assert_eq!(verdict(&text, one, other), Verdict::Same);
            }
            Some(at) => {
                prop_assert_eq!(&steps[..at], &others[..at]);
                let byte = steps[at].byte.unwrap();
                prop_assert_eq!(others[at].byte, Some(byte));
                prop_assert_ne!(one.contains(byte), other.contains(byte));
            }
        }
        prop_assert_eq!(parting(&text, one, one), None);
    }
}
