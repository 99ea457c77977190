//! The answers of a double's methods.
//!
//! 1. A method that takes `&self` gives a clone of a field, always the same one, or lends a field.
//! 2. A method that takes `&mut self` gives elements of a field in turn, in a cycle; if its result
//!    is an `Option`, it ends with `None`. So loops of callers end.
//! 3. A method that takes `self` gives a field away.
//! 4. A function without a receiver, and a constant, is one of a few plain values.
//! 5. The value of an associated type is one of a type that meets its bounds.
//! 6. Other methods have no answer: results that borrow for longer than the receiver lives, trait
//!    objects, values that cannot be cloned.

use super::known::{Known, trait_name};
use super::names::{is_free, text};
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::standard::traits::{Fact, is};
use sbst_vocabulary::standard::types::{Kind, kind};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    GenericArgument, Path, PathArguments, ReceiverKind, ReturnType, Signature, Type, TypeParamBound,
    TypePath, parse_quote,
};

/// A field of a double.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// Its type, in the notation of [`Text`](super::names::Text).
    pub text: String,
    /// It has a trait if this type has it.
    pub ty: Type,
    /// True if it needs an element.
    pub is_filled: bool,
}

/// The answer of a method: its body, and the field that it answers from.
pub struct Answer {
    pub body: String,
    pub field: Option<Field>,
}

impl Answer {
    fn fixed(body: impl Into<String>) -> Answer {
        Answer { body: body.into(), field: None }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Receiver {
    Missing,
    Shared,
    Mutable,
    Owned,
}

/// Types of the package, and the types used for parameters and associated types of a trait.
pub struct Answers<'k, 'a> {
    pub known: &'k Known<'a>,
    /// The parameters of the trait.
    pub parameters: BTreeSet<String>,
    /// The associated types.
    pub types: BTreeMap<String, Type>,
}

impl Answers<'_, '_> {
    /// Returns the answer of a method; `None` if it has none.
    pub fn answer(&self, signature: &Signature) -> Option<Answer> {
        let receiver = receiver(signature)?;
        let name = signature.ident.to_string();
        let output = match &signature.output {
            ReturnType::Default => return Some(Answer::fixed("")),
            ReturnType::Type(_, ty) => &**ty,
        };
        let mut ty = peeled(output).clone();
        if matches!(&ty, Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return Some(Answer::fixed(""));
        }
        if is_self(&ty) {
            return match receiver {
                Receiver::Owned => Some(Answer::fixed("self")),
                Receiver::Shared | Receiver::Mutable => Some(Answer::fixed("self.clone()")),
                Receiver::Missing => None,
            };
        }
        let mut put = Put { types: &self.types, is_certain: true };
        put.visit_type_mut(&mut ty);
        if !put.is_certain {
            return None;
        }
        let own: BTreeSet<String> =
            signature.generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
        let field = |text: String, ty: &Type, is_filled: bool| Field {
            name: name.clone(),
            text,
            ty: ty.clone(),
            is_filled,
        };
        let answer = |field: Field, body: String| Some(Answer { body, field: Some(field) });
        if receiver == Receiver::Missing {
            return constant(&ty).map(Answer::fixed);
        }
        if let Some((inner, is_mutable)) = lent(&ty) {
            let can_lend = !is_mutable || receiver == Receiver::Mutable;
            if receiver == Receiver::Owned || !can_lend {
                return None;
            }
            if is_self(inner) {
                return Some(Answer::fixed("self"));
            }
            let (owned, ty) = self.owned(inner, &own)?;
            let borrow = if is_mutable { "&mut " } else { "&" };
            return answer(field(owned, &ty, false), format!("{borrow}self.{name}"));
        }
        if let Some(inner) = optional(&ty) {
            if let Some((inner, is_mutable)) = lent(inner) {
                if receiver == Receiver::Owned || is_mutable && receiver != Receiver::Mutable {
                    return None;
                }
                let (owned, ty) = self.owned(inner, &own)?;
                let (by_name, borrow) = match (is_unsized(inner), is_mutable) {
                    (true, false) => ("as_deref", ""),
                    (true, true) => ("as_deref_mut", ""),
                    (false, false) => ("as_ref", ""),
                    (false, true) => ("as_mut", ""),
                };
                let text = format!("Option<{owned}>");
                return answer(field(text, &ty, false), format!("{borrow}self.{name}.{by_name}()"));
            }
            if receiver == Receiver::Mutable && self.may_stand(inner, &own) {
                let text = format!("{{!Vec}}<{}>", self.text(inner));
                let body = format!(
                    "if self.{name}.is_empty() {{{{ None }}}} else {{{{ Some(self.{name}.remove(0)) }}}}"
                );
                return answer(field(text, inner, false), body);
            }
        }
        if !self.may_stand(&ty, &own) {
            return None;
        }
        let has = |of_trait: &str| self.known.has(&ty, of_trait, &self.parameters);
        let clone = if has("Copy") && !self.mentions_parameter(&ty) { "" } else { ".clone()" };
        match receiver {
            Receiver::Owned => answer(field(self.text(&ty), &ty, false), format!("self.{name}")),
            _ if !has("Clone") => None,
            Receiver::Mutable => {
                let body =
                    format!("self.{name}.rotate_left(1);\n        self.{name}[self.{name}.len() - 1]{clone}");
                answer(field(format!("{{!Vec}}<{}>", self.text(&ty)), &ty, true), body)
            }
            _ => answer(field(self.text(&ty), &ty, false), format!("self.{name}{clone}")),
        }
    }

    pub fn text(&self, ty: &Type) -> String {
        text(ty, &self.parameters, |holes, ty| holes.visit_type_mut(ty)).replace("::core::fmt", "{!fmt}")
    }

    /// True if a type mentions a parameter of the trait.
    pub fn mentions_parameter(&self, ty: &Type) -> bool {
        mentions(ty, &self.parameters)
    }

    /// Returns the owned type for a lent one.
    fn owned(&self, ty: &Type, own: &BTreeSet<String>) -> Option<(String, Type)> {
        match ty {
            Type::Slice(slice) => self
                .may_stand(&slice.elem, own)
                .then(|| (format!("{{!Vec}}<{}>", self.text(&slice.elem)), (*slice.elem).clone())),
            Type::Path(path) if path.path.is_ident("str") => {
                Some(("{!String}".to_owned(), parse_quote!(String)))
            }
            ty => self.may_stand(ty, own).then(|| (self.text(ty), ty.clone())),
        }
    }

    /// True if a field may have a type: all in it is owned, known and sized.
    fn may_stand(&self, ty: &Type, own: &BTreeSet<String>) -> bool {
        match ty {
            Type::Paren(inner) => self.may_stand(&inner.elem, own),
            Type::Group(inner) => self.may_stand(&inner.elem, own),
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.may_stand(ty, own)),
            Type::Array(array) => matches!(array.len, syn::Expr::Lit(_)) && self.may_stand(&array.elem, own),
            Type::Reference(reference) => {
                let is_static =
                    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
                let is_text = matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
                is_static && reference.mutability.is_none() && is_text
            }
            Type::Path(TypePath { qself: None, path, .. }) => {
                let is_own = path.get_ident().is_some_and(|name| own.contains(&name.to_string()));
                let is_itself = path.segments.first().is_some_and(|first| first.ident == "Self");
                !is_own
                    && !is_itself
                    && !path.is_ident("str")
                    && path.segments.iter().all(|segment| match &segment.arguments {
                        PathArguments::None => true,
                        PathArguments::AngleBracketed(given) => {
                            given.args.iter().all(|argument| match argument {
                                GenericArgument::Type(ty) => self.may_stand(ty, own),
                                GenericArgument::Lifetime(lifetime) => lifetime.ident == "static",
                                _ => false,
                            })
                        }
                        PathArguments::Parenthesized(_) => false,
                    })
            }
            _ => false,
        }
    }
}

fn receiver(signature: &Signature) -> Option<Receiver> {
    let Some(receiver) = signature.receiver() else { return Some(Receiver::Missing) };
    match &receiver.kind {
        ReceiverKind::Value => Some(Receiver::Owned),
        ReceiverKind::Reference(_, lifetime, mutability) if lifetime.as_ref().is_none_or(is_free) => {
            Some(if mutability.is_some() { Receiver::Mutable } else { Receiver::Shared })
        }
        ReceiverKind::Typed(_, ty) => match argument(ty, "Box") {
            Some(inner) if is_self(inner) => Some(Receiver::Owned),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type that stands for an associated type with these bounds.
pub fn associated<'b>(bounds: impl Iterator<Item = &'b TypeParamBound> + Clone) -> Option<Type> {
    let meets = |is_met: fn(&str) -> bool| {
        bounds.clone().all(|bound| match bound {
            TypeParamBound::Trait(of) if of.maybe.is_some() => true,
            TypeParamBound::Trait(of) => {
                let has_none = of.path.segments.iter().all(|segment| segment.arguments.is_none());
                has_none && trait_name(bound).is_some_and(|name| is_met(&name))
            }
            TypeParamBound::Lifetime(_) => true,
            _ => false,
        })
    };
    // `fmt::Error` has the traits of numbers as well.
    let of_numbers = |name: &str| is(name, Fact::Number);
    match (meets(of_numbers), meets(|name| name == "Error" || is(name, Fact::Number))) {
        (true, _) => Some(parse_quote!(u8)),
        (false, true) => Some(parse_quote!(::core::fmt::Error)),
        (false, false) => None,
    }
}

/// Returns a plain value of a type.
pub fn constant(ty: &Type) -> Option<String> {
    match peeled(ty) {
        Type::Reference(reference) if reference.lifetime.as_ref().is_none_or(is_free) => {
            match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => Some("\"a\"".to_owned()),
                _ => None,
            }
        }
        Type::Path(path) if path.path.is_ident("String") => Some("{!String}::from(\"a\")".to_owned()),
        Type::Path(path) => match kind(&path.path.get_ident()?.to_string())? {
            Kind::Boolean => Some("true".to_owned()),
            Kind::Character => Some("'a'".to_owned()),
            Kind::Float(_) => Some("1.5".to_owned()),
            Kind::Signed(_) | Kind::Unsigned(_) => Some("3".to_owned()),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces associated types by the chosen ones.
struct Put<'a> {
    types: &'a BTreeMap<String, Type>,
    is_certain: bool,
}

impl VisitMut for Put<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let named = match &*ty {
            Type::Path(TypePath { qself: Some(of), path, .. }) if is_self(&of.ty) => last(path),
            Type::Path(TypePath { qself: None, path, .. })
                if path.segments.len() == 2 && path.segments[0].ident == "Self" =>
            {
                last(path)
            }
            Type::Path(TypePath { qself: Some(_), .. }) => Some(String::new()),
            _ => None,
        };
        match named {
            Some(name) => match self.types.get(&name) {
                Some(chosen) => *ty = chosen.clone(),
                None => self.is_certain = false,
            },
            None => visit_mut::visit_type_mut(self, ty),
        }
    }
}

fn last(path: &Path) -> Option<String> {
    path.segments.last().map(|last| last.ident.to_string())
}

fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Paren(inner) => peeled(&inner.elem),
        Type::Group(inner) => peeled(&inner.elem),
        ty => ty,
    }
}

fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"))
}

/// Returns `T` of a reference with the lifetime of the receiver's borrow, and true if it is
/// mutable.
fn lent(ty: &Type) -> Option<(&Type, bool)> {
    match ty {
        Type::Reference(reference)
            if reference.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident == "_") =>
        {
            Some((peeled(&reference.elem), reference.mutability.is_some()))
        }
        _ => None,
    }
}

fn is_unsized(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_)) || matches!(ty, Type::Path(path) if path.path.is_ident("str"))
}

/// Returns `T` of `Option<T>`.
fn optional(ty: &Type) -> Option<&Type> {
    argument(ty, "Option")
}

fn argument<'t>(ty: &'t Type, of: &str) -> Option<&'t Type> {
    let Type::Path(TypePath { qself: None, path, .. }) = ty else { return None };
    match path.segments.last().filter(|last| last.ident == of).map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(given)) => match given.args.first() {
            Some(GenericArgument::Type(inner)) => Some(peeled(inner)),
            _ => None,
        },
        _ => None,
    }
}

/// True if a type mentions one of these names.
fn mentions(ty: &Type, names: &BTreeSet<String>) -> bool {
    struct Search<'a>(&'a BTreeSet<String>, bool);
    impl<'ast> sbst_source::visit::Visit<'ast> for Search<'_> {
        fn visit_ident(&mut self, name: &'ast proc_macro2::Ident) {
            self.1 |= self.0.contains(&name.to_string());
        }
    }
    let mut search = Search(names, false);
    sbst_source::visit::Visit::visit_type(&mut search, ty);
    search.1
}
