//! The active `#[cfg]`s of a build.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::Context as _;
use syn::Attribute;

use crate::build::Build;
use crate::fetch::toolchain;
use sbst_source::configuration::{conditions, holds};

/// The active options: names, and names with a value, written `name="value"`.
#[derive(Clone, Debug, Default)]
pub struct Configuration(BTreeSet<String>);

impl Configuration {
    /// Returns the configuration of the unit tests of `build`.
    pub fn from_build(build: &Build) -> anyhow::Result<Configuration> {
        let output = Command::new("rustc")
            .args(["--print", "cfg"])
            .env("RUSTUP_TOOLCHAIN", toolchain())
            .output()
            .context("failed to start rustc")?;
        let mut holding: BTreeSet<String> =
            String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
        holding.extend(["test".to_owned(), "debug_assertions".to_owned()]);
        holding.extend(build.features.iter().map(|feature| format!("feature=\"{feature}\"")));
        holding.extend(build.configuration.iter().cloned());
        Ok(Configuration(holding))
    }

    /// True if all conditions among `attributes` are true. An unreadable one counts as true.
    pub fn holds(&self, attributes: &[Attribute]) -> bool {
        conditions(attributes)
            .all(|condition| holds(condition, &|name, value| Some(self.is_on(name, value))) != Some(false))
    }

    fn is_on(&self, name: &str, value: Option<&str>) -> bool {
        match value {
            Some(value) => self.0.contains(&format!("{name}=\"{value}\"")),
            None => self.0.contains(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn conditions_are_evaluated_as_the_compiler_does() {
        let names = ["unix", "test", "feature=\"std\"", "target_os=\"linux\""];
        let configuration = Configuration(names.map(str::to_owned).into());
        let holding: [Attribute; 5] = [
            parse_quote!(#[cfg(unix)]),
            parse_quote!(#[cfg(all(unix, feature = "std"))]),
            parse_quote!(#[cfg(any(windows, not(feature = "alloc")))]),
            parse_quote!(#[cfg(not(any(windows, target_os = "macos")))]),
            parse_quote!(#[inline]),
        ];
        let others: [Attribute; 3] = [
            parse_quote!(#[cfg(windows)]),
            parse_quote!(#[cfg(not(test))]),
            parse_quote!(#[cfg(all(unix, feature = "alloc"))]),
        ];
        assert!(configuration.holds(&holding));
        assert!(others.iter().all(|attribute| !configuration.holds(std::slice::from_ref(attribute))));
    }
}
