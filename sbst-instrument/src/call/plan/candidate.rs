//! A candidate for a type parameter, and its source in tests.

use crate::call::types::ours::is_double;
use proc_macro2::Ident;
use quote::ToTokens as _;
use sbst_source::visit_mut::VisitMut as _;
use syn::{parse_quote, ConstParam, Expr, Path, Type};

use crate::call::signature::constants::as_type;
use crate::call::types::markers::mentions_marked;
use crate::call::types::markers::unmarked;
use crate::call::types::mentions::last_name;
use crate::call::types::mentions::single;
use crate::call::types::substitution::Substitution;
use crate::call::types::values::expression;
use crate::call::types::values::values;
use crate::{attribute::template::Pieces, syntax::lifetimes::Mentioned};

/// A type for a parameter, or a value for a constant.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) ty: Type,
    /// Its source in a test. `None` if only the author of the bounds can surely write it, and it is
    /// not needed.
    pub(crate) text: Option<String>,
    /// Its source by the names of the module, if it has no text.
    pub(crate) own: Option<Pieces>,
    /// The type as a test writes it once the parameters in it have texts, if it has neither.
    pub(crate) written: Option<Type>,
    /// The associated type that its bound names: `Item`, `Target`.
    pub(crate) inside: Option<Type>,
    /// The value of a constant.
    pub(crate) constant: Option<Expr>,
    /// True if it borrows from the execution.
    pub(crate) borrows: bool,
    /// True if the source of a value has this type and no other.
    pub(crate) is_evident: bool,
    /// True if it is a type of the package, so that its values may be objects.
    pub(crate) is_own: bool,
    /// The emitted type that builds its values of their parts, if known.
    pub(crate) built: Option<Ident>,
    /// True if each value in a test has one of several types, which its source shows.
    pub(crate) is_varied: bool,
    /// True if only the compiler's verdict can admit it.
    pub(crate) is_guess: bool,
    /// True if it may have a trait of the package, by the implementations or by the compiler's
    /// verdict.
    pub(crate) is_meant: bool,
    /// True if it is well formed for all choices of the parameters in it.
    pub(crate) takes_any: bool,
    /// Other parameters, with the types that it implies for them.
    pub(crate) implied: Vec<(Ident, Type)>,
    /// Other parameters, with types that meet the bounds on them if it is chosen.
    pub(crate) wished: Vec<(Ident, Type)>,
}

impl Candidate {
    /// A type without further information.
    pub(crate) fn new(ty: Type) -> Candidate {
        Candidate {
            ty,
            text: None,
            own: None,
            written: None,
            inside: None,
            constant: None,
            borrows: false,
            is_evident: false,
            is_own: false,
            built: None,
            is_varied: false,
            is_guess: false,
            is_meant: false,
            takes_any: false,
            implied: Vec::new(),
            wished: Vec::new(),
        }
    }

    /// A type of the package with this name: the source of its values shows their type.
    pub(crate) fn own(ty: Type, path: Path, built: Option<Ident>) -> Candidate {
        Candidate { own: Some(Pieces::if_named(&path)), built, ..Candidate::proposal(&ty) }
    }

    /// A type from an implementation in the crate, perhaps with placeholders for parameters. A
    /// value's source does not show the type's own arguments.
    pub(crate) fn implementing(ty: Type, is_own: bool, built: Option<Ident>) -> Candidate {
        let takes_any = mentions_marked(&ty);
        let ty = unmarked(ty);
        let is_evident = is_own || last_name(&ty).is_some_and(|last| last == "String");
        let has_arguments = |path: &Path| path.segments.iter().any(|segment| !segment.arguments.is_empty());
        let is_evident = is_evident && matches!(&ty, Type::Path(path) if !has_arguments(&path.path));
        let borrows = !Mentioned::from_type(&ty).named.is_empty();
        // A test writes it with the types chosen for the parameters.
        let own = (!takes_any && !is_double(&ty)).then(|| Pieces::from_type(&ty));
        Candidate { own, built, is_evident, is_own, borrows, takes_any, ..Candidate::proposal(&ty) }
    }

    /// The candidate with these types of other parameters, and types to try for others.
    pub(crate) fn implying(self, implied: Vec<(Ident, Type)>, wished: Vec<(Ident, Type)>) -> Candidate {
        Candidate { implied, wished, ..self }
    }

    /// Replaces each of these parameters by a number type: the compiler infers them from the
    /// candidate.
    pub(crate) fn put_numbers(&mut self, names: &[&Ident]) {
        let types = names.iter().map(|name| ((*name).clone(), parse_quote!(::core::primitive::i32)));
        let mut numbers = Substitution { types: types.collect(), ..Substitution::default() };
        let types = [Some(&mut self.ty), self.written.as_mut(), self.inside.as_mut()];
        types.into_iter().flatten().for_each(|ty| numbers.visit_type_mut(ty));
        self.implied.iter_mut().chain(&mut self.wished).for_each(|(_, ty)| numbers.visit_type_mut(ty));
    }

    /// True if the emitted code determines how values are made: as objects, or of their parts.
    pub(crate) fn is_made_here(&self) -> bool {
        self.is_own || self.built.is_some()
    }

    /// The candidates for a constant: these first, then the usual ones. `before`: the number of
    /// earlier constants of its type, which begin with other values.
    pub(crate) fn from_constant(constant: &ConstParam, named: &[String], before: usize) -> Vec<Candidate> {
        let mut values: Vec<String> = values(&constant.ty).iter().map(ToString::to_string).collect();
        let first = before.min(values.len() - 1);
        values[..=first].rotate_right(1);
        let others = values.iter().filter(|value| !named.contains(value));
        let candidates = named.iter().chain(others).map(|text| {
            let value = expression(text);
            let ty = as_type(constant, &value.to_token_stream());
            Candidate { text: Some(text.clone()), constant: Some(value), ..Candidate::new(ty) }
        });
        candidates.collect()
    }

    /// The type that a bound names, as it is.
    pub(crate) fn same(ty: &Type) -> Candidate {
        let is_simple = single(ty).is_some_and(|name| name.to_string().starts_with(char::is_lowercase));
        let text = is_simple.then(|| ty.to_token_stream().to_string());
        let borrows = !matches!(ty, Type::Path(_));
        let own = single(ty).filter(|name| text.is_none() && *name != "Self");
        let own = own.map(|name| Pieces::if_named(&Path::from(name.clone())));
        Candidate { text, own, written: Some(ty.clone()), borrows, ..Candidate::new(ty.clone()) }
    }

    /// A type that is known to have a trait of the package: the source of its values shows their
    /// type.
    pub(crate) fn proposal(ty: &Type) -> Candidate {
        let own = single(ty).filter(|_| !is_double(ty));
        let own = own.map(|name| Pieces::if_named(&Path::from(name.clone())));
        Candidate { own, is_evident: true, is_own: true, ..Candidate::new(ty.clone()) }
    }
}

/// Keeps the first candidate of each type.
pub(crate) fn drop_repetitions(candidates: &mut Vec<Candidate>) {
    let mut known = Vec::new();
    candidates.retain(|candidate| {
        let text = candidate.ty.to_token_stream().to_string();
        let is_new = !known.contains(&text);
        known.push(text);
        is_new
    });
}
