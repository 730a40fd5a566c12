//! A run leaves nothing behind, however it ends, and no older record is touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use testkit::{OLD_RECORD, make_program, wait_until};

/// A run whose Perl hangs, with what Perl started; its temporary folders lie in a folder of its own.
struct Hanging {
    run: Child,
    temporary: PathBuf,
    out: PathBuf,
    marks: PathBuf,
}

impl Hanging {
    fn start(folder: &Path) -> Self {
        let [temporary, programs, marks] = ["temporary", "programs", "marks"].map(|name| folder.join(name));
        for it in [&temporary, &programs, &marks] {
            fs::create_dir(it).unwrap();
        }
        let script =
            format!("#!/bin/sh\n/bin/sleep 600 &\necho $! > {0}/child\necho $$ > {0}/perl\nwait\n", marks.display());
        make_program(&programs.join("perl"), script);
        let out = folder.join("record.json");
        fs::write(&out, OLD_RECORD).unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_isspace"))
            .args(["run", "--profile", "quick", "--quiet", "--out"])
            .arg(&out)
            .env("PATH", &programs)
            .env("TMPDIR", &temporary)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let hanging = Self { run, temporary, out, marks };
        wait_until("the run does not come to Perl", || hanging.processes().len() == 2 && hanging.folders().len() == 1);
        hanging
    }

    /// The numbers of Perl and of what it started, as far as they are told.
    fn processes(&self) -> Vec<String> {
        let told = ["perl", "child"].map(|name| fs::read_to_string(self.marks.join(name)).unwrap_or_default());
        told.into_iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect()
    }

    fn folders(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.temporary).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for Hanging {
    fn drop(&mut self) {
        // Only where a test failed before its end.
        let _ = self.run.kill();
        let _ = self.run.wait();
    }
}

/// Whether the script that stands for Perl, or what it started, runs by this number; a busy machine soon gives the number to
/// another process. One that has ended and of which nobody has asked how does not run.
fn is_running(id: &str) -> bool {
    let said = Command::new("ps").args(["-o", "stat=,args=", "-p", id]).output().unwrap();
    let process = String::from_utf8_lossy(&said.stdout).trim().to_owned();
    !process.starts_with('Z') && (process.contains("/perl") || process.contains("/bin/sleep 600"))
}

#[test]
#[ignore = "kills and cleans up: npm test -- --all"]
fn sigkill_leaves_no_folder_and_no_process_and_the_older_record_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let mut hanging = Hanging::start(folder.path());
    hanging.run.kill().unwrap();
    hanging.run.wait().unwrap();
    wait_until("a temporary folder is left", || hanging.folders().is_empty());
    let processes = hanging.processes();
    wait_until("Perl, or what it started, is left", || !processes.iter().any(|id| is_running(id)));
    assert_eq!(fs::read_to_string(&hanging.out).unwrap(), OLD_RECORD);
}
