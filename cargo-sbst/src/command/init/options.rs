//! The options of `cargo sbst init`.

use crate::ui::options::OutputOptions;
use cargo_metadata::camino::Utf8PathBuf;
use clap::{Args, ValueEnum};

/// Options of `cargo sbst init`.
#[derive(Debug, Args)]
pub struct InitOptions {
    /// The service of the nightly job [default: GitHub with a folder .github or a remote there,
    /// GitLab with a file .gitlab-ci.yml or a remote there]
    #[arg(long, value_name = "SERVICE", value_enum)]
    pub ci: Option<Ci>,
    /// Print a text instead, and write nothing
    #[arg(long, value_name = "TEXT", value_enum, conflicts_with_all = ["ci", "message_format"])]
    pub print: Option<Text>,
    /// Build the runtime of searches with the default algorithms, and write no files
    #[arg(long, conflicts_with_all = ["ci", "print", "message_format"])]
    pub runtime: bool,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = "Cargo options")]
    pub manifest_path: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub output: OutputOptions,
}

/// A service that runs jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ci {
    /// Write .github/workflows/sbst.yml
    Github,
    /// Write sbst.gitlab-ci.yml, to be included
    Gitlab,
    /// No job
    None,
}

/// A text that the command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Text {
    /// The commented sbst.toml
    Configuration,
    /// The workflow for GitHub
    Github,
    /// The job for GitLab
    Gitlab,
    /// The JSON schema of sbst.toml
    Schema,
}

impl Text {
    /// The value of `--print` that prints it.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}
