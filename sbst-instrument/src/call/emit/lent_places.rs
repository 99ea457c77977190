//! Places that a function lends as `&mut`: a caller may assign another value.

use proc_macro2::TokenStream;
use syn::{GenericArgument, Path, PathArguments, ReturnType, Type};

use crate::call::emit::invocation::is_written_out;
use crate::call::emit::invocation::value_of_result;
use crate::call::signature::callee::Callee;
use crate::syntax::lifetimes::{declared, elide, peeled};
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};

impl Callee {
    /// The type that it lends, also in an `Option` or a `Result`, if it seems to have no borrows.
    pub(crate) fn lent(&self) -> Option<TokenStream> {
        self.gives()?;
        let signature = &self.opened.signature;
        let ReturnType::Type(_, output) = &signature.output else { return None };
        let output = value_of_result(output).unwrap_or(output);
        let output = only_argument(output, "Option").unwrap_or(output);
        let Type::Reference(reference) = peeled(output) else { return None };
        reference.mutability?;
        let mut lent = peeled(&reference.elem).clone();
        if !is_written_out(&lent) || borrows(&lent) {
            return None;
        }
        elide(&mut lent, &declared(&signature.generics));
        Some(as_ours(lent))
    }
}

fn only_argument<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    arguments(&path.path, name)
}

fn arguments<'t>(path: &'t Path, name: &str) -> Option<&'t Type> {
    let last = path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

/// True if a reference, a trait object or a function is visible in a type.
fn borrows(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(
            node,
            Node::Lifetime(_)
                | Node::Type(
                    Type::Reference(_)
                        | Type::TraitObject(_)
                        | Type::FnPtr(_)
                        | Type::Ptr(_)
                        | Type::Slice(_)
                )
        );
        true
    });
    found
}
