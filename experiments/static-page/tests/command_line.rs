//! The binary as its user sees it.

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use static_page_model::samples::Sample;

fn static_page(folder: &Path, arguments: &str) -> Output {
    let words = arguments.split(' ').filter(|word| !word.is_empty());
    Command::new(env!("CARGO_BIN_EXE_static-page")).current_dir(folder).args(words).output().unwrap()
}

fn said(folder: &Path, arguments: &str) -> Value {
    let output = static_page(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn one_puts_a_cover_into_a_book_and_says_what_it_read() {
    let folder = tempfile::tempdir().unwrap();
    for version in [2, 3] {
        let book = Sample { title: "Rivers 日".to_owned(), ..Sample::new(version) }.bytes();
        fs::write(folder.path().join("in.epub"), &book).unwrap();
        let out = format!("one --book in.epub --out out{version}.epub");
        let found = said(folder.path(), &out);
        let entries = 11 + u64::from(version > 2) + 1 + 1;
        assert_eq!(found["version"], format!("{version}.0"));
        assert_eq!((&found["entries"], &found["entries_unchanged"]), (&entries.into(), &(entries - 2).into()));
        assert_eq!((found["cover"].as_str(), found["missing_characters"].as_str()), (Some("cover.png"), Some("日")));
        assert!(found["bytes_read"].as_u64().unwrap() <= book.len() as u64);
        // The book is as it was, and the new one is not written over.
        assert_eq!(fs::read(folder.path().join("in.epub")).unwrap(), book);
        let again = static_page(folder.path(), &out);
        assert_eq!(again.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&again.stderr).contains("--force writes over it"));
        said(folder.path(), &format!("{out} --force --title T --author A"));
        // Over itself, which now has a cover.
        let itself = format!("one --book out{version}.epub --out out{version}.epub --force");
        assert_eq!(static_page(folder.path(), &itself).status.code(), Some(2));
        assert_eq!(said(folder.path(), &format!("{itself} --replace"))["cover"], "cover-2.png");
        assert_eq!(said(folder.path(), &format!("{itself} --replace"))["entries"], entries + 2);
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

/// As root, `/dev/null` would become a book.
#[test]
fn what_is_no_regular_file_is_not_replaced_and_a_link_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("in.epub"), Sample::new(3).bytes()).unwrap();
    assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    symlink("fifo", at("link")).unwrap();
    for out in ["fifo", "link"] {
        let output = static_page(folder.path(), &format!("one --book in.epub --out {out} --force"));
        let said = format!("static-page: cannot write {out}: it is a FIFO; name a regular file, or a new one\n");
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(2), said));
    }
    assert!(fs::symlink_metadata(at("fifo")).unwrap().file_type().is_fifo() && at("link").is_symlink());
    fs::create_dir(at("deep")).unwrap();
    fs::write(at("deep/out.epub"), Sample::new(2).bytes()).unwrap();
    symlink("deep/out.epub", at("out.epub")).unwrap();
    said(folder.path(), "one --book in.epub --out out.epub --force");
    let found = said(folder.path(), "one --book out.epub --out again.epub --replace");
    assert!(at("out.epub").is_symlink() && found["version"] == "3.0");
}

#[test]
fn what_is_no_book_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let book = Sample::new(3).bytes();
    fs::write(at("in.epub"), &book).unwrap();
    for mine in [&b"a thesis, which is longer than the end of an archive"[..], &book[..book.len() / 2]] {
        fs::write(at("mine"), mine).unwrap();
        let output = static_page(folder.path(), "one --book in.epub --out mine --force");
        let said = "static-page: mine is there, and no book; name another file, or move that one away\n";
        assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(2), said.to_owned()));
        assert_eq!(fs::read(at("mine")).unwrap(), mine);
    }
    fs::write(at("mine"), "").unwrap();
    said(folder.path(), "one --book in.epub --out mine --force");
}

/// A FIFO that nobody writes to never opens.
#[test]
fn a_book_that_is_no_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("fifo")).status().unwrap().success());
    let mut command = Command::new("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_static-page"), "one", "--book", "fifo", "--out", "out.epub"]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "124 is that it waits");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "static-page: fifo is no file\n");
}

#[test]
fn a_mistake_is_one_clear_line_and_exit_status_2() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("book.epub", &Sample::new(2).bytes());
    write("covered.epub", &Sample { has_cover: true, ..Sample::new(3) }.bytes());
    write("text.epub", b"no archive at all, but longer than an archive's end");
    write("empty.epub", b"");
    for (arguments, said) in [
        ("one --book none.epub --out out.epub", "cannot read none.epub"),
        ("one --book . --out out.epub", ". is no file"),
        ("one --book text.epub --out out.epub", "text.epub: this is not a ZIP archive, and so no EPUB"),
        ("one --book empty.epub --out out.epub", "empty.epub: this file is empty"),
        ("one --book covered.epub --out out.epub", "has a cover already, cover.png; --replace gives it another"),
        ("one --book book.epub --out no/such/folder.epub", "cannot write no/such/folder.epub"),
        ("one --book book.epub --out text.epub", "text.epub is there already; --force writes over it"),
        ("one --book book.epub", "the following required arguments were not provided"),
        ("supervisor .", "no run of this experiment made this folder"),
    ] {
        let output = static_page(folder.path(), arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.starts_with("static-page: ") && error.contains(said), "{arguments}: {error}");
        assert_eq!((error.lines().count(), output.stdout.len()), (1, 0), "{error}");
        assert!(!folder.path().join("out.epub").exists());
    }
}
