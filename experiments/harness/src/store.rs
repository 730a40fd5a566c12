//! Where a record goes. It is replaced whole or not at all: whatever happens while it is written, a reader finds the old
//! record or the new one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::experiment::Failure;

/// A place for a record, reserved from the start of a run, so that ten minutes of measuring do not end at a folder that
/// cannot be written to, and so that no two runs aim for the same file.
pub(crate) struct Destination {
    path: PathBuf,
    temporary: PathBuf,
    /// Open and locked as long as the run lasts; a lock of a killed run goes with it.
    file: File,
}

impl Destination {
    /// Reserves `path`, makes the folder it lies in, and clears away what killed runs left there.
    pub(crate) fn reserve(path: &Path) -> Result<Self, Failure> {
        let failure = |error: io::Error| Failure::Failed(format!("cannot write {}: {error}", path.display()));
        if path.is_dir() || path.file_name().is_none() {
            return Err(Failure::Usage(format!("cannot write {}: it is a folder", path.display())));
        }
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(failure)?;
        clear_leftovers(folder).map_err(failure)?;
        let temporary = temporary_of(path);
        let file = match lock(&temporary).map_err(failure)? {
            Some(file) => file,
            None => return Err(Failure::Failed(format!("another run is writing {}", path.display()))),
        };
        Ok(Self { path: path.to_path_buf(), temporary, file })
    }

    /// Puts `text` in the place of what was there.
    pub(crate) fn publish(mut self, text: &str) -> Result<(), Failure> {
        self.replace(text).map_err(|error| {
            Failure::Failed(format!("cannot write {}: {error}; what was there is as it was", self.path.display()))
        })
    }

    fn replace(&mut self, text: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        // The new name must survive a power cut, too. Where folders cannot be opened, there is nothing to do.
        match File::open(folder_of(&self.path)) {
            Ok(folder) => folder.sync_all(),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        // After a successful rename there is none.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

const TEMPORARY_SUFFIX: &str = ".tmp";

/// In the same folder, since a rename is atomic only there; hidden and without the ending `.json`, so that nobody takes
/// it for a record.
fn temporary_of(path: &Path) -> PathBuf {
    let name = path.file_name().expect("a destination has a name").to_string_lossy();
    path.with_file_name(format!(".{name}{TEMPORARY_SUFFIX}"))
}

/// Opens and locks `temporary`; `None` where another run holds it.
fn lock(temporary: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(temporary)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some file systems have no locks; there, care must do.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // Between opening and locking, its run may have ended and renamed or removed it.
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

/// Removes the temporary files in `folder` whose runs are gone.
fn clear_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(&format!(".json{TEMPORARY_SUFFIX}")) {
            let leftover = folder.join(&*name);
            if lock(&leftover)?.is_some() {
                fs::remove_file(&leftover)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
