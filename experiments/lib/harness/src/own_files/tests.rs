use std::os::unix::fs::symlink;

use super::*;

/// A user's folder with a file in it, directly in the system's folder for temporary files.
fn users(name: &str) -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix(name).tempdir().unwrap();
    fs::write(folder.path().join("file"), "mine").unwrap();
    folder
}

fn is_refused(outcome: &io::Result<()>) -> bool {
    outcome.as_ref().is_err_and(|error| error.kind() == ErrorKind::InvalidInput)
}

#[track_caller]
fn stays(folder: &Path, outcome: io::Result<()>) {
    assert!(is_refused(&outcome), "{outcome:?}");
    assert!(outcome.unwrap_err().to_string().starts_with(&folder.canonicalize().unwrap().display().to_string()));
    assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), "mine");
}

const fn any(_: &str) -> bool {
    true
}

#[test]
fn a_users_folder_stays_whatever_is_said_of_it() {
    let folder = users("mine");
    let path = folder.path();
    stays(path, remove(path));
    stays(path, remove(&path.join("../").join(path.file_name().unwrap())));
    stays(path, claim_run(path, |_| false));
    stays(path, remove_known(path, |_| true));
    stays(path, claim(path));
    assert!(is_refused(&remove(&path.join("file"))) && is_refused(&claim(&path.join("file"))));
    assert!(remove_empty(path).is_err_and(|error| error.kind() == ErrorKind::DirectoryNotEmpty));
    // Asked only, since a test that fails must not remove what it is about.
    for odd in ["/", "..", ".", "", "x/.."] {
        assert!(is_refused(&find(Path::new(odd)).map(drop)), "{odd}");
    }
    assert_eq!(fs::read_to_string(path.join("file")).unwrap(), "mine");
}

#[test]
fn what_is_not_there_needs_no_removing() {
    let none = users("mine").path().join("none");
    assert!(remove(&none).is_ok() && remove_known(&none, |_| false).is_ok() && remove_empty(&none).is_ok());
    assert!(claim(&none).is_err() && claim_run(&none, any).is_err());
}

#[test]
fn what_is_claimed_goes_with_what_has_come_since_and_nothing_beside_it() {
    let folder = users("mine");
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    claim(&own).unwrap();
    fs::create_dir(own.join("deeper")).unwrap();
    fs::write(own.join("deeper/file"), "").unwrap();
    fs::write(folder.path().join("own-like"), "").unwrap();
    assert!(is_refused(&remove(&folder.path().join("own-like"))));
    assert!(is_refused(&remove(&own.join("../file"))));
    remove(&own.join("deeper/file")).unwrap();
    assert!(own.join("deeper").exists());
    remove(&own).unwrap();
    // Another of this name is not it.
    fs::rename(users("other").keep(), &own).unwrap();
    stays(&own, remove(&own));
}

#[test]
fn a_file_that_was_made_new_can_be_claimed() {
    let folder = users("mine");
    let [own, others] = ["own", "others"].map(|name| folder.path().join(name));
    File::create_new(&own).unwrap();
    claim(&own).unwrap();
    fs::write(&own, "half").unwrap();
    fs::write(&others, "mine").unwrap();
    remove(&own).unwrap();
    fs::rename(&others, &own).unwrap();
    assert!(is_refused(&remove(&own)) && own.exists());
}

#[test]
fn no_link_is_followed() {
    let [folder, own] = [users("mine"), tempfile::tempdir().unwrap()];
    claim(own.path()).unwrap();
    let link = own.path().join("link");
    symlink(folder.path(), &link).unwrap();
    assert!(is_refused(&remove(&link.join("file"))));
    for path in [link.clone(), link.join("")] {
        remove(&path).unwrap();
        assert!(!link.is_symlink());
        symlink(folder.path(), &link).unwrap();
    }
    remove(own.path()).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("file")).unwrap(), "mine");
    // Nor is what it leads to a run's folder.
    let named = env::temp_dir().join(format!("link-{}", std::process::id()));
    symlink(folder.path(), &named).unwrap();
    let refused = [claim(&named), claim_run(&named, any), remove(&named)];
    fs::remove_file(&named).unwrap();
    assert!(refused.iter().all(is_refused), "{refused:?}");
}

#[test]
fn a_runs_folder_is_one_that_is_named_so_directly_in_the_temporary_one() {
    let run = users("some-run");
    let name = run.path().file_name().unwrap().to_str().unwrap().to_owned();
    let inner = run.path().join(&name);
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("file"), "mine").unwrap();
    let is_named_so = |it: &str| it == name;
    stays(&inner, claim_run(&inner, is_named_so));
    stays(run.path(), claim_run(run.path(), |it| it == "some-run"));
    claim_run(run.path(), is_named_so).unwrap();
    remove(&inner).unwrap();
    assert!(run.path().join("file").exists());
    remove(run.path()).unwrap();
    assert!(!run.path().exists());
}

#[test]
fn what_lies_among_cargos_output_goes_and_no_other_tag_lets_it() {
    // Where this program lies.
    let program = env::current_exe().unwrap();
    let own = program.parent().unwrap().join(format!("own-files-{}", std::process::id()));
    fs::create_dir_all(own.join("deeper")).unwrap();
    remove(&own).unwrap();
    assert!(!own.exists() && is_among_cargos_output(&program.canonicalize().unwrap()));
    let folder = users("mine");
    fs::write(folder.path().join("CACHEDIR.TAG"), SIGNATURE).unwrap();
    assert!(is_refused(&remove(&folder.path().join("file"))));
    // Asked only: the output as a whole.
    let all = program.ancestors().find(|above| above.join("CACHEDIR.TAG").is_file()).unwrap().canonicalize().unwrap();
    assert!(!is_among_cargos_output(&all) && !is_among_cargos_output(all.parent().unwrap()));
}

#[test]
fn what_a_record_is_written_to_goes_by_its_name() {
    let folder = users("mine");
    let [ours, others, hidden] =
        [".box.json.being-measured", "box.json.being-measured", ".being-measured"].map(|name| folder.path().join(name));
    for path in [&ours, &others, &hidden] {
        fs::write(path, "").unwrap();
    }
    remove(&ours).unwrap();
    assert!(is_refused(&remove(&others)) && is_refused(&remove(&hidden)) && !ours.exists());
    fs::create_dir(&ours).unwrap();
    assert!(is_refused(&remove(&ours)));
}

#[test]
fn a_file_among_others_goes_where_it_is_known() {
    let folder = users("mine");
    let file = folder.path().join("file");
    assert!(is_refused(&remove_known(&file, |_| false)));
    remove_known(&file, |there| there.len() == 4).unwrap();
    assert!(!file.exists());
}
