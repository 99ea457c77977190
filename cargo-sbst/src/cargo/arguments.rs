//! Cargo's own options, taken from our command line and handed on to every cargo that we start.

use cargo_metadata::Metadata;
use cargo_metadata::camino::Utf8PathBuf;
use std::env;
use std::process::Command;

/// The user's options for cargo.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Cargo options")]
pub struct CargoArguments {
    /// Features to activate, separated by spaces or commas
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the default feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Build for this target triple
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,
    /// Directory for all build output; the search build uses its subdirectory sbst
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<Utf8PathBuf>,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// Require that Cargo.lock stays unchanged
    #[arg(long)]
    pub locked: bool,
    /// Run without network access
    #[arg(long)]
    pub offline: bool,
    /// Same as --locked and --offline
    #[arg(long)]
    pub frozen: bool,
}

/// The workspace and the target directory of earlier runs.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Cargo options")]
pub struct EarlierRunsOptions {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<Utf8PathBuf>,
    /// The target directory of earlier runs
    #[arg(long, value_name = "PATH")]
    pub target_dir: Option<Utf8PathBuf>,
}

impl EarlierRunsOptions {
    /// Returns the target directory; by default, that of the workspace.
    pub fn target_directory<'a>(&'a self, workspace: &'a Metadata) -> &'a Utf8PathBuf {
        self.target_dir.as_ref().unwrap_or(&workspace.target_directory)
    }
}

impl CargoArguments {
    /// Adds the options to a command of cargo, but for `--target-dir`, which each caller chooses.
    pub fn apply(&self, command: &mut Command) {
        command.args(self.feature_options());
        command.args(self.lock_options());
        if let Some(triple) = &self.target {
            command.args(["--target", triple]);
        }
        if let Some(path) = &self.manifest_path {
            command.args(["--manifest-path", path.as_str()]);
        }
    }

    /// The activated features.
    pub fn feature_options(&self) -> impl Iterator<Item = &str> {
        let options =
            [(self.all_features, "--all-features"), (self.no_default_features, "--no-default-features")];
        let named = self.features.iter().flat_map(|list| ["--features", list]);
        named.chain(options.into_iter().filter_map(|(given, option)| given.then_some(option)))
    }

    /// The options about `Cargo.lock` and the network.
    pub fn lock_options(&self) -> impl Iterator<Item = &'static str> {
        let options = [(self.locked, "--locked"), (self.offline, "--offline"), (self.frozen, "--frozen")];
        options.into_iter().filter_map(|(given, option)| given.then_some(option))
    }
}

/// A command that runs cargo: the one that started us, if one did.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_but_the_target_directory_is_handed_on() {
        let arguments = CargoArguments {
            features: vec!["a".into(), "b,c".into()],
            all_features: true,
            no_default_features: true,
            target: Some("x86_64-unknown-linux-gnu".into()),
            target_dir: Some("elsewhere".into()),
            manifest_path: Some("x/Cargo.toml".into()),
            locked: true,
            offline: true,
            frozen: true,
        };
        let mut command = Command::new("cargo");
        arguments.apply(&mut command);
        let given: Vec<_> = command.get_args().map(|argument| argument.to_str().unwrap()).collect();
        assert_eq!(
            given.join(" "),
            "--features a --features b,c --all-features --no-default-features --locked --offline --frozen \
             --target x86_64-unknown-linux-gnu --manifest-path x/Cargo.toml"
        );
    }
}
