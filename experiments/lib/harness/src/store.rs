//! Storage of records. A record is replaced whole or not at all: whatever happens while it is written, a reader finds the old record or
//! the new one.

use std::fs::{self, File, FileType, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::failure::Failure;
use crate::machine::in_words;
use crate::own_files::{self, is_temporary, temporary_of};
use crate::record::Machine;

/// Kinds of contents of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// A record, or a part of one.
    Record,
    /// The summary of `--json`.
    Summary,
    /// Words or claims, generated from the code and from records.
    Generated,
}

/// Size limit in bytes, far above any file that we write.
const LARGEST: u64 = 64 << 20;

impl Content {
    fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Summary => "summary of a run",
            Self::Generated => "generated file",
        }
    }

    /// Refuses to replace a file with other contents; the error is the reason.
    fn refuse_other(self, path: &Path) -> Result<(), String> {
        let length = match fs::metadata(path) {
            Ok(there) if there.is_file() => there.len(),
            _ => return Ok(()),
        };
        let is_ours = || {
            let value = fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            value.is_some_and(|value| self.is_in(&value))
        };
        if length == 0 || self == Self::Generated || (length <= LARGEST && is_ours()) {
            return Ok(());
        }
        let (path, name) = (path.display(), self.name());
        Err(format!("cannot write {path}: it is there, and no {name}; name another file, or move that one away"))
    }

    /// Tells if a value has the fields that any version of the format has.
    fn is_in(self, value: &Value) -> bool {
        let has = |field: &str, is: fn(&Value) -> bool| value.get(field).is_some_and(is);
        has("experiment", Value::is_string)
            && match self {
                Self::Record => {
                    has("schema_version", Value::is_u64)
                        && has("provenance", Value::is_object)
                        && has("series", Value::is_array)
                }
                Self::Summary => {
                    has("claims", Value::is_array)
                        && has("record", Value::is_string)
                        && has("duration_seconds", Value::is_number)
                }
                Self::Generated => true,
            }
    }
}

/// A reserved path for a record, held from the start of a run, so that ten minutes of measuring do not end at a folder that cannot be
/// written to, and so that no two runs aim for the same file.
pub(crate) struct Destination {
    path: PathBuf,
    content: Content,
    temporary: PathBuf,
    /// Open and locked as long as the run lasts; the lock of a killed run is released.
    file: File,
}

/// Temporary files of this process's destinations, with what it has open of them.
static RESERVED: Mutex<Vec<(PathBuf, File)>> = Mutex::new(Vec::new());

fn reserved() -> MutexGuard<'static, Vec<(PathBuf, File)>> {
    RESERVED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary files of all destinations, for a process that ends without dropping them.
pub(crate) fn abandon() {
    for (temporary, file) in reserved().iter() {
        remove_if_at(file, temporary);
    }
}

/// Removes a temporary file, unless it has been renamed, or another run has one of this name.
fn remove_if_at(file: &File, temporary: &Path) {
    if is_at(file, temporary).unwrap_or(false) {
        let _ = own_files::remove(temporary);
    }
}

impl Destination {
    /// Reserves `path`, makes its folder, and removes the temporary files of killed runs there.
    pub(crate) fn reserve(path: &Path) -> Result<Self, Failure> {
        let path = file_to_replace(path)?;
        fs::create_dir_all(folder_of(&path)).map_err(|error| cannot_write(&path, error))?;
        Self::reserve_in_folder(path, Content::Record)
    }

    /// Reserves a path for a generated file, whatever is there: it is in a checkout, under a name that is ours.
    pub(crate) fn reserve_generated(path: &Path) -> Result<Self, Failure> {
        let path = file_to_replace(path)?;
        fs::create_dir_all(folder_of(&path)).map_err(|error| cannot_write(&path, error))?;
        Self::reserve_in_folder(path, Content::Generated)
    }

    /// Reserves a path for a summary. The folder has to exist.
    pub(crate) fn reserve_for_summary(path: &Path) -> Result<Self, Failure> {
        Self::reserve_in_folder(file_to_replace(path)?, Content::Summary)
    }

    fn reserve_in_folder(path: PathBuf, content: Content) -> Result<Self, Failure> {
        content.refuse_other(&path).map_err(Failure::Usage)?;
        let failure = |error: io::Error| cannot_write(&path, error);
        clear_leftovers(folder_of(&path)).map_err(failure)?;
        let temporary = temporary_of(&path);
        let file = match lock(&temporary).map_err(failure)? {
            Some(file) => file,
            None => return Err(Failure::Unexpected(format!("another run is writing {}", path.display()))),
        };
        reserved().push((temporary.clone(), file.try_clone().map_err(failure)?));
        Ok(Self { path, content, temporary, file })
    }

    /// Refuses to replace a record from another processor than that of `machine`: one name is for one kind of hardware.
    pub(crate) fn refuse_other_processor(&self, machine: &Machine) -> Result<(), Failure> {
        let there = fs::read_to_string(&self.path).ok().and_then(|text| machine_in(&text));
        let Some(there) = there.filter(|there| !is_same_processor(there, machine)) else { return Ok(()) };
        let words = |machine: &Machine| machine.processor.as_ref().map_or(machine.cpu_model.clone(), in_words);
        Err(Failure::Usage(format!(
            "{} is a record of another processor ({}; this one is {}); name this machine with --machine, or move that \
             record away",
            self.path.display(),
            words(&there),
            words(machine)
        )))
    }

    /// Replaces the file's contents by `text`.
    pub(crate) fn publish(mut self, text: &str) -> Result<(), Failure> {
        self.content.refuse_other(&self.path).map_err(Failure::Unexpected)?;
        self.replace(text).map_err(|error| {
            let left = io::Error::new(error.kind(), format!("{error}; what was there is as it was"));
            cannot_write(&self.path, left)
        })
    }

    fn replace(&mut self, text: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        // The new name must survive a power cut, too. Some systems cannot open folders; there is nothing to do there.
        match File::open(folder_of(&self.path)) {
            Ok(folder) => folder.sync_all(),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        reserved().retain(|(temporary, _)| *temporary != self.temporary);
        remove_if_at(&self.file, &self.temporary);
    }
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::system(format!("cannot write {}", path.display()), error)
}

/// The file that a temporary file for `path` will replace, which need not exist: `path` itself, or the target of a link there. A rename
/// replaces whatever has the name, for root even a device.
///
/// # Errors
/// There is no regular file but a folder, a FIFO or a device, or a link to nothing.
pub fn file_to_replace(path: &Path) -> Result<PathBuf, Failure> {
    let refuse =
        |what: &str, advice: &str| Failure::Usage(format!("cannot write {}: it is {what}; {advice}", path.display()));
    let names_a_folder = path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/");
    match fs::metadata(path) {
        Ok(there) if there.is_file() && path.is_symlink() => {
            path.canonicalize().map_err(|error| cannot_write(path, error))
        }
        Ok(there) if there.is_file() => Ok(path.to_owned()),
        Ok(there) if !there.is_dir() => Err(refuse(kind(there.file_type()), "name a regular file, or a new one")),
        Err(_) if path.is_symlink() => Err(refuse("a link to what is not there", "name a regular file, or a new one")),
        Err(_) if !names_a_folder => Ok(path.to_owned()),
        _ => Err(refuse("a folder", "name a file in it")),
    }
}

/// Words for a file that is neither regular nor a folder.
#[cfg(unix)]
fn kind(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a FIFO"
    } else if kind.is_socket() {
        "a socket"
    } else if kind.is_block_device() {
        "a block device"
    } else {
        "a character device"
    }
}

/// The machine of a record, even if this version understands nothing else of it.
fn machine_in(text: &str) -> Option<Machine> {
    let mut record: Value = serde_json::from_str(text).ok()?;
    serde_json::from_value(record.pointer_mut("/provenance/machine")?.take()).ok()
}

/// Compares processors by numbers, or by name where a record has none.
fn is_same_processor(a: &Machine, b: &Machine) -> bool {
    match (&a.processor, &b.processor) {
        (Some(a), Some(b)) => a == b,
        _ => a.cpu_model == b.cpu_model,
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens and locks `temporary`; `None` where another run holds it.
fn lock(temporary: &Path) -> io::Result<Option<File>> {
    if fs::symlink_metadata(temporary).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other(format!("{} is in the way", temporary.display())));
    }
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(temporary)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some file systems have no locks; two runs there must be kept apart by the user.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Between opening and locking, the other run may have ended and renamed or removed the file.
        if is_at(&file, temporary)? {
            return Ok(Some(file));
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((there.dev(), there.ino()) == (own.dev(), own.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Removes the temporary files in `folder` whose runs are gone. Those of other users stay where they may not be opened or removed.
fn clear_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_temporary(&entry.file_name()) && entry.file_type()?.is_file() {
            let leftover = entry.path();
            if let Ok(Some(_lock)) = lock(&leftover) {
                let _ = own_files::remove(&leftover);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
