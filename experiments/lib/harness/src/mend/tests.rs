use super::*;

fn mends(lacking: &[&str]) -> Mends {
    Mends { experiment: "isspace".to_owned(), lacking: lacking.iter().map(|&name| name.to_owned()).collect() }
}

#[test]
fn a_package_that_is_lacking_is_installed_and_what_a_quick_run_leaves_out_is_run_in_full() {
    let install = Some("npm run experiments -- --install isspace");
    let full = Some("npm run experiments -- --profile full isspace");
    for (needs, command) in [
        ("a C++ compiler (the package g++)", install),
        ("the Debian package musl-tools.", install),
        // The compiler is installed, so that its packages would mend nothing.
        ("a C compiler (the packages gcc and libc6-dev)", None),
        ("8 processors", None),
        ("--profile full", full),
        ("a full run, which fetches it from PyPI", full),
    ] {
        let skipped = Skipped::new("a part", "it is not here", needs);
        assert_eq!(mends(&["g++", "musl-tools"]).command(&skipped).as_deref(), command, "{needs}");
    }
}

#[test]
fn packages_are_listed_one_a_line() {
    let list = "# for C++\ng++\n\nmusl-tools  # for musl\n";
    assert_eq!(packages_in(list).collect::<Vec<_>>(), ["g++", "musl-tools"]);
}

#[test]
fn a_package_is_there_that_is_installed_or_provided() {
    let listed =
        "gcc installed|c-compiler, gcc-x86-64 (= 4:14), gcc:amd64\ng++ not-installed|\nnodejs installed|npm (= 11)\n";
    let there = installed_in(listed);
    let is_there = ["gcc", "c-compiler", "g++", "npm"].map(|name| there.contains(name));
    assert_eq!(is_there, [true, true, false, true]);
}
