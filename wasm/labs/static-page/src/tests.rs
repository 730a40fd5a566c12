use static_page_model::samples::Sample;

use super::*;

/// Opens a book, piece by piece.
fn opened(bytes: &[u8]) -> Result<(Look, Pieces), Refused> {
    let mut pieces = Pieces::new(bytes.len() as u64);
    loop {
        let found = look(&pieces)?;
        let Some(ByteRange { start, end }) = found.needs else { return Ok((found, pieces)) };
        pieces.add(start as u64, bytes[start as usize..end as usize].to_vec());
    }
}

#[test]
fn every_made_up_book_opens_to_what_it_was_made_of() {
    for sample in SAMPLES {
        let file = samples::file(sample.id, 0).unwrap();
        let (found, _) = opened(&file.head).unwrap();
        assert_eq!((found.title.as_str(), found.author.as_str()), (sample.title, sample.author));
        assert_eq!(found.version, format!("{}.0", sample.version));
        assert_eq!((found.kind.clone(), found.cover), (sample.book().fandom, None));
        assert_eq!([found.names.len(); 2], [found.starts.len(), found.ends.len()]);
        assert!(found.names.contains(&"content.opf".to_owned()) && found.notes.is_empty());
    }
    assert!(samples::file("bible", 0).unwrap_err().to_string().contains("must be one of ferryman, orchard"));
}

#[test]
fn a_plan_adds_up_to_the_new_book_and_asks_before_it_replaces_a_cover() {
    let old = Sample::new(2).bytes();
    let (_, pieces) = opened(&old).unwrap();
    let planned = plan(&pieces, b"a picture", false).unwrap();
    let mut new = Vec::new();
    for range in &planned.kept {
        new.extend_from_slice(&old[range.start as usize..range.end as usize]);
    }
    new.extend_from_slice(&planned.tail);
    let book = pieces.book().open().expect("all of it is known");
    // Thousands of numbers if they were printed.
    assert!(new == book.plan(Image::png(b"a picture"), false).unwrap().apply(&old));
    let (found, pieces) = opened(&new).unwrap();
    assert_eq!(found.cover.as_deref(), Some("cover.png"));
    assert_eq!(found.names.len(), planned.entries as usize);
    let refused = plan(&pieces, b"another", false).unwrap_err().to_string();
    assert!(refused.contains("it has a cover already, cover.png"), "{refused}");
    assert_eq!(plan(&pieces, b"another", true).unwrap().cover, "cover-2.png");
}

#[test]
fn a_plan_of_what_was_not_read_is_refused_in_words() {
    assert_eq!(plan(&Pieces::new(1000), b"", false), Err(RequestError::Unread));
    assert!(RequestError::Unread.to_string().contains("; it must be "));
}

#[test]
fn pieces_that_do_not_fit_are_refused() {
    let cut = |places: &[f64]| Pieces::cut(10, places, &[1, 2, 3]);
    assert_eq!(cut(&[0.0, 1.0, 8.0, 2.0]).unwrap().bytes(), 3);
    assert_eq!(cut(&[0.0, 1.0]), Err(RequestError::Places));
    assert_eq!(cut(&[0.0, 4.0]), Err(RequestError::Places));
    assert_eq!(cut(&[0.0]), Err(RequestError::Places));
    assert!(matches!(cut(&[8.0, 3.0]), Err(RequestError::Argument(_))));
    assert!(matches!(cut(&[f64::NAN, 3.0]), Err(RequestError::Argument(_))));
}
