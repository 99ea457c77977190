//! Parameters that take a function. The argument is a closure, and its results are built. It
//! captures the place of the results, so that each statement of a test may have a closure. Function
//! pointers have no captures, so each of their places has its own closure. So has each place of a
//! lent function, which may have to live forever.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::obstacle::{Obstacle, Text};
use sbst_vocabulary::standard::traits;
use sbst_vocabulary::POINTERS;
use syn::{
    parse_quote, GenericArgument, Lifetime, NamedArg, Path, PathArguments, PathSegment, ReturnType, Type,
    TypeParamBound, TypePath, TypeReference,
};

use crate::call::building::permanent::lasts;
use crate::call::signature::closure::Closure;
use crate::syntax::lifetimes::{peeled, Mentioned};

pub(crate) struct FunctionType {
    around: Around,
    pub(crate) closure: Closure,
    pub(crate) result: Type,
}

/// The pointer around the function.
enum Around {
    Nothing,
    /// A function pointer, without another pointer around it.
    Pointer,
    Shared,
    Mutable,
    /// A `Box`, an `Rc` or an `Arc`: its path as written, and the source of its function `new` in a
    /// test.
    Owner(Path, &'static str),
}

impl FunctionType {
    /// Reads `ty` as a function type if it is `fn(A) -> R`, `impl Fn(A) -> R`, or a reference to or
    /// an owner of an `impl Fn(A) -> R` or `dyn Fn(A) -> R`.
    pub(crate) fn from_type(ty: &Type) -> Option<FunctionType> {
        let (mut around, inner) = match peeled(ty) {
            Type::Reference(reference) if reference.mutability.is_some() => {
                (Around::Mutable, &*reference.elem)
            }
            Type::Reference(reference) => (Around::Shared, &*reference.elem),
            Type::Path(path) => owner(path)?,
            other => (Around::Nothing, other),
        };
        let (inputs, result) = match (&around, peeled(inner)) {
            // A reference to a function pointer is not covered.
            (Around::Nothing, Type::FnPtr(pointer))
                if pointer.abi.is_none() && pointer.variadic.is_none() =>
            {
                around = Around::Pointer;
                (pointer.inputs.iter().collect(), &pointer.output)
            }
            (_, Type::ImplTrait(opaque)) => called(opaque.bounds.iter())?,
            (_, Type::TraitObject(object)) => called(object.bounds.iter())?,
            _ => return None,
        };
        let result = match result {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => Type::clone(ty),
        };
        let closure = Closure::new(&inputs, &result);
        Some(FunctionType { around, closure, result: everlasting(&result).unwrap_or(result) })
    }

    /// True if the function is lent as `&mut`, so that the closure needs a place.
    pub(crate) fn is_mutable(&self) -> bool {
        matches!(self.around, Around::Mutable)
    }

    /// True if it is lent, and so allowed as an argument of the last statement alone.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(self.around, Around::Shared | Around::Mutable)
    }

    /// The reason why its result cannot be built, by its syntax alone, with the name of the
    /// parameter to be filled in.
    pub(crate) fn obstacle(&self) -> Option<fn(Text) -> Obstacle> {
        let mentioned = Mentioned::from_type(&self.result);
        if matches!(peeled(&self.result), Type::Never(_)) {
            Some(Obstacle::DivergingFunction)
        } else if mentioned.is_opaque {
            Some(Obstacle::OpaqueFunction)
        } else if lasts(&self.result) {
            None
        } else if mentioned.is_static || mentioned.elided > 0 || !mentioned.named.is_empty() {
            Some(Obstacle::BorrowingFunction)
        } else {
            None
        }
    }

    /// The code that finds the place of its results; the argument with this index captures it.
    pub(crate) fn place(&self, index: usize) -> TokenStream {
        let at = mixed_site();
        match self.around {
            Around::Nothing | Around::Owner(..) => quote_spanned!(at=> __sbst_frame.place_of_closure()),
            Around::Pointer => quote_spanned!(at=> __sbst_frame.place_of_pointer()),
            Around::Shared | Around::Mutable => place(POINTERS + index),
        }
    }

    /// The argument with this index. `builder` makes its results, and `variable` has their place.
    pub(crate) fn argument(
        &self,
        (builder, variable): (&TokenStream, &Ident),
        index: usize,
        runtime: &Path,
    ) -> TokenStream {
        let at = mixed_site();
        let closure = |place: &TokenStream| self.closure.emit(builder, place, runtime);
        let captured = || {
            let closure = closure(&variable.to_token_stream());
            quote_spanned!(at=> move #closure)
        };
        let lent = || closure(&place(POINTERS + index));
        match &self.around {
            Around::Nothing => captured(),
            Around::Pointer => {
                let last = POINTERS - 1;
                let others = (0..last).map(|number| {
                    let (number, closure) = (place(number), closure(&place(number)));
                    quote_spanned!(at=> #number => #closure,)
                });
                let closure = closure(&place(last));
                quote_spanned!(at=> match #variable { #(#others)* _ => #closure })
            }
            Around::Shared => {
                let closure = lent();
                quote_spanned!(at=> &#closure)
            }
            Around::Mutable => {
                let closure = lent();
                quote_spanned!(at=> &mut #closure)
            }
            Around::Owner(path, _) => {
                let closure = captured();
                quote_spanned!(at=> #path::new(#closure))
            }
        }
    }

    /// The source in a test of a function that returns `{0}`.
    pub(crate) fn template(&self) -> String {
        let closure = format!("|{}| {{0}}", vec!["_"; self.closure.arity()].join(", "));
        match &self.around {
            Around::Nothing | Around::Pointer => closure,
            Around::Shared => format!("&{closure}"),
            Around::Mutable => format!("&mut {closure}"),
            Around::Owner(_, new) => format!("{new}({closure})"),
        }
    }
}

/// The type with `'static` for all its lifetimes, if it can be built: its values are valid for any
/// lifetime.
fn everlasting(ty: &Type) -> Option<Type> {
    struct Everlasting;
    impl VisitMut for Everlasting {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            *lifetime = Lifetime::new("'static", lifetime.span());
        }
        fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
            let span = reference.and_token.spans[0];
            reference.lifetime.get_or_insert_with(|| Lifetime::new("'static", span));
            visit_mut::visit_type_reference_mut(self, reference);
        }
    }
    let mut ty = ty.clone();
    Everlasting.visit_type_mut(&mut ty);
    lasts(&ty).then_some(ty)
}

fn place(number: usize) -> TokenStream {
    Literal::usize_suffixed(number).into_token_stream()
}

/// The owner in `Box<T>` and the like, and `T`.
fn owner(ty: &TypePath) -> Option<(Around, &Type)> {
    let last = ty.path.segments.last().filter(|_| ty.qself.is_none())?;
    let new = match &*last.ident.to_string() {
        "Box" => "Box::new",
        "Rc" => "{std::rc::Rc}::new",
        "Arc" => "{std::sync::Arc}::new",
        _ => return None,
    };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => match &arguments.args[0] {
            GenericArgument::Type(inner) => inner,
            _ => return None,
        },
        _ => return None,
    };
    let mut path = ty.path.clone();
    path.segments.last_mut()?.arguments = PathArguments::None;
    Some((Around::Owner(path, new), inner))
}

/// True for traits that closures without captures have, beside those of functions.
fn is_of_closures(name: &Ident) -> bool {
    name == "Clone" || name == "Copy" || traits::is(&name.to_string(), traits::Fact::Auto)
}

/// The parameters and the result, if these are the bounds of a function that a closure meets.
pub(crate) fn called<'a>(
    bounds: impl Iterator<Item = &'a TypeParamBound>,
) -> Option<(Vec<&'a NamedArg>, &'a ReturnType)> {
    let mut signature = None;
    for bound in bounds {
        match bound {
            TypeParamBound::Lifetime(_) => {}
            TypeParamBound::Trait(bound) => match bound.path.segments.last()? {
                PathSegment { ident, arguments: PathArguments::Parenthesized(arguments) }
                    if ident == "Fn" || ident == "FnMut" || ident == "FnOnce" =>
                {
                    signature = Some((arguments.inputs.iter().collect(), &arguments.output));
                }
                // `?Sized` is not a requirement.
                segment if bound.maybe.is_some() || is_of_closures(&segment.ident) => {}
                _ => return None,
            },
            _ => return None,
        }
    }
    signature
}
