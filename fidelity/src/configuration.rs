//! The `#[cfg]`s that hold in a build.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::Context as _;
use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Lit, Meta};

use crate::build::Build;
use crate::fetch::toolchain;
use sbst_source::conditional::parts;

/// The options that hold: names, and names with a value, written `name="value"`.
#[derive(Clone, Debug, Default)]
pub struct Configuration(BTreeSet<String>);

impl Configuration {
    /// Returns the configuration of the unit tests of `build`.
    pub fn of(build: &Build) -> anyhow::Result<Configuration> {
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

    /// True if all conditions among `attributes` hold. One that cannot be read holds.
    pub fn holds(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().all(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => self.is_true(list.tokens.clone()),
            _ => true,
        })
    }

    fn is_true(&self, condition: TokenStream) -> bool {
        let tokens: Vec<TokenTree> = condition.into_iter().collect();
        match &tokens[..] {
            [TokenTree::Ident(word)] if *word == "true" => true,
            [TokenTree::Ident(word)] => self.0.contains(&word.to_string()),
            [TokenTree::Ident(word), TokenTree::Punct(_), TokenTree::Literal(value)] => {
                match syn::parse_str::<Lit>(&value.to_string()) {
                    Ok(Lit::Str(value)) => self.0.contains(&format!("{word}=\"{}\"", value.value())),
                    _ => true,
                }
            }
            [TokenTree::Ident(word), TokenTree::Group(group), ..] => {
                let mut inside = parts(group.stream()).into_iter();
                match &*word.to_string() {
                    "all" => inside.all(|part| self.is_true(part)),
                    "any" => inside.any(|part| self.is_true(part)),
                    "not" => !inside.any(|part| self.is_true(part)),
                    _ => true,
                }
            }
            _ => true,
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
