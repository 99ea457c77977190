//! The compiled parts of a package, as far as they follow from its features.
//!
//! A condition is taken to be false only if it certainly is. The system is known if it is the one
//! that the command runs on; names that a build script sets are not.

use cargo_metadata::{Metadata, PackageId};
use proc_macro2::TokenStream;
use sbst_source::configuration::{conditions, holds, is_host};
use std::collections::BTreeSet;
use syn::Attribute;

/// The known conditions of a package's compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The activated features; `None` if they are unknown, because others were chosen than the
    /// workspace was read with.
    on: Option<BTreeSet<String>>,
    /// True if the package is compiled for the system that the command runs on.
    is_for_host: bool,
}

/// The extent to which conditions are known in a workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownConditions {
    /// True if the metadata was read with the features that are on.
    pub has_features: bool,
    /// True if packages are compiled for the system that the command runs on.
    pub is_for_host: bool,
}

impl Features {
    /// Returns the features of a package.
    pub fn from_metadata(metadata: &Metadata, package: &PackageId, known: KnownConditions) -> Features {
        let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
        let node = nodes.into_iter().find(|node| node.id == *package).filter(|_| known.has_features);
        let on = node.map(|node| node.features.iter().map(ToString::to_string).collect());
        Features { on, is_for_host: known.is_for_host }
    }

    /// These alone.
    #[cfg(test)]
    pub fn only(names: &[&str]) -> Features {
        let on = names.iter().map(|name| (*name).to_owned()).collect();
        Features { on: Some(on), is_for_host: true }
    }

    /// Returns the features of a file that belongs to two packages.
    pub fn union(&self, other: &Features) -> Features {
        if self == other { self.clone() } else { Features { on: None, ..*self } }
    }

    /// True if an item with these attributes may be compiled.
    pub fn allow(&self, attributes: &[Attribute]) -> bool {
        conditions(attributes).all(|condition| self.holds(condition) != Some(false))
    }

    /// True if an item with these attributes is certainly compiled.
    pub fn demand(&self, attributes: &[Attribute]) -> bool {
        conditions(attributes).all(|condition| self.holds(condition) == Some(true))
    }

    /// True if a condition holds; `None` if unknown.
    fn holds(&self, condition: TokenStream) -> Option<bool> {
        holds(condition, &|name, value| match (name, value) {
            ("feature", Some(value)) => Some(self.on.as_ref()?.contains(value)),
            (name, value) => is_host(name, value).filter(|_| self.is_for_host),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(features: &Features, condition: &str) -> bool {
        let item: syn::ItemFn = syn::parse_str(&format!("#[cfg({condition})] fn a() {{}}")).unwrap();
        features.allow(&item.attrs)
    }

    #[test]
    fn possibly_compiled_items_are_allowed() {
        for condition in [
            r#"feature = "on""#,
            "miri",
            r#"not(feature = "off")"#,
            r#"any(feature = "off", miri)"#,
            r#"all(feature = "on", not(miri))"#,
        ] {
            assert!(is_allowed(&Features::only(&["on"]), condition), "{condition}");
        }
    }

    #[test]
    fn certainly_disabled_items_are_not_allowed() {
        for condition in [
            r#"feature = "off""#,
            r#"not(feature = "on")"#,
            r#"all(miri, feature = "off")"#,
            r#"any(feature = "off", not(feature = "on"))"#,
            r#"not(any(miri, feature = "on"))"#,
        ] {
            assert!(!is_allowed(&Features::only(&["on"]), condition), "{condition}");
        }
    }

    #[test]
    fn items_of_other_systems_are_skipped_in_builds_for_ours() {
        let (ours, other) = if cfg!(windows) { ("windows", "unix") } else { ("unix", "windows") };
        let here = Features::only(&["on"]);
        let elsewhere = Features { is_for_host: false, ..here.clone() };
        for condition in [
            other.to_owned(),
            format!("not({ours})"),
            "target_os = \"none-of-these\"".to_owned(),
            "all(target_arch = \"other\", unknown)".to_owned(),
        ] {
            assert!(!is_allowed(&here, &condition), "{condition}");
            assert!(is_allowed(&elsewhere, &condition), "{condition}");
        }
        assert!(is_allowed(&here, ours) && is_allowed(&here, "unknown"));
    }

    #[test]
    fn unknown_features_allow_everything() {
        assert!(is_allowed(&Features::default(), r#"feature = "off""#));
    }
}
