use std::fs;
use std::process::Command;

use clap::Parser;

use super::*;
use crate::layout::record_text;
use crate::record::Record;
use crate::summary::tests::record;

fn git(top: &Path, arguments: &[&str]) -> String {
    let who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
    let output = Command::new("git").arg("-C").arg(top).args(who).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A checkout whose code has changed since its record was written, and the commit before that.
struct Checkout {
    folder: tempfile::TempDir,
    before: String,
}

impl Checkout {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        git(top, &["init", "--quiet"]);
        let this = Self { before: String::new(), folder };
        this.write("src/main.rs", "fn main() { old() }");
        this.write("src/judge.rs", "fn judge() {}");
        let mut measured = record("box", 1.0);
        measured.provenance.source_hash = this.hash();
        this.write("box.json", &record_text(&measured).unwrap());
        git(this.top(), &["add", "."]);
        git(this.top(), &["commit", "--quiet", "-m", "measured"]);
        let before = git(this.top(), &["rev-parse", "HEAD"]);
        Self { before, ..this }
    }

    fn top(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.top().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn hash(&self) -> String {
        provenance::source_hash(self.top(), &["src"]).unwrap()
    }

    /// The program as it would be built now.
    fn build(&self) -> Build {
        let source_hash = self.hash().leak();
        let [commit, dirty, toolchain] = ["unknown", "true", "rustc"];
        Build { experiment: "made-up", sources: "src", source_hash, commit, dirty, toolchain }
    }

    fn carry_over(&self, since: &str) -> Result<(), Failure> {
        carry_over_in(self.top(), &self.build(), since, "only a name changed", &[self.top().join("box.json")])
    }

    fn record(&self) -> Record {
        published::read(&self.top().join("box.json"), "made-up").unwrap()
    }
}

#[test]
fn a_record_of_the_sources_before_a_change_is_carried_over_it() {
    let checkout = Checkout::new();
    let old = checkout.record();
    checkout.write("src/main.rs", "fn main() { new() }");
    checkout.carry_over(&checkout.before).unwrap();
    let mut record = checkout.record();
    let then =
        CarriedOver { source_hash: old.provenance.source_hash.clone(), because: "only a name changed".to_owned() };
    assert_eq!(record.provenance.carried_over, [then]);
    assert_eq!(record.provenance.source_hash, checkout.hash());
    record.provenance.carried_over.clear();
    record.provenance.source_hash.clone_from(&old.provenance.source_hash);
    assert_eq!(record, old, "nothing else changes");
    // Once is enough.
    checkout.carry_over(&checkout.before).unwrap();
    assert_eq!(checkout.record().provenance.carried_over.len(), 1);
}

#[test]
fn a_record_of_other_sources_stays_older_than_the_code() {
    let checkout = Checkout::new();
    checkout.write("src/main.rs", "fn main() { new() }");
    git(checkout.top(), &["commit", "--quiet", "-am", "changed"]);
    checkout.write("src/main.rs", "fn main() { newest() }");
    let old = checkout.record();
    checkout.carry_over("HEAD").unwrap();
    assert_eq!(checkout.record(), old);
}

#[test]
fn what_judges_is_no_source_and_needs_no_carrying_over() {
    let checkout = Checkout::new();
    let hash = checkout.hash();
    checkout.write("src/judge.rs", "fn judge() { otherwise() }");
    checkout.write("src/judge/words.rs", "fn words() {}");
    assert_eq!(checkout.hash(), hash);
    let old = checkout.record();
    checkout.carry_over(&checkout.before).unwrap();
    assert_eq!(checkout.record(), old);
}

#[test]
fn a_commit_that_is_not_there_is_told_and_nothing_changes() {
    let checkout = Checkout::new();
    checkout.write("src/main.rs", "fn main() { new() }");
    let old = checkout.record();
    let Err(Failure::Failed(why)) = checkout.carry_over("nowhere") else { panic!("there is no such commit") };
    assert!(why.starts_with("the sources of commit nowhere: ") && !why.contains('\n'), "{why}");
    assert_eq!(checkout.record(), old);
}

#[test]
fn a_program_of_older_sources_carries_nothing_over() {
    let checkout = Checkout::new();
    let build = checkout.build();
    checkout.write("src/main.rs", "fn main() { new() }");
    let carried = carry_over_in(checkout.top(), &build, &checkout.before, "so", &[checkout.top().join("box.json")]);
    assert!(matches!(carried, Err(Failure::Failed(why)) if why.contains("build it again")));
}

#[test]
fn the_reason_is_for_readers_and_must_say_something() {
    let given = |because: &str| {
        CarryOver::try_parse_from(["carry-over", "--since", "HEAD", "--because", because])
            .map(|read| read.options.because)
    };
    assert_eq!(given(" Only comments have changed. ").unwrap(), "Only comments have changed.");
    let refused = given(" ").unwrap_err().to_string();
    assert!(refused.contains("it must say what has changed, and why no figure does"), "{refused}");
}

#[derive(Debug, clap::Parser)]
struct CarryOver {
    #[command(flatten)]
    options: CarryOverOptions,
}
