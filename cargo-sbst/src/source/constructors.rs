//! Functions that make a value of their type.

use syn::ext::IdentExt;
use syn::{FnArg, Pat, ReturnType, Safety, Type};

/// Returns the parameters of an associated function that returns its type; `None` if it takes a receiver,
/// or returns something else.
pub fn parameters(signature: &syn::Signature, owner: &str) -> Option<Vec<(String, Type)>> {
    let ReturnType::Type(_, returned) = &signature.output else { return None };
    let Type::Path(returned) = &**returned else { return None };
    let name = returned.path.segments.last()?.ident.unraw().to_string();
    let returns_itself = returned.path.segments.len() == 1 && (name == "Self" || name == owner);
    let is_plain = matches!(signature.safety, Safety::Default) && signature.asyncness.is_none();
    if !returns_itself || !is_plain {
        return None;
    }
    let parameter = |input: &FnArg| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) => Some((name.ident.unraw().to_string(), (*typed.ty).clone())),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    };
    signature.inputs.iter().map(parameter).collect()
}
