//! Operators that read or write places: comparisons, assignments and compound assignments.

use std::collections::BTreeSet;

use syn::{ext::IdentExt as _, BinOp, Expr, ExprAssign, ExprBinary, Path};

use super::super::accesses::{add_write, Sources, Target, Value, Write};
use super::super::program::Names;
use super::{member, Walk};
use sbst_instrument::analysis::control_flow::builder::is_compound;
use sbst_instrument::analysis::Place;
use sbst_instrument::condition::peeled;

/// The assumed depth of fields that `==` reads, in types within types.
const COMPARED_DEPTH: usize = 3;

impl Walk<'_> {
    pub(super) fn binary(&mut self, binary: &ExprBinary) -> Value {
        if is_compound(&binary.op) {
            let mut value = self.value(&binary.right);
            let old = self.value(&binary.left);
            value.add(&old);
            self.assign(&binary.left, &value);
            return Value::default();
        }
        let (left, right) = (self.value(&binary.left), self.value(&binary.right));
        let mut from = left.from.clone();
        from.add(&right.from);
        let is_place = |side: &Expr| match peeled(side) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
            Expr::Reference(inner) => matches!(peeled(&inner.expr), Expr::Path(_) | Expr::Field(_)),
            _ => false,
        };
        if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_))
            && is_place(&binary.left)
            && is_place(&binary.right)
        {
            let own = self.program.associated(&left.types, "eq");
            match own.is_empty() {
                true => self.compare(&left.types, &mut from, COMPARED_DEPTH),
                false => from.add(&self.invoke(&own, vec![left.clone(), right]).from),
            }
            self.note(Place::from_expression(&binary.left), &from);
        }
        Value { from, ..Value::default() }
    }

    /// Adds all fields in these types.
    pub(super) fn compare(&mut self, types: &Names, from: &mut Sources, depth: usize) {
        for field in types.iter().flat_map(|&ty| self.program.list_fields(ty)) {
            if from.fields.insert(field) && depth > 1 {
                self.compare(&self.program.fields[field].types, from, depth - 1);
            }
            self.found.reads.insert(field);
        }
    }

    pub(super) fn assignment(&mut self, assignment: &ExprAssign) -> Value {
        let value = self.value(&assignment.right);
        self.assign(&assignment.left, &value);
        Value::default()
    }

    pub(super) fn assign(&mut self, left: &Expr, value: &Value) {
        let mut value = value.clone();
        value.from.add(&self.control);
        match peeled(left) {
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.assign(part, &value)),
            Expr::Path(path) => self.change(&path.path, &value),
            Expr::Field(field) => {
                let whole = self.value(&field.base);
                let part = self.part(&whole, &member(&field.member), false);
                part.into_iter().for_each(|part| self.write(&part.places, &value, false));
                self.change_variable(&field.base, &value);
            }
            other => {
                let place = self.value(other);
                value.from.add(&place.from);
                self.write(&place.places, &value, false);
                self.change_variable(other, &value);
            }
        }
    }

    pub(super) fn change(&mut self, path: &Path, value: &Value) {
        let name = path.get_ident().map(|name| name.unraw().to_string());
        let known = name.and_then(|name| self.variables.iter_mut().rfind(|known| known.0 == name));
        if let Some((_, variable)) = known {
            variable.from.add(&value.from);
            variable.types.extend(&value.types);
        }
    }

    pub(super) fn change_variable(&mut self, place: &Expr, value: &Value) {
        match peeled(place) {
            Expr::Path(path) => {
                self.change(&path.path, &Value { from: value.from.clone(), ..Value::default() })
            }
            Expr::Field(field) => self.change_variable(&field.base, value),
            Expr::Index(index) => self.change_variable(&index.expr, value),
            Expr::Unary(unary) => self.change_variable(&unary.expr, value),
            Expr::MethodCall(call) => self.change_variable(&call.receiver, value),
            _ => {}
        }
    }

    pub(super) fn write(&mut self, places: &BTreeSet<Target>, value: &Value, repeats: bool) {
        let write = Write::from_sources(&value.from, repeats, false);
        for &place in places {
            add_write(&mut self.found.writes, place, &write);
        }
    }
}
