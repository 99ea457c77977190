//! The imports of `use` items.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{ItemUse, UseTree};

use super::{has_condition, Seen};

/// A path that is imported.
pub(super) struct Import {
    pub(super) path: Vec<String>,
    /// The name that it gets; a whole module has none.
    pub(super) name: Option<String>,
    pub(super) seen: Seen,
    /// True if it begins with another crate for sure.
    pub(super) is_foreign: bool,
    pub(super) has_condition: bool,
}

/// The imports of an item. A path that begins with the imported name itself means another crate.
pub(super) fn imports(item: &ItemUse, module: &[String]) -> Vec<Import> {
    fn flatten(tree: &UseTree, path: &[String], found: &mut Vec<(Vec<String>, Option<String>)>) {
        let below = |name: &Ident| -> Vec<String> {
            let is_itself = name == "self" && !path.is_empty();
            path.iter().cloned().chain((!is_itself).then(|| name.unraw().to_string())).collect()
        };
        match tree {
            UseTree::Path(inner) => flatten(&inner.tree, &below(&inner.ident), found),
            UseTree::Name(inner) => {
                let path = below(&inner.ident);
                let name = path.last().cloned();
                found.push((path, name));
            }
            UseTree::Rename(inner) => {
                found.push((below(&inner.ident), Some(inner.rename.unraw().to_string())));
            }
            UseTree::Glob(_) => found.push((path.to_vec(), None)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, found)),
        }
    }
    let mut found = Vec::new();
    flatten(&item.tree, &[], &mut found);
    let imports_itself =
        |path: &[String]| path.len() > 1 && found.iter().any(|(_, name)| name.as_ref() == path.first());
    let import = |(path, name): &(Vec<String>, Option<String>)| Import {
        is_foreign: item.leading_colon.is_some() || imports_itself(path),
        path: path.clone(),
        name: name.clone(),
        seen: Seen::of(&item.vis, module),
        has_condition: has_condition(&item.attrs),
    };
    found.iter().map(import).collect()
}
