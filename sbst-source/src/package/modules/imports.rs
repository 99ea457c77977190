//! The imports of `use` items.

use syn::ItemUse;

use super::may_be_missing;
use crate::configuration::Configuration;
use crate::use_tree::names;
use crate::visibility::Visibility;

pub(super) struct Import {
    pub(super) path: Vec<String>,
    /// Its new name; a glob has none.
    pub(super) name: Option<String>,
    pub(super) visibility: Visibility,
    /// True if it certainly begins with another crate.
    pub(super) is_foreign: bool,
    pub(super) has_condition: bool,
}

/// The imports of an item. A path that begins with the imported name itself means another crate.
pub(super) fn imports(item: &ItemUse, module: &[String], configuration: &Configuration) -> Vec<Import> {
    let found = names(&item.tree);
    let imports_itself = |path: &[String]| found.iter().any(|(_, name)| name.as_ref() == path.first());
    let import = |(path, name): &(Vec<String>, Option<String>)| Import {
        is_foreign: item.leading_colon.is_some() || imports_itself(path),
        path: path.clone(),
        name: name.clone(),
        visibility: Visibility::resolve(&item.vis, module),
        has_condition: may_be_missing(configuration, &item.attrs),
    };
    found.iter().map(import).collect()
}
