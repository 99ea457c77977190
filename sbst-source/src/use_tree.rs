//! The names in `use` declarations.

use syn::ext::IdentExt as _;

/// Returns the paths in a tree with their new names; a glob has none.
///
/// ```
/// use sbst_source::use_tree::names;
///
/// let item: syn::ItemUse = syn::parse_quote!(use std::{fs::File as Data, io::*};);
/// let path = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
/// let data = (path(&["std", "fs", "File"]), Some("Data".to_owned()));
/// assert_eq!(names(&item.tree), [data, (path(&["std", "io"]), None)]);
/// ```
pub fn names(tree: &syn::UseTree) -> Vec<(Vec<String>, Option<String>)> {
    let mut names = Vec::new();
    flatten(tree, &mut Vec::new(), &mut names);
    names
}

fn flatten(tree: &syn::UseTree, path: &mut Vec<String>, names: &mut Vec<(Vec<String>, Option<String>)>) {
    let mut leaf = |path: &[String], last: &proc_macro2::Ident, name: Option<&proc_macro2::Ident>| {
        let mut path = path.to_vec();
        if last != "self" || path.is_empty() {
            path.push(last.unraw().to_string());
        }
        let name = name.map_or_else(|| path.last().cloned(), |name| Some(name.unraw().to_string()));
        names.push((path, name));
    };
    match tree {
        syn::UseTree::Path(inner) => {
            path.push(inner.ident.unraw().to_string());
            flatten(&inner.tree, path, names);
            path.pop();
        }
        syn::UseTree::Name(inner) => leaf(path, &inner.ident, None),
        syn::UseTree::Rename(inner) => leaf(path, &inner.ident, Some(&inner.rename)),
        syn::UseTree::Glob(_) => names.push((path.clone(), None)),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path, names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_renames_and_globs_are_distinguished() {
        let item: syn::ItemUse = syn::parse_str("use a::{self, b::C as D, e::*};").unwrap();
        let found = names(&item.tree).into_iter().map(|(path, name)| (path.join("::"), name));
        let expected = [("a", Some("a")), ("a::b::C", Some("D")), ("a::e", None)];
        let expected = expected.map(|(path, name)| (path.to_owned(), name.map(str::to_owned)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
