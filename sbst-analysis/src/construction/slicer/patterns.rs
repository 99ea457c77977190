//! Patterns: what the names in them are, and what they look at.

use syn::ext::IdentExt as _;
use syn::{FieldPat, Member, Pat, Path};

use super::{Nodes, Slicer, Value};
use sbst_instrument::condition::patterns::can_fail;

impl Slicer<'_> {
    /// A new variable.
    pub(super) fn declare(&mut self, name: &str, value: Value) {
        self.slots.push(value);
        let slot = self.slots.len() - 1;
        self.frame_mut().scopes.push((name.to_owned(), slot));
    }

    /// The variable that a name means.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        self.frame().scopes.iter().rev().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Binds the names in a pattern to the parts of a value.
    pub(super) fn bind(&mut self, pattern: &Pat, value: &Value) {
        match pattern {
            Pat::Ident(name) => {
                if !can_fail(pattern) || name.subpat.is_some() {
                    self.declare(&name.ident.unraw().to_string(), value.clone());
                }
                if let Some((_, inner)) = &name.subpat {
                    self.bind(inner, value);
                }
            }
            Pat::Type(typed) => {
                let ty = self.ty(&typed.ty);
                let is_known = !ty.is_unknown() && ty.arguments.iter().all(|argument| !argument.is_unknown());
                let typed_value =
                    Value { ty: Some(ty).filter(|_| is_known).or(value.ty.clone()), ..value.clone() };
                self.bind(&typed.pat, &typed_value);
            }
            Pat::Or(or) => or.cases.iter().for_each(|case| self.bind(case, value)),
            other => {
                for (inner, part) in self.parts(other, value) {
                    self.bind(inner, &part);
                }
            }
        }
    }

    /// Adds what a pattern looks at to decide whether a value matches.
    pub(super) fn tested(&mut self, pattern: &Pat, value: &Value, nodes: &mut Nodes) {
        if !can_fail(pattern) {
            return;
        }
        nodes.add(&value.sources());
        match pattern {
            Pat::Or(or) => or.cases.iter().for_each(|case| self.tested(case, value, nodes)),
            Pat::Type(typed) => self.tested(&typed.pat, value, nodes),
            Pat::Ident(name) => {
                if let Some((_, inner)) = &name.subpat {
                    self.tested(inner, value, nodes);
                }
            }
            other => {
                for (inner, part) in self.parts(other, value) {
                    self.tested(inner, &part, nodes);
                }
            }
        }
    }

    /// The patterns in a pattern, each with the part of the value that it is for.
    fn parts<'a>(&mut self, pattern: &'a Pat, value: &Value) -> Vec<(&'a Pat, Value)> {
        match pattern {
            Pat::Paren(inner) => vec![(&*inner.pat, value.clone())],
            Pat::Guard(inner) => vec![(&*inner.pat, value.clone())],
            Pat::Reference(inner) => vec![(&*inner.pat, value.clone())],
            Pat::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate();
                parts.map(|(index, part)| (part, self.field(value, &index.to_string()))).collect()
            }
            Pat::TupleStruct(tuple) => match self.variant(&tuple.path, value) {
                // what `Some`, `Ok` and their kin hold stands in their place
                None => tuple.elems.iter().map(|part| (part, value.clone())).collect(),
                Some(before) => {
                    let parts = tuple.elems.iter().enumerate();
                    parts
                        .map(|(index, part)| (part, self.field(value, &format!("{before}{index}"))))
                        .collect()
                }
            },
            Pat::Struct(structure) => {
                let before = self.variant(&structure.path, value).unwrap_or_default();
                let name = |field: &FieldPat| match &field.member {
                    Member::Named(name) => name.unraw().to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                };
                let parts = structure.fields.iter();
                parts
                    .map(|part| (&*part.pat, self.field(value, &format!("{before}{}", name(part)))))
                    .collect()
            }
            Pat::Slice(slice) => {
                let element = self.element(value);
                slice.elems.iter().map(|part| (part, element.clone())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the names of fields begin with below this path: `Variant.` for an enum, nothing for a struct; `None` if it is
    /// looked through.
    fn variant(&self, path: &Path, value: &Value) -> Option<String> {
        let name = path.segments.last()?.ident.unraw().to_string();
        let ty = value.ty.as_ref().map(|ty| ty.peeled().name.clone());
        let written = path.segments.iter().rev().nth(1).map(|segment| segment.ident.to_string());
        let known = [written, ty, Some(name.clone())].into_iter().flatten();
        for known in known.filter(|known| known != "Self") {
            if let Some(item) = self.program.type_item(&known, self.module()) {
                match item.variants.contains(&name) {
                    true => return Some(format!("{name}.")),
                    false if known == name => return Some(String::new()),
                    false => {}
                }
            }
        }
        let is_own = path.is_ident("Self");
        is_own.then(String::new)
    }
}
