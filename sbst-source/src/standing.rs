//! The place of a function in the source, which determines its path and its callers.

use quote::ToTokens as _;
use syn::{ext::IdentExt as _, Generics, Ident, ImplItem, ItemImpl, ItemTrait, Path, Type};

use crate::source_text::type_text;

/// The place of a function among blocks, traits and other functions.
///
/// ```
/// use sbst_source::standing::{Owner, Standing};
/// use syn::parse_quote;
///
/// let block = parse_quote!(impl Iterator for Lines {});
/// let standing = Standing::free().owned(Owner::from_impl(&block));
/// assert_eq!(standing.function_path(&parse_quote!(next)), "<Lines as Iterator>::next");
/// ```
#[derive(Clone)]
pub struct Standing {
    /// The functions around it, outermost first, with the modules, types and traits around those:
    /// only code inside of the outermost function can name its items.
    pub outer: Vec<String>,
    pub owner: Owner,
}

#[derive(Clone)]
pub enum Owner {
    /// A free function.
    None,
    /// A type, in an `impl` block of this type.
    Type {
        generics: Generics,
        self_type: Box<Type>,
        implemented: Option<Path>,
        /// The associated types that the block declares.
        associated: Vec<(Ident, Type)>,
        /// Its name, if different from these: all expansions of a macro have one name.
        named: Option<String>,
    },
    /// A trait, with a default method.
    Trait { generics: Generics, name: Ident },
    /// A macro: the function is the code of a definition in all of its expansions.
    Macro,
    /// Unknown: the function was annotated alone and comes from a macro.
    Unknown,
}

impl Standing {
    pub fn free() -> Standing {
        Standing { outer: Vec::new(), owner: Owner::None }
    }

    /// The standing of items in the function `name` with this standing.
    pub fn inside(&self, name: &Ident) -> Standing {
        let mut outer = self.outer.clone();
        outer.extend(self.owner.name());
        outer.push(name.unraw().to_string());
        Standing { outer, owner: Owner::None }
    }

    /// The standing of items in the module `name` with this standing. Modules outside of functions
    /// are in `module_path!()`.
    pub fn inside_module(&self, name: &Ident) -> Standing {
        let mut outer = self.outer.clone();
        if !outer.is_empty() {
            outer.push(name.unraw().to_string());
        }
        Standing { outer, owner: Owner::None }
    }

    /// The standing of items of `owner` with this standing.
    pub fn owned(&self, owner: Owner) -> Standing {
        Standing { outer: self.outer.clone(), owner }
    }

    /// The path of the function `name` below its module: `outer::inner`, `Type::new`,
    /// `<Type as Trait>::next`.
    pub fn function_path(&self, name: &Ident) -> String {
        let mut path = self.outer.clone();
        path.extend(self.owner.name());
        let mark = if matches!(self.owner, Owner::Macro) { "!" } else { "" };
        path.push(format!("{}{mark}", name.unraw()));
        path.join("::")
    }

    pub fn is_nested(&self) -> bool {
        !self.outer.is_empty()
    }
}

fn associated_type(item: &ImplItem) -> Option<(Ident, Type)> {
    let ImplItem::Type(item) = item else { return None };
    item.generics.params.is_empty().then(|| (item.ident.clone(), item.ty.clone()))
}

impl Owner {
    pub fn from_impl(block: &ItemImpl) -> Owner {
        Owner::Type {
            generics: block.generics.clone(),
            self_type: block.self_ty.clone(),
            implemented: block.trait_.as_ref().map(|(implemented, _)| implemented.clone()),
            associated: block.items.iter().filter_map(associated_type).collect(),
            named: None,
        }
    }

    pub fn from_trait(definition: &ItemTrait) -> Owner {
        Owner::Trait { generics: definition.generics.clone(), name: definition.ident.clone() }
    }

    /// The name of the block in a path, if any.
    pub fn name(&self) -> Option<String> {
        match self {
            Owner::None | Owner::Macro | Owner::Unknown => None,
            Owner::Type { named: Some(named), .. } => Some(named.clone()),
            Owner::Type { self_type, implemented: None, .. } => {
                Some(qualifier(type_text(self_type.to_token_stream())))
            }
            Owner::Type { self_type, implemented: Some(implemented), .. } => {
                let [self_type, implemented] =
                    [self_type.to_token_stream(), implemented.to_token_stream()].map(type_text);
                Some(format!("<{self_type} as {implemented}>"))
            }
            Owner::Trait { name, .. } => Some(name.unraw().to_string()),
        }
    }
}

/// A type before `::`: the compiler needs `<Vec<u8>>` and `<[u8]>` for `Vec<u8>` and `[u8]`, but a
/// name is easier to read without brackets.
fn qualifier(self_type: String) -> String {
    match self_type.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        true => self_type,
        false => format!("<{self_type}>"),
    }
}
