//! The claims of conditions, and the values of definitions, if syntax and declared types show them
//! ([`feasibility`](crate::analysis::feasibility)).
//!
//! 1. A place is a variable. It is also a field or a referent, if the type of the variable is
//!    declared: an unrecognised reference may change its referent unseen.
//! 2. A method counts as the standard library's if the type is declared, or if its name is
//!    unambiguous (`is_none`).
//! 3. A number compared with a literal is an integer, not a reference to one.

use quote::ToTokens as _;
use syn::{ext::IdentExt as _, BinOp, Expr, ExprBinary, ExprMethodCall, Pat, RangeLimits, Type, UnOp};

use super::Builder;
use crate::analysis::claim::set::Set;
use crate::analysis::claim::values::{
    ascii_class, find_range, has_first_part, is_integer, keeps_length, lengths, literal, literal_range,
    presence_in, referred, set_in, variant,
};
use crate::analysis::claim::{Aspect, Claim, Operand, Quantity};
use crate::analysis::data_flow::{Step, VariableKind};
use crate::analysis::Place;
use crate::condition::patterns::names_constant;
use crate::condition::peeled;
use crate::syntax::operators::{arithmetic, assigns};

impl Builder {
    pub(super) fn claim_comparison(&mut self, comparison: &ExprBinary) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let (left, right) = (self.operand(&comparison.left), self.operand(&comparison.right));
        let mut claims = match comparison.op {
            BinOp::Eq(_) => vec![Claim::Equal(left, right)],
            BinOp::Ne(_) => vec![Claim::Equal(left, right).negated()],
            BinOp::Lt(_) => vec![Claim::Less(left, right)],
            BinOp::Gt(_) => vec![Claim::Less(right, left)],
            BinOp::Le(_) => vec![Claim::Less(right, left).negated()],
            BinOp::Ge(_) => vec![Claim::Less(left, right).negated()],
            _ => Vec::new(),
        };
        // The compared values may be unordered, as NaN is.
        claims.retain(has_known);
        let is_not = matches!(comparison.op, BinOp::Ne(_));
        let op = match comparison.op {
            BinOp::Ne(_) => BinOp::Eq(Default::default()),
            op => op,
        };
        let mut of = Vec::new();
        let sides = (self.spell(&comparison.left, &mut of), self.spell(&comparison.right, &mut of));
        if let (Some(left), Some(right), false) = (sides.0, sides.1, of.is_empty()) {
            let text = format!("{left} {} {right}", op.to_token_stream());
            let same = outcome(text, of);
            claims.push(if is_not { same.negated() } else { same });
        }
        claims
    }

    pub(super) fn claim_boolean(&mut self, expression: &Expr) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        match peeled(expression) {
            Expr::MethodCall(call) => self.claim_method(call).into_iter().collect(),
            Expr::Unary(negation) if matches!(negation.op, UnOp::Not(_)) => {
                self.claim_boolean(&negation.expr).into_iter().map(Claim::negated).collect()
            }
            place => {
                let Some((variable, _)) = self.place(place) else { return Vec::new() };
                let operand = Operand::ask(Aspect::Value, variable, Set::between(0, 1));
                vec![Claim::Among(operand, Set::only(1))]
            }
        }
    }

    fn claim_method(&mut self, call: &ExprMethodCall) -> Option<Claim> {
        let name = call.method.unraw().to_string();
        let present = |this: &mut Self, value| {
            let operand = this.ask_presence(&call.receiver)?;
            Some(Claim::Among(operand, Set::only(value)))
        };
        match (&*name, call.args.len()) {
            ("is_some" | "is_ok", 0) => present(self, 1),
            ("is_none" | "is_err", 0) => present(self, 0),
            ("is_empty", 0) => Some(Claim::Among(self.ask_length(&call.receiver)?, Set::only(0))),
            ("contains", 1) => {
                let (low, high) = literal_range(&call.receiver)?;
                Some(Claim::Among(self.operand(&call.args[0]), Set::between(low, high)))
            }
            (name, 0) => {
                let set = ascii_class(name)?;
                Some(Claim::Among(self.operand(&call.receiver), set))
            }
            _ => None,
        }
    }

    /// The claim that a value matches a pattern, in the `match` at a place if given.
    pub(super) fn claim_pattern(
        &mut self,
        scrutinee: &Expr,
        pattern: &Pat,
        in_match: Option<Place>,
    ) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let claim = match presence_in(pattern) {
            Some((value, is_exact)) => self.ask_presence(scrutinee).map(|operand| match is_exact {
                true => Claim::Among(operand, Set::only(value)),
                false => Claim::OnlyAmong(operand, Set::only(value)),
            }),
            None => set_in(pattern).map(|set| {
                let operand = self.operand(scrutinee);
                let of_match = in_match.map(|at| Quantity { aspect: Aspect::Matched(at), of: Vec::new() });
                Claim::Among(Operand { quantity: operand.quantity.clone().or(of_match), ..operand }, set)
            }),
        };
        claim.into_iter().collect()
    }

    /// The claim that `?` continues.
    pub(super) fn claim_try(&mut self, operand: &Expr) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let operand = self.ask_presence(operand);
        operand.map(|operand| Claim::Among(operand, Set::only(1))).into_iter().collect()
    }

    /// The claim that a loop has a first iteration.
    pub(super) fn claim_iteration(&mut self, iterable: &Expr) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let claim = match peeled(iterable) {
            Expr::Range(range) => match (&range.start, &range.end, &range.limits) {
                (Some(start), Some(end), limits) => {
                    let (start, end) = (self.operand(start), self.operand(end));
                    Some(match limits {
                        RangeLimits::HalfOpen(_) => Claim::Less(start, end),
                        RangeLimits::Closed(_) => Claim::Less(end, start).negated(),
                    })
                }
                _ => None,
            },
            Expr::Reference(reference) => return self.claim_iteration(&reference.expr),
            Expr::MethodCall(call) if call.args.is_empty() && keeps_length(call) => {
                return self.claim_iteration(&call.receiver);
            }
            Expr::MethodCall(call) if has_first_part(call) => {
                Some(Claim::Among(Operand::named("the number of parts", Set::at_least(1)), Set::at_least(1)))
            }
            place => self.ask_length(place).map(|length| Claim::Among(length, Set::at_least(1))),
        };
        claim.into_iter().collect()
    }

    /// The facts about a variable that is bound to, or assigned, this value.
    pub(super) fn describe_value(&mut self, value: &Expr) -> Vec<(Aspect, Operand)> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let operand = self.operand(value);
        let mut given = Vec::new();
        if operand.quantity.is_some() || !operand.always.is_all() {
            given.push((Aspect::Value, operand));
        }
        given.extend(self.ask_length(value).map(|length| (Aspect::Length, length)));
        let presence = match peeled(value) {
            Expr::Call(call) => variant(&call.func),
            Expr::Path(_) => variant(value).filter(|value| *value == 0),
            _ => None,
        };
        given.extend(presence.map(|value| (Aspect::Presence, Operand::within(Set::only(value)))));
        given
    }

    /// The facts about each element of an iterable.
    pub(super) fn describe_element(&mut self, iterable: &Expr) -> Vec<(Aspect, Operand)> {
        if self.recorder.is_off {
            return Vec::new();
        }
        match peeled(iterable) {
            Expr::MethodCall(call) => match (&*call.method.to_string(), call.args.first()) {
                ("chunks" | "chunks_mut" | "rchunks", Some(size)) => {
                    let most = literal(size).map_or_else(Set::all, Set::at_most);
                    vec![(Aspect::Length, Operand::within(Set::at_least(1).intersection(&most)))]
                }
                ("chunks_exact" | "windows", Some(size)) => {
                    let length = literal(size).map_or_else(|| Set::at_least(1), Set::only);
                    vec![(Aspect::Length, Operand::within(length))]
                }
                _ => Vec::new(),
            },
            Expr::Range(range) => {
                let end = |end: &Option<Box<Expr>>| end.as_ref().and_then(|end| literal(end));
                let low = end(&range.start).map_or_else(Set::all, Set::at_least);
                let high = end(&range.end).map_or_else(Set::all, |high| match range.limits {
                    RangeLimits::HalfOpen(_) => Set::at_most(high.saturating_sub(1)),
                    RangeLimits::Closed(_) => Set::at_most(high),
                });
                vec![(Aspect::Value, Operand::within(low.intersection(&high)))]
            }
            _ => Vec::new(),
        }
    }

    /// Records facts about the last defined variable.
    pub(super) fn give(&mut self, given: Vec<(Aspect, Operand)>) {
        if let (false, Some(last)) = (given.is_empty(), self.recorder.definitions.len().checked_sub(1)) {
            self.facts.insert(last, given);
        }
    }

    /// Declares the type of the variable with the name of a pattern.
    pub(super) fn declare_type(&mut self, pattern: &Pat, ty: &Type) {
        if let (Pat::Ident(name), false) = (pattern, self.recorder.is_off) {
            if let Some(variable) = self.recorder.named(&name.ident.unraw().to_string()) {
                let root = self.recorder.variables[variable].root;
                self.types.insert(root, ty.clone());
            }
        }
    }

    /// Rule 1, with the type if it is declared.
    fn place(&mut self, expression: &Expr) -> Option<(usize, Option<Type>)> {
        let expression = peeled(expression);
        let variable = self.resolve(expression)?;
        let known = &self.recorder.variables[variable];
        let is_part = !matches!(expression, Expr::Path(_));
        let is_known = matches!(known.kind, VariableKind::Parameter | VariableKind::Local)
            && !known.path.contains(&Step::Element);
        let ty = self.types.get(&known.root).cloned();
        let is_self =
            self.recorder.named("self").is_some_and(|this| self.recorder.variables[this].root == known.root);
        (is_known && (!is_part || ty.is_some() || is_self))
            .then_some((variable, ty.filter(|_| known.path.is_empty())))
    }

    fn ask_presence(&mut self, expression: &Expr) -> Option<Operand> {
        let expression = match peeled(expression) {
            Expr::Reference(reference) => peeled(&reference.expr),
            Expr::MethodCall(call) if call.method == "as_ref" || call.method == "as_deref" => {
                peeled(&call.receiver)
            }
            other => other,
        };
        let (variable, _) = self.place(expression)?;
        Some(Operand::ask(Aspect::Presence, variable, Set::between(0, 1)))
    }

    /// Rule 2.
    fn ask_length(&mut self, expression: &Expr) -> Option<Operand> {
        match peeled(expression) {
            Expr::Reference(reference) => return self.ask_length(&reference.expr),
            Expr::Array(array) => {
                return Some(Operand::named("the length", Set::only(array.elems.len() as i128)))
            }
            Expr::Repeat(repeat) => {
                return Some(Operand::named("the length", Set::only(literal(&repeat.len)?)))
            }
            Expr::MethodCall(call) if call.args.is_empty() => match &*call.method.to_string() {
                "as_bytes" | "as_slice" | "as_str" | "bytes" | "char_indices" | "chars" => {
                    return self.ask_length(&call.receiver);
                }
                _ => return None,
            },
            _ => {}
        }
        let (variable, ty) = self.place(expression)?;
        let quantity = Quantity { aspect: Aspect::Length, of: vec![variable] };
        let always = match ty {
            Some(ty) => lengths(&ty)?,
            // The length of an element or of an array may be known.
            None if self.has_length(variable) => Set::at_least(0),
            None => return None,
        };
        Some(Operand::answer(quantity, always))
    }

    /// True if a definition of the variable shows its length.
    fn has_length(&self, variable: usize) -> bool {
        self.facts.iter().any(|(&definition, given)| {
            self.recorder.definitions[definition].variable == variable
                && given.iter().any(|(aspect, _)| *aspect == Aspect::Length)
        })
    }

    fn operand(&mut self, expression: &Expr) -> Operand {
        let expression = peeled(expression);
        if let Some(value) = literal(expression) {
            return Operand::within(Set::only(value));
        }
        match expression {
            Expr::Cast(cast) => {
                let Some(range) = find_range(&cast.ty) else { return Operand::unknown() };
                let of = self.operand(&cast.expr);
                match of.always.intersection(&range) == of.always {
                    true => of,
                    false => Operand::within(range),
                }
            }
            Expr::Binary(binary) => match (binary.op, literal(&binary.right)) {
                (BinOp::Add(_), Some(more)) => self.operand(&binary.left).plus(more),
                (BinOp::Sub(_), Some(less)) => self.operand(&binary.left).plus(-less),
                _ => Operand::within(self.computed(binary).unwrap_or_else(Set::all)),
            },
            Expr::MethodCall(call) => match (&*call.method.to_string(), call.args.len()) {
                ("len", 0) => {
                    let known = self.ask_length(&call.receiver);
                    known.unwrap_or_else(|| Operand::named("a length", Set::at_least(0)))
                }
                ("clone" | "to_owned", 0) => self.operand(&call.receiver),
                ("count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros", 0) => {
                    Operand::within(Set::between(0, 128))
                }
                _ => Operand::unknown(),
            },
            place => {
                let Some((variable, ty)) = self.place(place) else { return Operand::unknown() };
                let always = ty.as_ref().and_then(referred).and_then(find_range).unwrap_or_else(Set::all);
                Operand::ask(Aspect::Value, variable, always)
            }
        }
    }

    /// The values of a remainder or of a mask.
    fn computed(&mut self, binary: &ExprBinary) -> Option<Set> {
        let by = literal(&binary.right)?;
        let of = self.operand(&binary.left).always;
        let is_not_negative = of.least().is_some_and(|least| least >= 0);
        match binary.op {
            BinOp::Rem(_) if by > 0 && is_not_negative => Some(Set::between(0, by - 1)),
            BinOp::Rem(_) if by > 0 && is_integer(&binary.right) => Some(Set::between(1 - by, by - 1)),
            BinOp::BitAnd(_) if by >= 0 && is_integer(&binary.right) => Some(Set::between(0, by)),
            BinOp::Shr(_) if is_not_negative && (0..127).contains(&by) && !of.is_all() => {
                Some(Set::between(of.least()? >> by, of.greatest()? >> by))
            }
            _ => None,
        }
    }

    /// The text of an expression of literals and places with a constant value, with its variables
    /// numbered.
    fn spell(&mut self, expression: &Expr, of: &mut Vec<usize>) -> Option<String> {
        match peeled(expression) {
            Expr::Lit(literal) => Some(literal.to_token_stream().to_string()),
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
                let op = unary.op.to_token_stream();
                Some(format!("{op}{}", self.spell(&unary.expr, of)?))
            }
            Expr::Binary(binary) if arithmetic(&binary.op).is_some() && !assigns(&binary.op) => {
                let (left, right) = (self.spell(&binary.left, of)?, self.spell(&binary.right, of)?);
                let op = binary.op.to_token_stream();
                Some(format!("({left} {op} {right})"))
            }
            Expr::Cast(cast) => {
                find_range(&cast.ty)?;
                let ty = cast.ty.to_token_stream();
                Some(format!("{} as {ty}", self.spell(&cast.expr, of)?))
            }
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                let quantity = self.ask_length(&call.receiver)?.quantity?;
                let text = format!("len({:?})", quantity.of);
                of.extend(quantity.of);
                Some(text)
            }
            Expr::Path(path) if names_constant(&path.path) => Some(path.to_token_stream().to_string()),
            place => {
                let (variable, _) = self.place(place)?;
                of.push(variable);
                Some(format!("#{variable}"))
            }
        }
    }
}

fn outcome(text: String, mut of: Vec<usize>) -> Claim {
    of.sort_unstable();
    of.dedup();
    let quantity = Quantity { aspect: Aspect::Outcome(text), of };
    Claim::Among(Operand::answer(quantity, Set::between(0, 1)), Set::only(1))
}

/// True if a claim restricts integers.
fn has_known(claim: &Claim) -> bool {
    match claim {
        Claim::Not(claim) => has_known(claim),
        Claim::Less(one, other) | Claim::Equal(one, other) => !one.always.is_all() || !other.always.is_all(),
        Claim::Among(..) | Claim::OnlyAmong(..) => true,
    }
}
