//! What no package index for Python has: fetched once by its registry's own client, and kept among cargo's output.

use std::path::{Path, PathBuf};
use std::time::Duration;

use supervisor::{fetched_once, kept, maven_project, maven_words, npm_words};

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
        fetched_once(&all, &format!("{name}-{version}"), Trouble::Skip, |into| self.fetch(into, workplace))
    }

    fn fetch(self, into: &Path, workplace: &Workplace<'_>) -> Result<(), Trouble> {
        let (client, words) = match self {
            Self::Maven { group, artefact, version } => {
                let project = workplace.write("pom.xml", &maven_project(&[[group, artefact, version]]))?;
                let mut words = maven_words(&project, workplace.folder(), into);
                words.push("-DexcludeTransitive=true".into());
                ("mvn", words)
            }
            Self::Npm { name, version } => ("npm", npm_words(name, version, into)),
        };
        workplace.succeed(workplace.fetching(client).args(words), LIMIT).map(drop)
    }
}
