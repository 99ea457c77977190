//! The subject of a check: a crate of the registry, or a folder.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context as _;

/// A crate, or the crates of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A crate of the registry.
    Registry {
        /// Its name on the registry.
        name: String,
        /// The version; without one, the newest that resolves.
        version: Option<String>,
        /// The requested features.
        features: Vec<String>,
    },
    /// A package or a workspace in a folder, which is copied.
    Folder(PathBuf),
}

impl FromStr for Subject {
    type Err = String;

    /// Parses `NAME`, `NAME@VERSION`, or `NAME@VERSION/FEATURE,FEATURE`.
    fn from_str(text: &str) -> Result<Subject, String> {
        let (crate_, features) = match text.split_once('/') {
            Some((crate_, features)) => (crate_, features.split(',').map(str::to_owned).collect()),
            None => (text, Vec::new()),
        };
        let (name, version) = match crate_.split_once('@') {
            Some((name, version)) => (name, Some(version.trim_start_matches('=').to_owned())),
            None => (crate_, None),
        };
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        };
        if !is_name(name) || version.as_deref() == Some("") || features.iter().any(String::is_empty) {
            return Err(format!(
                "`{text}` is no crate; write NAME, NAME@VERSION or NAME@VERSION/FEATURE,FEATURE"
            ));
        }
        Ok(Subject::Registry { name: name.to_owned(), version, features })
    }
}

/// Reads the subjects of a file, one per line; a comment begins with `#`.
///
/// # Errors
/// If the file cannot be read, or a line is no crate.
pub fn listed(file: &Path) -> anyhow::Result<Vec<Subject>> {
    let text = std::fs::read_to_string(file).with_context(|| format!("failed to read {}", file.display()))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines = lines.filter(|line| !line.is_empty());
    let subjects = lines.map(|line| line.parse().map_err(anyhow::Error::msg));
    subjects.collect::<anyhow::Result<_>>().with_context(|| format!("in {}", file.display()))
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Registry { name, version: Some(version), .. } => write!(f, "{name}@{version}"),
            Subject::Registry { name, version: None, .. } => f.write_str(name),
            Subject::Folder(folder) => write!(f, "{}", folder.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_named_with_a_version_and_features_or_without() {
        let subject = |name: &str, version: Option<&str>, features: &[&str]| Subject::Registry {
            name: name.into(),
            version: version.map(str::to_owned),
            features: features.iter().map(|feature| (*feature).to_owned()).collect(),
        };
        assert_eq!("semver".parse(), Ok(subject("semver", None, &[])));
        assert_eq!("toml@1.2.1+spec-1.1.0".parse(), Ok(subject("toml", Some("1.2.1+spec-1.1.0"), &[])));
        assert_eq!("tokio@1.40.0/rt,sync".parse(), Ok(subject("tokio", Some("1.40.0"), &["rt", "sync"])));
    }

    #[test]
    fn malformed_crate_is_refused() {
        for text in ["", "@1", "a b", "a@", "a/", "../a", "a@1/b,"] {
            assert!(text.parse::<Subject>().is_err(), "{text}");
        }
    }
}
