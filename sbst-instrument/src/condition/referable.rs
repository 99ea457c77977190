//! The parts of a place that a probe may refer to before a pattern or an operator reads it.
//!
//! To read a place, a probe refers to it. A program that compiles may have places without permitted
//! references:
//!
//! * If *a part of a place has been moved out*, or is mutably borrowed, a pattern may read another
//!   part. Syntax does not show moves. But such a part is named in the body: by a field of the
//!   place, by another pattern that takes the place apart, or by a structure made from the rest of
//!   it. An unknown macro may also name it. If the body has none of these, the place is whole.
//! * *Fields of packed structures* may be read and written, but not referred to; see
//!   [`sbst_source::package`]. In a package with packed structures, a macro may get one of their
//!   fields.

use proc_macro2::{TokenStream, TokenTree};
use sbst_source::visit::{self, Visit};
use std::collections::BTreeSet;
use syn::ext::IdentExt as _;
use syn::{Block, Expr, ExprAssign, ExprLet, ExprMatch, ExprStruct, Local, Macro, Member, Pat, Path, UnOp};

use crate::condition::known_macros::{KnownMacro, Matches};
use crate::condition::macro_names::{is_fragment, FRAGMENT_NAME};
use crate::condition::patterns::Referable;
use crate::condition::peeled;
use sbst_source::package::sources;

/// The places that a body takes apart.
#[derive(Default)]
pub(crate) struct Places {
    fields: Vec<Handle>,
    /// Places taken apart by patterns, and structures made from the rest of them.
    taken_apart: Vec<Handle>,
    /// Names in unknown macros.
    in_macros: BTreeSet<String>,
}

/// True if a place is an element or in one: moves out of an indexed value are impossible.
fn is_of_element(place: &Expr) -> bool {
    match peeled(place) {
        Expr::Index(_) => true,
        Expr::Field(field) => is_of_element(&field.base),
        Expr::Unary(unary) => is_of_element(&unary.expr),
        _ => false,
    }
}

/// A variable and a path of fields.
type Handle = Vec<String>;

impl Places {
    /// The places of `body`, before its rewriting.
    pub(crate) fn from_body(body: &Block) -> Places {
        let mut places = Places::default();
        places.visit_block(body);
        places
    }

    /// The part of `scrutinee` that a probe may refer to before a match with these patterns.
    pub(crate) fn referable<'p>(
        &self,
        scrutinee: &Expr,
        patterns: impl IntoIterator<Item = &'p Pat>,
    ) -> Referable {
        if may_be_packed(scrutinee) || patterns.into_iter().any(has_packed) {
            Referable::Nothing
        } else if self.may_be_apart(scrutinee) {
            Referable::Parts
        } else {
            Referable::Whole
        }
    }

    /// True if an unknown macro mentions a name.
    pub(crate) fn is_in_macro(&self, name: &str) -> bool {
        self.in_macros.contains(name)
    }

    fn may_be_apart(&self, place: &Expr) -> bool {
        if is_of_element(place) {
            return false;
        }
        let Some(handle) = handle(place) else { return false };
        let is_field_of = |field: &&Handle| field.len() > handle.len() && field.starts_with(&handle);
        let is_related = |other: &&Handle| other.starts_with(&handle) || handle.starts_with(other);
        // The current pattern is itself one of those that take a place apart.
        self.in_macros.contains(&handle[0])
            || self.fields.iter().any(|field| is_field_of(&field))
            || self.taken_apart.iter().filter(is_related).count() > 1
    }

    fn take_apart<'p>(&mut self, place: &Expr, mut patterns: impl Iterator<Item = &'p Pat>) {
        if let Some(handle) = handle(place).filter(|_| patterns.any(has_parts)) {
            self.taken_apart.push(handle);
        }
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Field(_) = expression {
            self.fields.extend(handle(expression));
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        self.take_apart(&matching.expr, matching.arms.iter().map(|arm| &arm.pat));
        visit::visit_expr_match(self, matching);
    }

    fn visit_expr_let(&mut self, binding: &'ast ExprLet) {
        self.take_apart(&binding.expr, std::iter::once(&*binding.pat));
        visit::visit_expr_let(self, binding);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.take_apart(&init.expr, std::iter::once(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_assign(&mut self, assignment: &'ast ExprAssign) {
        if !matches!(
            peeled(&assignment.left),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_)
        ) {
            self.taken_apart.extend(handle(&assignment.right));
        }
        visit::visit_expr_assign(self, assignment);
    }

    fn visit_expr_struct(&mut self, structure: &'ast ExprStruct) {
        if let Some(rest) = structure.rest.as_deref().and_then(handle) {
            // Twice, because there is no current pattern here.
            self.taken_apart.extend([rest.clone(), rest]);
        }
        visit::visit_expr_struct(self, structure);
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        if let Some(matches) = Matches::parse(invocation) {
            self.take_apart(&matches.scrutinee, std::iter::once(&matches.pattern));
        }
        match KnownMacro::parse(invocation) {
            Some(KnownMacro::Assert(arguments) | KnownMacro::Other(arguments)) => {
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            Some(KnownMacro::AssertCompared(_, arguments)) => {
                arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            Some(KnownMacro::Repeat(repeat)) => {
                self.visit_expr(&repeat.element);
                self.visit_expr(&repeat.length);
            }
            Some(KnownMacro::Matches(matches)) => {
                self.visit_expr(&matches.scrutinee);
                if let Some((_, guard)) = &matches.guard {
                    self.visit_expr(guard);
                }
            }
            None => names(invocation.tokens.clone(), &mut self.in_macros),
        }
    }
}

fn names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => names(group.stream(), found),
            TokenTree::Ident(name) => {
                found.insert(name.unraw().to_string());
            }
            _ => {}
        }
    }
}

/// The variable and the fields of a place. References and dereferences are ignored.
fn handle(place: &Expr) -> Option<Handle> {
    let (base, part) = match peeled(place) {
        Expr::Path(path) => {
            return path.path.segments.last().map(|name| vec![name.ident.unraw().to_string()]);
        }
        Expr::Field(field) => (&field.base, Some(member_name(&field.member))),
        Expr::Index(index) => (&index.expr, Some(String::from("[]"))),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => (&unary.expr, None),
        Expr::Reference(reference) => (&reference.expr, None),
        _ => return None,
    };
    let mut handle = handle(base)?;
    handle.extend(part);
    Some(handle)
}

fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// True if `pattern` reads parts of the matched value.
fn has_parts(pattern: &Pat) -> bool {
    match pattern {
        Pat::Tuple(_) | Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Slice(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inner)| has_parts(inner)),
        Pat::Paren(inner) => has_parts(&inner.pat),
        Pat::Reference(inner) => has_parts(&inner.pat),
        Pat::Type(inner) => has_parts(&inner.pat),
        Pat::Guard(inner) => has_parts(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(has_parts),
        Pat::Macro(_) | Pat::Verbatim(_) => true,
        _ => false,
    }
}

/// True if `expression` is a place that may be within a packed structure: then references to it are
/// not allowed.
pub(crate) fn may_be_packed(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Field(field) => is_packed_member(&field.member) || may_be_packed(&field.base),
        Expr::Index(index) => may_be_packed(&index.expr),
        // A reference shows a part of the original.
        Expr::Reference(reference) => may_be_packed(&reference.expr),
        Expr::Macro(fragment) => is_fragment(&fragment.mac) && sources().has_packed(),
        _ => false,
    }
}

/// True if a member, perhaps a macro's argument, may be one of a packed structure.
fn is_packed_member(member: &Member) -> bool {
    let name = member_name(member);
    sources().may_be_packed(&name) || name.starts_with(FRAGMENT_NAME) && sources().has_packed()
}

fn has_packed(pattern: &Pat) -> bool {
    let is_packed = |path: &Path| {
        let name = path.segments.last().map(|name| name.ident.unraw().to_string());
        name.is_some_and(|name| sources().may_be_packed_type(&name))
    };
    match pattern {
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inner)| has_packed(inner)),
        Pat::Paren(inner) => has_packed(&inner.pat),
        Pat::Reference(inner) => has_packed(&inner.pat),
        Pat::Type(inner) => has_packed(&inner.pat),
        Pat::Guard(inner) => has_packed(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(has_packed),
        Pat::TupleStruct(tuple) => is_packed(&tuple.path) || tuple.elems.iter().any(has_packed),
        Pat::Struct(structure) => {
            is_packed(&structure.path)
                || structure
                    .fields
                    .iter()
                    .any(|field| is_packed_member(&field.member) || has_packed(&field.pat))
        }
        Pat::Slice(slice) => slice.elems.iter().any(has_packed),
        Pat::Or(or) => or.cases.iter().any(has_packed),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    fn referable(body: &str, scrutinee: &str, pattern: &str) -> Referable {
        let block: Block = parse_str(&format!("{{ {body} if let {pattern} = {scrutinee} {{}} }}")).unwrap();
        let condition: ExprLet = parse_str(&format!("let {pattern} = {scrutinee}")).unwrap();
        Places::from_body(&block).referable(&condition.expr, [&*condition.pat])
    }

    #[test]
    fn a_place_that_is_never_taken_apart_is_whole() {
        for body in [
            "",
            "f(s); s.m();",
            "let t = s; g(&mut s);",
            "t.0; println!(\"{}\", s);",
            "u.s.0; let (a, _) = f(s);",
        ] {
            assert_eq!(referable(body, "s", "(_, 3)"), Referable::Whole, "{body}");
        }
        assert_eq!(referable("f(s.0);", "s.1", "(_, 3)"), Referable::Whole);
        assert_eq!(referable("drop(s.0);", "s.0[1]", "(_, 3)"), Referable::Whole, "an element lacks nothing");
    }

    #[test]
    fn a_place_with_parts_of_its_own_may_lack_one() {
        for body in [
            "drop(s.0);",
            "let r = &mut (*s).0;",
            "let c = move || s.0;",
            "let (a, _) = s;",
            "match &mut s { (a, _) => {} }",
            "(a, _) = s;",
            "let t = T { a, ..s };",
            "take!(s);",
            "assert!(matches!(s, (_, 3)));",
            "println!(\"{}\", s.0);",
        ] {
            assert_eq!(referable(body, "s", "(_, 3)"), Referable::Parts, "{body}");
        }
        assert_eq!(referable("let S { t: (a, _), .. } = s;", "s.t", "(_, 3)"), Referable::Parts);
    }
}
