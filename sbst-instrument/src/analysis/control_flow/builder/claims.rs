//! The claims of conditions, and what definitions are given, as far as syntax and declared types
//! tell ([`feasibility`](crate::analysis::feasibility)).
//!
//! 1. A place is a variable, or a field or what is referred to if the type of the variable is
//!    declared: a reference that is not known as one may change what it refers to unseen.
//! 2. A method is believed to be the standard library's if the type is declared, or if its name
//!    says so beyond doubt (`is_none`).
//! 3. A number that is compared with a literal is an integer, not a reference to one.

use syn::{ext::IdentExt as _, BinOp, Expr, ExprBinary, ExprMethodCall, Lit, Pat, RangeLimits, Type, UnOp};

use super::Builder;
use crate::analysis::claim::set::Set;
use crate::analysis::claim::{Asked, Claim, Operand, Quantity};
use crate::analysis::data_flow::{Step, VariableKind};
use crate::analysis::Place;
use crate::condition::patterns::{can_fail, names_constant};
use crate::condition::peeled;
use crate::syntax::lifetimes::peeled as peeled_type;
use sbst_vocabulary::standard::method;

/// Collections of the standard library that have a length.
const COLLECTIONS: [&str; 10] = [
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "LinkedList",
    "String",
    "Vec",
    "VecDeque",
    "str",
];

impl Builder {
    pub(super) fn claims_of_comparison(&mut self, comparison: &ExprBinary) -> Vec<Claim> {
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
        // What is compared may have no order, as NaN has none.
        claims.retain(has_known);
        let is_not = matches!(comparison.op, BinOp::Ne(_));
        let op = match comparison.op {
            BinOp::Ne(_) => BinOp::Eq(Default::default()),
            op => op,
        };
        let mut of = Vec::new();
        let sides = (self.text_of(&comparison.left, &mut of), self.text_of(&comparison.right, &mut of));
        if let (Some(left), Some(right), false) = (sides.0, sides.1, of.is_empty()) {
            let text = format!("{left} {} {right}", quote::ToTokens::to_token_stream(&op));
            let same = outcome(text, of);
            claims.push(if is_not { same.negated() } else { same });
        }
        claims
    }

    pub(super) fn claims_of_boolean(&mut self, expression: &Expr) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        match peeled(expression) {
            Expr::MethodCall(call) => self.claims_of_method(call).into_iter().collect(),
            Expr::Unary(negation) if matches!(negation.op, UnOp::Not(_)) => {
                self.claims_of_boolean(&negation.expr).into_iter().map(Claim::negated).collect()
            }
            place => {
                let Some((variable, _)) = self.place(place) else { return Vec::new() };
                let operand = Operand::ask(Asked::Value, variable, Set::between(0, 1));
                vec![Claim::Among(operand, Set::only(1))]
            }
        }
    }

    fn claims_of_method(&mut self, call: &ExprMethodCall) -> Option<Claim> {
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

    /// The claim that a value matches a pattern, in the `match` at a place if it is one.
    pub(super) fn claims_of_pattern(
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
                let of_match = in_match.map(|at| Quantity { asked: Asked::Matched(at), of: Vec::new() });
                Claim::Among(Operand { quantity: operand.quantity.clone().or(of_match), ..operand }, set)
            }),
        };
        claim.into_iter().collect()
    }

    /// The claim that `?` goes on.
    pub(super) fn claims_of_try(&mut self, operand: &Expr) -> Vec<Claim> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let operand = self.ask_presence(operand);
        operand.map(|operand| Claim::Among(operand, Set::only(1))).into_iter().collect()
    }

    /// The claim that there is a first iteration.
    pub(super) fn claims_of_iteration(&mut self, iterable: &Expr) -> Vec<Claim> {
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
            Expr::Reference(reference) => return self.claims_of_iteration(&reference.expr),
            Expr::MethodCall(call) if call.args.is_empty() && keeps_length(call) => {
                return self.claims_of_iteration(&call.receiver);
            }
            Expr::MethodCall(call) if has_first_part(call) => {
                Some(Claim::Among(Operand::named("the number of parts", Set::at_least(1)), Set::at_least(1)))
            }
            place => self.ask_length(place).map(|length| Claim::Among(length, Set::at_least(1))),
        };
        claim.into_iter().collect()
    }

    /// The facts that hold of what is bound to, or assigned as, this value.
    pub(super) fn given_by(&mut self, value: &Expr) -> Vec<(Asked, Operand)> {
        if self.recorder.is_off {
            return Vec::new();
        }
        let operand = self.operand(value);
        let mut given = Vec::new();
        if operand.quantity.is_some() || !operand.always.is_all() {
            given.push((Asked::Value, operand));
        }
        given.extend(self.ask_length(value).map(|length| (Asked::Length, length)));
        let presence = match peeled(value) {
            Expr::Call(call) => variant(&call.func),
            Expr::Path(_) => variant(value).filter(|value| *value == 0),
            _ => None,
        };
        given.extend(presence.map(|value| (Asked::Presence, Operand::within(Set::only(value)))));
        given
    }

    /// The facts that hold of each element of what is iterated over.
    pub(super) fn given_by_element(&mut self, iterable: &Expr) -> Vec<(Asked, Operand)> {
        if self.recorder.is_off {
            return Vec::new();
        }
        match peeled(iterable) {
            Expr::MethodCall(call) => match (&*call.method.to_string(), call.args.first()) {
                ("chunks" | "chunks_mut" | "rchunks", Some(size)) => {
                    let most = literal(size).map_or_else(Set::all, Set::at_most);
                    vec![(Asked::Length, Operand::within(Set::at_least(1).intersection(&most)))]
                }
                ("chunks_exact" | "windows", Some(size)) => {
                    let length = literal(size).map_or_else(|| Set::at_least(1), Set::only);
                    vec![(Asked::Length, Operand::within(length))]
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
                vec![(Asked::Value, Operand::within(low.intersection(&high)))]
            }
            _ => Vec::new(),
        }
    }

    /// Writes down what is known of the variable that was defined last.
    pub(super) fn give(&mut self, given: Vec<(Asked, Operand)>) {
        if let (false, Some(last)) = (given.is_empty(), self.recorder.definitions.len().checked_sub(1)) {
            self.facts.insert(last, given);
        }
    }

    /// Declares the type of the variable that a name means now.
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
        Some(Operand::ask(Asked::Presence, variable, Set::between(0, 1)))
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
        let quantity = Quantity { asked: Asked::Length, of: vec![variable] };
        let always = match ty {
            Some(ty) => lengths(&ty)?,
            // The length of an element or an array may be known.
            None if self.has_length(variable) => Set::at_least(0),
            None => return None,
        };
        Some(Operand::answer(quantity, always))
    }

    /// True if a definition of the variable has said how long it is.
    fn has_length(&self, variable: usize) -> bool {
        self.facts.iter().any(|(&definition, given)| {
            self.recorder.definitions[definition].variable == variable
                && given.iter().any(|(asked, _)| *asked == Asked::Length)
        })
    }

    fn operand(&mut self, expression: &Expr) -> Operand {
        let expression = peeled(expression);
        if let Some(value) = literal(expression) {
            return Operand::within(Set::only(value));
        }
        match expression {
            Expr::Cast(cast) => {
                let Some(range) = range_of(&cast.ty) else { return Operand::unknown() };
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
                let always = ty.as_ref().and_then(referred).and_then(range_of).unwrap_or_else(Set::all);
                Operand::ask(Asked::Value, variable, always)
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

    /// An expression of literals and places that gives the same each time, with the numbers of its
    /// variables.
    fn text_of(&mut self, expression: &Expr, of: &mut Vec<usize>) -> Option<String> {
        match peeled(expression) {
            Expr::Lit(literal) => Some(quote::ToTokens::to_token_stream(literal).to_string()),
            Expr::Unary(unary) if !matches!(unary.op, UnOp::Deref(_)) => {
                let op = quote::ToTokens::to_token_stream(&unary.op);
                Some(format!("{op}{}", self.text_of(&unary.expr, of)?))
            }
            Expr::Binary(binary) if is_arithmetic(&binary.op) => {
                let (left, right) = (self.text_of(&binary.left, of)?, self.text_of(&binary.right, of)?);
                let op = quote::ToTokens::to_token_stream(&binary.op);
                Some(format!("({left} {op} {right})"))
            }
            Expr::Cast(cast) => {
                range_of(&cast.ty)?;
                let ty = quote::ToTokens::to_token_stream(&cast.ty);
                Some(format!("{} as {ty}", self.text_of(&cast.expr, of)?))
            }
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                let quantity = self.ask_length(&call.receiver)?.quantity?;
                let text = format!("len({:?})", quantity.of);
                of.extend(quantity.of);
                Some(text)
            }
            Expr::Path(path) if names_constant(&path.path) => {
                Some(quote::ToTokens::to_token_stream(path).to_string())
            }
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
    let quantity = Quantity { asked: Asked::Outcome(text), of };
    Claim::Among(Operand::answer(quantity, Set::between(0, 1)), Set::only(1))
}

/// True if a claim says something of integers.
fn has_known(claim: &Claim) -> bool {
    match claim {
        Claim::Not(claim) => has_known(claim),
        Claim::Less(one, other) | Claim::Equal(one, other) => !one.always.is_all() || !other.always.is_all(),
        Claim::Among(..) | Claim::OnlyAmong(..) => true,
    }
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_)
    )
}

/// The value of a literal that is an integer, a boolean, a character or a byte.
fn literal(expression: &Expr) -> Option<i128> {
    match peeled(expression) {
        Expr::Lit(literal) => match &literal.lit {
            // The greatest stands for all that are no smaller.
            Lit::Int(value) if !value.suffix().starts_with('f') => {
                value.base10_parse().ok().filter(|value| *value != i128::MAX)
            }
            Lit::Bool(value) => Some(value.value.into()),
            Lit::Char(value) => Some(u32::from(value.value()).into()),
            Lit::Byte(value) => Some(value.value().into()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => literal(&unary.expr)?.checked_neg(),
        _ => None,
    }
}

fn is_integer(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)))
}

fn literal_range(expression: &Expr) -> Option<(i128, i128)> {
    let Expr::Range(range) = peeled(expression) else { return None };
    let (low, high) = (literal(range.start.as_ref()?)?, literal(range.end.as_ref()?)?);
    match range.limits {
        RangeLimits::HalfOpen(_) => Some((low, high.checked_sub(1)?)),
        RangeLimits::Closed(_) => Some((low, high)),
    }
}

/// The integers that match a pattern, if it is made of literals.
fn set_in(pattern: &Pat) -> Option<Set> {
    match pattern {
        Pat::Paren(inner) => set_in(&inner.pat),
        Pat::Reference(inner) => set_in(&inner.pat),
        Pat::Ident(name) => set_in(&name.subpat.as_ref()?.1),
        Pat::Lit(found) => Some(Set::only(literal(&Expr::Lit(found.clone()))?)),
        Pat::Range(range) => {
            let end = |end: &Option<Box<Expr>>, none| end.as_ref().map_or(Some(none), |end| literal(end));
            let high = end(&range.end, i128::MAX)?;
            let high = match (&range.limits, &range.end) {
                (RangeLimits::HalfOpen(_), Some(_)) => high.checked_sub(1)?,
                _ => high,
            };
            Some(Set::between(end(&range.start, i128::MIN)?, high))
        }
        Pat::Or(or) => {
            or.cases.iter().map(set_in).try_fold(Set::empty(), |all, more| Some(all.union(&more?)))
        }
        _ => None,
    }
}

/// 1 for `Some` and `Ok`, 0 for `None` and `Err`; and if the pattern matches all of them.
fn presence_in(pattern: &Pat) -> Option<(i128, bool)> {
    let value = |path: &syn::Path| {
        let name = &path.segments.last()?.ident;
        variant_name(&name.to_string())
    };
    match pattern {
        Pat::Paren(inner) => presence_in(&inner.pat),
        Pat::Reference(inner) => presence_in(&inner.pat),
        Pat::TupleStruct(tuple) => Some((value(&tuple.path)?, !tuple.elems.iter().any(can_fail))),
        Pat::Path(path) => Some((value(&path.path)?, true)),
        Pat::Ident(name) if name.subpat.is_none() && name.ident == "None" => Some((0, true)),
        _ => None,
    }
}

fn variant(function: &Expr) -> Option<i128> {
    match peeled(function) {
        Expr::Path(path) => variant_name(&path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

fn variant_name(name: &str) -> Option<i128> {
    match name {
        "Some" | "Ok" => Some(1),
        "None" | "Err" => Some(0),
        _ => None,
    }
}

fn keeps_length(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    name == "peekable" || method(&name).is_some_and(|method| method.keeps_length)
}

/// True if what is split has a first part, even if it is empty.
fn has_first_part(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let of_text = |argument: &Expr| match peeled(argument) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Str(_) | Lit::Char(_)),
        Expr::Closure(_) | Expr::Array(_) => true,
        _ => false,
    };
    match &*name {
        "split" | "rsplit" => call.args.len() == 1 && of_text(&call.args[0]),
        "splitn" | "rsplitn" => {
            call.args.len() == 2
                && of_text(&call.args[1])
                && literal(&call.args[0]).is_some_and(|most| most > 0)
        }
        _ => false,
    }
}

/// The lengths of values of a type, if it is an array or one of the standard library's collections.
fn lengths(ty: &Type) -> Option<Set> {
    match referred(ty)? {
        Type::Array(array) => Some(Set::only(literal(&array.len)?)),
        Type::Slice(_) => Some(Set::at_least(0)),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            COLLECTIONS.iter().any(|name| last.ident == name).then(|| Set::at_least(0))
        }
        _ => None,
    }
}

/// The type behind references.
fn referred(ty: &Type) -> Option<&Type> {
    match peeled_type(ty) {
        Type::Reference(reference) => referred(&reference.elem),
        ty => Some(ty),
    }
}

/// The values of a type of integers, of `bool` or of `char`.
fn range_of(ty: &Type) -> Option<Set> {
    let Type::Path(path) = peeled_type(ty) else { return None };
    let signed = |bits: u32| Set::between(-(1 << (bits - 1)), (1 << (bits - 1)) - 1);
    let unsigned = |bits: u32| Set::between(0, (1 << bits) - 1);
    Some(match &*path.path.get_ident()?.to_string() {
        "bool" => Set::between(0, 1),
        "char" => Set::between(0, u32::from(char::MAX).into()),
        "u8" => unsigned(8),
        "u16" => unsigned(16),
        "u32" => unsigned(32),
        "u64" | "usize" => unsigned(64),
        "u128" => Set::at_least(0),
        "i8" => signed(8),
        "i16" => signed(16),
        "i32" => signed(32),
        "i64" | "isize" => signed(64),
        "i128" => Set::all(),
        _ => return None,
    })
}

/// The bytes and characters of a class, by the name of the method that asks for it.
fn ascii_class(name: &str) -> Option<Set> {
    let between = |low: char, high: char| Set::between(u32::from(low).into(), u32::from(high).into());
    let (digits, lower, upper) = (between('0', '9'), between('a', 'z'), between('A', 'Z'));
    let letters = lower.union(&upper);
    Some(match name {
        "is_ascii" => between('\0', '\x7f'),
        "is_ascii_digit" => digits,
        "is_ascii_lowercase" => lower,
        "is_ascii_uppercase" => upper,
        "is_ascii_alphabetic" => letters,
        "is_ascii_alphanumeric" => letters.union(&digits),
        "is_ascii_hexdigit" => digits.union(&between('a', 'f')).union(&between('A', 'F')),
        _ => return None,
    })
}
