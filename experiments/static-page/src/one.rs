//! A cover for one book: only the ranges that the plan asks for are read, and only they and the cover are written.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use clap::Args;
use harness::{Failure, file_to_replace, own_files};
use serde_json::{Value, json};
use static_page_model::{Book, Image, Opened, Part, Plan, Refused, Stop};

use crate::cover::with_words;

/// A book, and where it goes.
#[derive(Debug, Clone, Args)]
pub(crate) struct OneOptions {
    /// The book
    #[arg(long, value_name = "IN.epub")]
    pub book: PathBuf,
    /// Where the book with its cover goes
    #[arg(long, value_name = "OUT.epub")]
    pub out: PathBuf,
    /// What the cover says in the place of the book's title
    #[arg(long, value_name = "T")]
    pub title: Option<String>,
    /// What it says in the place of the book's authors
    #[arg(long, value_name = "A")]
    pub author: Option<String>,
    /// Give a book that has a cover another one
    #[arg(long)]
    pub replace: bool,
    /// Write over OUT.epub, if that is there and a book
    #[arg(long)]
    pub force: bool,
}

/// Why a book could not be opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    /// The file can't be read.
    Unread(io::Error),
    /// It is no book that a cover can be put into.
    Refused(Refused),
}

/// Opens a book by the ranges that it asks for, and tells how many bytes they had.
pub(crate) fn open(file: &File) -> Result<(Opened, u64), NotOpened> {
    let length = file.metadata().map_err(NotOpened::Unread)?.len();
    let mut book = Book::new(length);
    loop {
        match book.open() {
            Ok(opened) => return Ok((opened, book.bytes_read())),
            Err(Stop::Refused(refused)) => return Err(NotOpened::Refused(refused)),
            Err(Stop::Read(range)) => {
                let mut bytes = vec![0; (range.end - range.start) as usize];
                file.read_exact_at(&mut bytes, range.start).map_err(NotOpened::Unread)?;
                book.give(range.start, bytes);
            }
        }
    }
}

/// Writes the book with its cover; what became of it, as JSON.
pub(crate) fn write(options: &OneOptions) -> Result<Value, Failure> {
    let shown = options.book.display();
    let unread = |error: io::Error| Failure::Usage(format!("cannot read {shown}: {error}"));
    let refused = |why: Refused| Failure::Usage(format!("{shown}: {why}"));
    // Asked first: a FIFO that nobody writes to never opens.
    if !fs::metadata(&options.book).map_err(unread)?.is_file() {
        return Err(Failure::Usage(format!("{shown} is no file")));
    }
    let file = File::open(&options.book).map_err(unread)?;
    if fs::symlink_metadata(&options.out).is_ok() && !options.force {
        return Err(there(&options.out));
    }
    let (opened, bytes_read) = open(&file).map_err(|error| match error {
        NotOpened::Unread(error) => Failure::system(format!("cannot read {shown}"), error),
        NotOpened::Refused(why) => refused(why),
    })?;
    let title = options.title.as_deref().unwrap_or(&opened.title);
    let author = options.author.clone().unwrap_or_else(|| opened.author());
    let drawn = with_words(&opened, title, &author);
    let plan = opened.plan(Image::png(&drawn.png), options.replace).map_err(|why| match why {
        Refused::HasCover(name) => {
            Failure::Usage(format!("{shown} has a cover already, {name}; --replace gives it another"))
        }
        why => refused(why),
    })?;
    put(&plan, &file, options)?;
    Ok(json!({
        "version": opened.version,
        "entries": plan.entries,
        "entries_unchanged": plan.unchanged,
        "cover": plan.cover,
        "bytes_read": bytes_read,
        "title": title,
        "author": author,
        "missing_characters": drawn.missing.iter().collect::<String>(),
        "title_cut": drawn.is_cut,
        "notes": opened.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn there(out: &Path) -> Failure {
    Failure::Usage(format!("{} is there already; --force writes over it", out.display()))
}

/// A file that is there is written over if it is empty or a book, whoever made that.
fn refuse_what_is_no_book(out: &Path) -> Result<(), Failure> {
    let Ok(file) = File::open(out) else { return Ok(()) };
    let is_empty = file.metadata().is_ok_and(|there| there.len() == 0);
    if is_empty || open(&file).is_ok() {
        return Ok(());
    }
    Err(Failure::Usage(format!("{} is there, and no book; name another file, or move that one away", out.display())))
}

/// Writes the plan's parts. Over a file that is there it is put as a whole, so that the book may be the same file.
fn put(plan: &Plan, old: &File, options: &OneOptions) -> Result<(), Failure> {
    let out = &options.out;
    let no_place = |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", out.display()));
    let failed = |error: io::Error| Failure::system(format!("cannot write {}", out.display()), error);
    if options.force {
        let out = file_to_replace(out)?;
        refuse_what_is_no_book(&out)?;
        let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut new = tempfile::NamedTempFile::new_in(folder).map_err(no_place)?;
        copy(plan, old, new.as_file_mut()).map_err(failed)?;
        // Temporary files are their user's alone; a book is as readable as the one that it was made of.
        let permissions = old.metadata().map_err(failed)?.permissions();
        new.as_file().set_permissions(permissions).map_err(failed)?;
        new.persist(&out).map_err(|error| failed(error.error))?;
        return Ok(());
    }
    let mut new = File::create_new(out).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => there(out),
        _ => no_place(error),
    })?;
    own_files::claim(out).map_err(failed)?;
    copy(plan, old, &mut new).map_err(|error| {
        let _ = own_files::remove(out);
        failed(error)
    })
}

/// The new book, of ranges that the system copies by itself and of bytes.
fn copy(plan: &Plan, mut old: &File, new: &mut File) -> io::Result<()> {
    for part in &plan.parts {
        match part {
            Part::New(bytes) => new.write_all(bytes)?,
            Part::Old(range) => {
                old.seek(SeekFrom::Start(range.start))?;
                let length = range.end - range.start;
                if io::copy(&mut old.take(length), new)? != length {
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the book became shorter meanwhile"));
                }
            }
        }
    }
    Ok(())
}
