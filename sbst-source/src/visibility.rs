//! The visibility of items, by the paths of modules.

use syn::ext::IdentExt as _;

/// The number of names before those of modules, in the path of a module: the path in another crate
/// begins with a mark.
pub fn depth_of_root(module: &[String]) -> usize {
    usize::from(module.first().is_some_and(|first| first.starts_with("::")))
}

/// Visibility of an item.
///
/// ```
/// use sbst_source::visibility::Visibility;
/// use syn::parse_quote;
///
/// let path = |names: &str| names.split("::").map(str::to_owned).collect::<Vec<_>>();
/// let parent = Visibility::resolve(&parse_quote!(pub(super)), &path("a::b"));
/// assert_eq!(parent, Visibility::Within(path("a")));
/// assert!(parent.reaches(&path("a::c")) && !parent.reaches(&path("d")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    /// Visible from the module with this path and its descendants.
    Within(Vec<String>),
}

impl Visibility {
    /// Returns the meaning of a visibility in the module with this path.
    pub fn resolve(visibility: &syn::Visibility, module: &[String]) -> Visibility {
        let syn::Visibility::Restricted(restricted) = visibility else {
            return match visibility {
                syn::Visibility::Public(_) => Visibility::Public,
                _ => Visibility::Within(module.to_vec()),
            };
        };
        let mut scope = module.to_vec();
        let root = depth_of_root(module);
        for (index, segment) in restricted.path.segments.iter().enumerate() {
            match &*segment.ident.unraw().to_string() {
                "crate" => scope.truncate(root),
                "self" => {}
                "super" => drop(scope.pop()),
                name => {
                    // In edition 2015, the path begins at the root.
                    if index == 0 {
                        scope.truncate(root);
                    }
                    scope.push(name.to_owned());
                }
            }
        }
        Visibility::Within(scope)
    }

    /// True if the item is visible to the module with this path.
    pub fn reaches(&self, module: &[String]) -> bool {
        match self {
            Visibility::Public => true,
            Visibility::Within(scope) => module.starts_with(scope),
        }
    }
}
