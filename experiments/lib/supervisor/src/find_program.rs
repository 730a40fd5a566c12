//! Search for programs on this user's path and among the system's own.

use std::env;
use std::path::PathBuf;

/// Folders of programs that only root finds on its path.
const SYSTEM: [&str; 2] = ["/usr/sbin", "/sbin"];

/// The folders of this user's path, and the system's own, which are not on everybody's.
pub fn program_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).chain(SYSTEM.map(PathBuf::from)).collect()
}

/// The file of a program of this name, in the first of [`program_folders`] that has it.
pub fn find_program(name: &str) -> Option<PathBuf> {
    program_folders().into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_and_folders_are_none() {
        let shell = find_program("sh").unwrap();
        assert!(shell.ends_with("sh") && shell.is_file());
        assert_eq!(find_program("no-such-program-anywhere"), None);
        // A folder of `/usr/sbin/..`.
        assert_eq!(find_program("../bin"), None);
        assert!(program_folders().ends_with(&SYSTEM.map(PathBuf::from)));
    }
}
