//! The manifest against Kubernetes' own schemas: no cluster has run it.

use std::fs;
use std::path::Path;
use std::process::Command;

use python_environment::Environment;

const VALIDATOR: Environment = Environment {
    name: "kubernetes-validate",
    what: "the manifest",
    requirements: "kubernetes-validate==1.37.0\n",
    check: "import kubernetes_validate",
    variable: "KUBERNETES_VALIDATE_PYTHON",
};

#[test]
#[ignore = "installs a program of 108 MB: npm test -- --all"]
fn the_manifest_is_valid_and_a_misspelt_field_is_not() {
    let python = match VALIDATOR.python() {
        Ok(python) => python,
        Err(skipped) => return testkit::skip(format!("kubernetes-validate: {}", skipped.why)),
    };
    let folder = tempfile::tempdir().unwrap();
    let manifest =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../cluster/kubernetes.yaml")).unwrap();
    let is_valid = |text: &str| {
        let file = folder.path().join("manifest.yaml");
        fs::write(&file, text).unwrap();
        let run = "import sys; from kubernetes_validate.__main__ import main; sys.exit(main())";
        let output = Command::new(&python).args(["-c", run, "--strict"]).arg(file).output().unwrap();
        output.status.success()
    };
    assert!(is_valid(&manifest));
    assert!(!is_valid(&manifest.replace("completionMode", "completionsMode")));
    assert!(!is_valid(&manifest.replace("completions: 16", "completions: many")));
}
