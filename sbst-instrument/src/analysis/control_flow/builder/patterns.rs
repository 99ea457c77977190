//! Patterns and parameters: the variables that they declare, with their definitions.

use sbst_source::span::Spanned as _;
use std::ops::Range;

use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{ExprClosure, FnArg, Pat, PatIdent, ReceiverKind, Signature, Type};

use super::{places::Bound, Builder};
use crate::analysis::data_flow::{DefinitionKind, VariableKind};
use crate::analysis::{Place, Reason};
use crate::{analysis::data_flow::recorder::Root, condition::patterns::can_fail};

#[derive(Clone, Copy)]
struct Declaration<'a> {
    kind: VariableKind,
    definition: Option<DefinitionKind>,
    bound: &'a Bound,
    /// The number of names known before: names of alternatives are declared once.
    names: usize,
}

impl Builder {
    pub(super) fn parameters(&mut self, signature: &Signature) {
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    let exclusive = match &receiver.kind {
                        ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
                        ReceiverKind::Typed(_, ty) => is_exclusive(ty),
                        _ => false,
                    };
                    let mutable = receiver.mutability.is_some();
                    let root = Root { mutable, exclusive, referent: None };
                    let variable = self.recorder.declare("self", VariableKind::Parameter, root);
                    let place = Place::from_span(receiver.self_token.span);
                    self.recorder.define(variable, place, DefinitionKind::Parameter, 0..0);
                }
                FnArg::Typed(parameter) => {
                    let exclusive = is_exclusive(&parameter.ty);
                    let bound = Bound { exclusive, ..Bound::default() };
                    self.bind_as(
                        &parameter.pat,
                        VariableKind::Parameter,
                        Some(DefinitionKind::Parameter),
                        &bound,
                    );
                    self.declare_type(&parameter.pat, &parameter.ty);
                }
            }
        }
    }

    pub(super) fn closure_parameters(&mut self, closure: &ExprClosure, given: Range<usize>) {
        for input in &closure.inputs {
            let exclusive = matches!(input, Pat::Type(typed) if is_exclusive(&typed.ty));
            let bound = Bound { uses: given.clone(), exclusive, ..Bound::default() };
            self.bind_as(input, VariableKind::Local, Some(DefinitionKind::Binding), &bound);
        }
    }

    pub(super) fn bind(&mut self, pattern: &Pat, bound: &Bound) {
        self.bind_as(pattern, VariableKind::Local, Some(DefinitionKind::Binding), bound);
    }

    /// Declares the names in a pattern of a `let` without a value.
    pub(super) fn declare(&mut self, pattern: &Pat) {
        self.bind_as(pattern, VariableKind::Local, None, &Bound::default());
    }

    fn bind_as(
        &mut self,
        pattern: &Pat,
        kind: VariableKind,
        definition: Option<DefinitionKind>,
        bound: &Bound,
    ) {
        if self.recorder.is_off {
            return;
        }
        let names = self.recorder.scope();
        self.bind_part(pattern, &Declaration { kind, definition, bound, names });
    }

    fn bind_part(&mut self, pattern: &Pat, declaration: &Declaration) {
        match pattern {
            Pat::Ident(name) if !can_fail(pattern) || name.subpat.is_some() => {
                self.bind_name(name, declaration);
                if let Some((_, inner)) = &name.subpat {
                    self.bind_part(inner, declaration);
                }
            }
            Pat::Paren(inner) => self.bind_part(&inner.pat, declaration),
            Pat::Type(inner) => {
                self.bind_part(&inner.pat, declaration);
                self.declare_type(&inner.pat, &inner.ty);
            }
            Pat::Guard(inner) => self.bind_part(&inner.pat, declaration),
            _ if !declaration.bound.given.is_empty() => {
                let bound = Bound { given: Vec::new(), ..declaration.bound.clone() };
                self.bind_part(pattern, &Declaration { bound: &bound, ..*declaration });
            }
            Pat::Reference(inner) => self.bind_part(&inner.pat, declaration),
            Pat::Tuple(tuple) => {
                let bounds = &declaration.bound.parts;
                for (index, element) in tuple.elems.iter().enumerate() {
                    match bounds.get(index).filter(|_| bounds.len() == tuple.elems.len()) {
                        Some(bound) => {
                            self.bind_part(element, &Declaration { bound, ..*declaration });
                        }
                        None => self.bind_part(element, declaration),
                    }
                }
            }
            Pat::TupleStruct(tuple) => {
                tuple.elems.iter().for_each(|element| self.bind_part(element, declaration));
            }
            Pat::Struct(structure) => {
                structure.fields.iter().for_each(|field| self.bind_part(&field.pat, declaration));
            }
            Pat::Slice(slice) => slice.elems.iter().for_each(|element| self.bind_part(element, declaration)),
            Pat::Or(or) => or.cases.iter().for_each(|case| self.bind_part(case, declaration)),
            Pat::Macro(_) | Pat::Verbatim(_) => {
                let name = pattern.to_token_stream().into_iter().next().map(|name| name.to_string());
                self.imprecise(Place::from_span(pattern.span()), Reason::Macro(name.unwrap_or_default()));
            }
            _ => {}
        }
    }

    fn bind_name(&mut self, pattern: &PatIdent, declaration: &Declaration) {
        let Declaration { kind, definition, bound, names } = *declaration;
        let name = pattern.ident.unraw().to_string();
        if self.recorder.named_since(&name, names) {
            return;
        }
        let is_mut = pattern.mutability.is_some();
        let is_reference = pattern.by_ref.is_some();
        let exclusive = bound.exclusive || is_mut && is_reference;
        let root = Root { mutable: is_mut && !is_reference, exclusive, referent: bound.referent };
        let variable = self.recorder.declare(&name, kind, root);
        let place = Place::from_span(pattern.ident.span());
        if let (true, Some(referent)) = (exclusive, bound.referent) {
            let [name, referent] = [variable, referent].map(|of| self.recorder.variables[of].name.clone());
            self.imprecise(place, Reason::Alias(name, referent));
        }
        if let Some(definition) = definition {
            self.recorder.define(variable, place, definition, bound.uses.clone());
            self.give(bound.given.clone());
        }
    }
}

/// True if a type is or contains an exclusive reference.
fn is_exclusive(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => reference.mutability.is_some() || is_exclusive(&reference.elem),
        Type::Paren(inner) => is_exclusive(&inner.elem),
        Type::Group(inner) => is_exclusive(&inner.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(is_exclusive),
        Type::Path(path) => path.to_token_stream().to_string().split(' ').any(|word| word == "mut"),
        _ => false,
    }
}
