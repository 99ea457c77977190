//! Parts of values: names bound by patterns, fields, and the structures that a path may mean.

use syn::{ext::IdentExt as _, Member, Pat, Path};

use super::super::accesses::{Sources, Target, Value};
use super::super::program::Names;
use super::Walk;

impl Walk<'_> {
    /// Binds the names in a pattern. Returns the fields that the pattern reads.
    pub(super) fn bind(&mut self, pattern: &Pat, value: &Value) -> Sources {
        let mut tested = Sources::default();
        let mut all = |this: &mut Self, parts: Vec<(&Pat, Value)>| {
            for (part, value) in parts {
                tested.add(&value.from);
                tested.add(&this.bind(part, &value));
            }
        };
        let as_whole = |part| (part, value.clone());
        match pattern {
            Pat::Ident(name) => {
                self.variables.push((name.ident.unraw().to_string(), value.clone()));
                let inner = name.subpat.iter().map(|(_, inner)| as_whole(&**inner));
                all(self, inner.collect());
            }
            Pat::Type(typed) => {
                let mut types = self.types(&typed.ty);
                if types.is_empty() {
                    types.clone_from(&value.types);
                }
                all(self, vec![(&*typed.pat, Value { types, ..value.clone() })]);
            }
            Pat::Or(or) => all(self, or.cases.iter().map(as_whole).collect()),
            Pat::Paren(inner) => all(self, vec![as_whole(&*inner.pat)]),
            Pat::Reference(inner) => all(self, vec![as_whole(&*inner.pat)]),
            Pat::Guard(inner) => {
                all(self, vec![as_whole(&*inner.pat)]);
                let guard = self.value(&inner.guard);
                tested.add(&guard.from);
            }
            Pat::Tuple(tuple) => all(self, tuple.elems.iter().map(as_whole).collect()),
            Pat::Slice(slice) => all(self, slice.elems.iter().map(as_whole).collect()),
            Pat::TupleStruct(tuple) => {
                let parts = tuple.elems.iter().enumerate();
                let parts = parts
                    .map(|(index, part)| (part, self.pattern_part(&tuple.path, value, &index.to_string())));
                let parts = parts.collect();
                all(self, parts);
            }
            Pat::Struct(structure) => {
                let parts = structure.fields.iter().map(|part| {
                    (&*part.pat, self.pattern_part(&structure.path, value, &member(&part.member)))
                });
                let parts = parts.collect();
                all(self, parts);
            }
            _ => {}
        }
        tested
    }

    /// The part of a value that a pattern of this structure or variant reads; the whole if unknown.
    pub(super) fn pattern_part(&mut self, path: &Path, value: &Value, field: &str) -> Value {
        let Some((types, before)) = self.structure_type(path) else { return value.clone() };
        let typed = Value { types, ..value.clone() };
        self.part(&typed, &format!("{before}{field}"), true).unwrap_or_else(|| value.clone())
    }

    /// The types that a path of a structure or variant may mean, and its fields' prefix.
    pub(super) fn structure_type(&self, path: &Path) -> Option<(Names, String)> {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.unraw().to_string());
        let last = names.next()?;
        let named = |name: &str| self.program.named(name, &self.function.meanings);
        if let Some(owners) = names.next().map(|owner| named(&owner)) {
            if owners.iter().any(|&owner| self.program.has_variant(owner, &last)) {
                return Some((owners, format!("{last}.")));
            }
        }
        let own = named(&last);
        (!own.is_empty()).then_some((own, String::new()))
    }

    /// A field of a value, if known.
    pub(super) fn part(&mut self, whole: &Value, name: &str, is_read: bool) -> Option<Value> {
        let mut part = Value { from: whole.from.clone(), ..Value::default() };
        for &ty in &whole.types {
            let Some(field) = self.program.field(ty, name) else { continue };
            if is_read {
                self.found.reads.insert(field);
            }
            part.from.fields.insert(field);
            part.places.insert(Target::Field(field));
            let item = &self.program.fields[field];
            part.types.extend(&item.types);
            if item.is_generic {
                part.types.extend(&whole.types);
            }
        }
        (!part.places.is_empty()).then_some(part)
    }

    pub(super) fn named(&mut self, path: &Path) -> Value {
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let known = name.and_then(|name| self.variables.iter().rfind(|known| known.0 == name));
        match known {
            Some((_, value)) => value.clone(),
            // A variant without fields, or a constant.
            None => {
                let types = self.structure_type(path).map(|(types, _)| types);
                Value { types: types.unwrap_or_default(), ..Value::default() }
            }
        }
    }
}

pub(super) fn member(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}
