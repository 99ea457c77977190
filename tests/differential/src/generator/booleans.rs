//! Expressions of type `bool`.

use super::{Generator, Returns, markers};
use crate::constructs::{Category, Construct};

impl Generator<'_> {
    /// Writes any.
    pub(crate) fn boolean(&mut self) -> String {
        let text = match self.choose(Category::Boolean) {
            Some(construct) if self.chance(80) || self.is_wanted(construct) => self.boolean_of(construct),
            _ if self.here.depth < 4 && (self.chance(60) || self.wants_comparison()) => self.comparison(),
            _ => self.plain_boolean(),
        };
        markers::boolean(&text)
    }

    fn is_wanted(&self, construct: Construct) -> bool {
        self.wanted.contains(&construct)
    }

    fn wants_comparison(&self) -> bool {
        self.wanted.iter().any(|wanted| matches!(wanted.category(), Category::Operator | Category::Operand))
    }

    fn plain_boolean(&mut self) -> String {
        let (number, leaf, other) = (self.number(), self.leaf(), self.leaf());
        let choices = [
            format!("e({number}, {leaf}) {} {other}", if self.chance(50) { "<" } else { "!=" }),
            format!("e::<i32>({number}, {leaf}).is_positive()"),
            format!("e({number}, *flag)"),
            format!("{leaf} {} {other}", if self.chance(50) { "==" } else { ">=" }),
            "t.is_empty()".into(),
        ];
        // In parentheses, for operators around it.
        format!("({})", self.pick(&choices))
    }

    /// Writes an expression that is or begins with `construct`; in parentheses if necessary.
    pub(crate) fn boolean_of(&mut self, construct: Construct) -> String {
        self.begin(construct);
        let text = self.deeper(|this| this.boolean_with(construct));
        self.end();
        text
    }

    fn boolean_with(&mut self, construct: Construct) -> String {
        let number = self.number();
        match construct {
            Construct::And => format!("({} && {})", self.boolean(), self.boolean()),
            Construct::Or => format!("({} || {})", self.boolean(), self.boolean()),
            Construct::Not => format!("!({})", self.boolean()),
            Construct::NotReference if self.chance(50) => "!flag".into(),
            Construct::NotReference => format!("(!noisy({number}, flag).1 || !!*flag)"),
            Construct::EagerAnd => format!("({} & {})", self.operand_of_eager(), self.operand_of_eager()),
            Construct::EagerOr => format!("({} | {})", self.operand_of_eager(), self.operand_of_eager()),
            Construct::EagerXor => format!("({} ^ {})", self.operand_of_eager(), self.operand_of_eager()),
            Construct::ChangedPlace => self.changed_place(),
            Construct::ReceiverPlace => self.receiver_place(),
            Construct::ReturnInCondition => {
                let (first, second, leaving) = (self.boolean(), self.boolean(), self.leaving());
                format!("(if {first} {{ {leaving} }} else {{ {second} }})")
            }
            Construct::DivergingOperand => {
                let (first, leaving) = (self.boolean(), self.leaving());
                match self.chance(50) {
                    true => format!("({first} || {leaving})"),
                    false => format!("(!{first} && {{ {leaving} }} || {first})"),
                }
            }
            Construct::QuestionOption => self.question(Returns::Option, number),
            Construct::QuestionResult => self.question(Returns::Result, number),
            Construct::BooleanBlock => {
                let (statement, value) = (self.statement(), self.boolean());
                format!("{{ {statement} {value} }}").in_parentheses()
            }
            Construct::BooleanIf => {
                let [condition, yes, no] = [self.boolean(), self.boolean(), self.boolean()];
                format!("(if {condition} {{ {yes} }} else {{ {no} }})")
            }
            Construct::BooleanMatch => {
                let [value, yes, no] = [self.boolean(), self.boolean(), self.boolean()];
                format!("(match {value} {{ true => {yes}, false => {no} }})")
            }
            Construct::MatchesMacro => self.matches(false),
            Construct::MatchesGuard => self.matches(true),
            Construct::Contains => self.membership(number),
            Construct::CharacterClass => self.pick(&[
                "c.is_ascii_digit()".into(),
                format!("!e({number}, c).is_alphabetic()"),
                format!("e({number}, &&c).is_ascii_uppercase()"),
                format!("c.is_digit(e({number}, 16))"),
                format!("noisy({number}, c).get().is_digit(8)"),
                format!("noisy({number}, c).1.is_whitespace()"),
                "t.parse::<u8>().is_ok()".into(),
                format!("!e({number}, t).trim().parse::<f64>().is_err()"),
                "(t.is_ascii() && t.as_bytes().is_ascii())".into(),
            ]),
            Construct::FoldedClass => self.pick(&[
                format!("t.chars().all(|letter| e({number}, letter).is_ascii_lowercase())"),
                "!t.chars().any(|letter| !letter.is_alphanumeric())".into(),
                "t.chars().any(char::is_numeric)".into(),
                "t.chars().find(char::is_ascii_uppercase).is_none()".into(),
                format!("e({number}, t.bytes().position(|byte| byte.is_ascii_graphic())).is_some()"),
                "v.iter().all(|n| [1, 2, 3].contains(n))".into(),
            ]),
            Construct::SliceEnds => {
                let [leaf, value] = [self.leaf(), self.integer()];
                self.pick(&[
                    format!("v.starts_with(&[{leaf}, {value}])"),
                    format!("!v.ends_with(&vec![{value}])"),
                    format!("noisy({number}, vec![{leaf}, 2]).get().ends_with(&[{value}])"),
                    format!("[t, \"n\"].ends_with(&[e({number}, \"n\")])"),
                    format!("e({number}, v).starts_with(&[])"),
                ])
            }
            Construct::CellBorrow => {
                let (name, value, other) = (self.name("cell"), self.integer(), self.integer());
                let operator = self.operator();
                format!(
                    "{{ let {name} = RefCell::new({value}); let holds = *{name}.borrow() {operator} {other}; \
                     let again = e({number}, {name}.try_borrow_mut().is_ok()); \
                     if *{name}.borrow() == 3 {{ *{name}.borrow_mut() += 1; }} holds == again }}"
                )
                .in_parentheses()
            }
            Construct::LockGuard => {
                let (name, value, other) = (self.name("lock"), self.integer(), self.integer());
                let operator = self.operator();
                format!(
                    "{{ let {name} = Mutex::new({value}); \
                     if *{name}.lock().unwrap() {operator} {other} {{ e({number}, {name}.try_lock().is_ok()); }} \
                     while *{name}.lock().unwrap() < 2 && !spent() {{ *{name}.lock().unwrap() += 1 }} \
                     let free = {name}.try_lock().is_ok(); e({number}, free) }}"
                )
                .in_parentheses()
            }
            Construct::NoisyChain => {
                let [first, second, third] = [self.number(), self.number(), self.number()];
                let [a, b, c] = [self.integer(), self.integer(), self.integer()];
                format!(
                    "(*noisy({first}, {a}).get() != 3 && noisy({second}, {b}).1 > 0 || *noisy({third}, {c}).get() < 2)"
                )
            }
            Construct::AwaitInCondition => self.await_in_condition(number),
            Construct::StaticMut => format!(
                "unsafe {{ COUNTER = COUNTER.wrapping_add(1); COUNTER {} {} && COUNTER != {{ COUNTER += 1; COUNTER }} }}",
                self.operator(),
                self.leaf(),
            )
            .in_parentheses(),
            Construct::UnionField => {
                let (value, other) = (self.integer(), self.leaf());
                format!("{{ let bits = Bits {{ signed: {value} }}; unsafe {{ bits.unsigned == 3 || bits.signed < {other} }} }}")
                    .in_parentheses()
            }
            Construct::ExpressionMacro => {
                let [first, second] = [self.boolean(), self.boolean()];
                let value = self.integer();
                format!("same!(both!({first}, {second}) || same!({value}) == 3)")
            }
            Construct::OwnTokens => {
                let [one, two] = [self.leaf(), self.leaf()];
                match self.chance(50) {
                    true => "ordered!(x < y)".into(),
                    false => format!("ordered!(x < y then ({one}) == ({two}))"),
                }
            },
            Construct::ClosureCall => {
                let name = self.name("k");
                let known = [name.clone()];
                let inside = self.apart(Returns::Integer, false, |this| {
                    this.knowing(&known, |this| {
                        let condition = this.boolean();
                        format!("if {condition} {{ 1 }} else {{ 0 }}")
                    })
                });
                let value = self.integer();
                format!("((|{name}: i32| {inside})({value}) == 1)")
            }
            Construct::NamesOfProbes => {
                let [value, other] = [self.leaf(), self.leaf()];
                format!(
                    "{{ let (l, r, left, right, holds, mut value, arms, part_0, collection) = \
                     ({value}, {other}, 3, 4, 5, 6, 7, 8, 9); \
                     (l == r || left == {{ l }} || value == {{ value += holds; value - l }} || r < {{ left + right }}) \
                     && e({number}, value) != arms && matches!(Some(value), Some(3..=12) if part_0 == collection - 1) \
                     && ![l, arms].contains(&value) }}"
                )
                .in_parentheses()
            }
            Construct::BareCall => {
                let inside = self.boolean();
                format!("e({number}, {inside})")
            }
            Construct::CheckedArithmetic => {
                let [leaf, other, value] = [self.leaf(), self.leaf(), self.integer()];
                let operation =
                    self.pick(&["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"]);
                self.pick(&[
                    format!("x.{operation}({leaf}).is_none()"),
                    format!("(x as i32).{operation}({value}).map_or(true, |n| n > {other})"),
                    format!("e::<i32>({number}, {leaf}).{operation}({value}).map_or(false, |n| n.checked_neg().is_some())"),
                    format!("noisy::<i32>({number}, {leaf}).get().{operation}(*noisy({number}, {other}).get()).is_some()"),
                    format!("{{ let mut w = x; w.{operation}({{ w = w.wrapping_add({leaf}); w }}).ok_or(w).is_err() }}"),
                    format!("<u8 as std::convert::TryFrom<i32>>::try_from({value}).is_ok()"),
                    "<u8 as std::convert::TryFrom<i32>>::try_from(x).map(u32::from).is_ok_and(|n| char::from_u32(n << 8).is_none())".to_owned(),
                    "{ use std::convert::TryInto as _; let n: Result<u16, _> = x.try_into(); n.is_err() }".into(),
                    format!("e::<i32>({number}, x).overflowing_sub({value}).1"),
                    format!("(1_u32 << (x & 31)).checked_pow(e({number}, 2)).is_none()"),
                ])
            }
            Construct::Element => {
                let [leaf, value] = [self.leaf(), self.integer()];
                self.pick(&[
                    format!("v.get({leaf} as usize).is_none()"),
                    format!("v.get(1).copied().unwrap_or({value}) == {leaf}"),
                    format!("v.get(({value}) as usize..).map_or(false, |rest| rest.first().is_some())"),
                    format!("e({number}, v).get(x.unsigned_abs() as usize % 3..2).is_some()"),
                    format!("noisy({number}, vec![{leaf}]).get().get(e({number}, 0)).map_or(false, |n| *n > {value})"),
                    format!("noisy({number}, vec![{leaf}]).get().last().is_none()"),
                    format!("[1, 2, 3].get({value} as usize).is_some()"),
                    format!("t.get(1..e({number}, 2)).is_none()"),
                    format!("[({leaf}, 1)].iter().copied().collect::<std::collections::BTreeMap<i32, i32>>().get(&({value})).is_some()"),
                    format!("matches!(v.binary_search(&{leaf}), Ok(0..=2) | Err(1))"),
                    format!("{{ let mut w = v.to_vec(); w.pop().is_none() || w.get_mut(e({number}, 0)).is_some() }}"),
                ])
            }
            Construct::TextPart => self.pick(&[
                "t.strip_prefix(\"a\").is_some()".into(),
                format!("t.split_once(e({number}, 'b')).is_none()"),
                "t.find(&String::from(\"x\")).map_or(false, |at| at > 0)".to_owned(),
                format!("noisy({number}, String::from(\"ab\")).get().strip_suffix(t.trim()).is_some()"),
                "t.find(['a', 'b']).is_some() && t.rfind(char::is_alphabetic).is_none()".to_owned(),
                format!("t.chars().next().and_then(|c| c.to_digit(e({number}, 16))).is_none()"),
            ]),
            Construct::OrderOf => {
                let [leaf, other, value] = [self.leaf(), self.leaf(), self.integer()];
                self.pick(&[
                    format!("e::<i32>({number}, {leaf}).cmp(&e::<i32>({number}, {other})) == std::cmp::Ordering::Less"),
                    format!("x.cmp(&{value}) == std::cmp::Ordering::Less"),
                    format!("x.cmp(&e({number}, {leaf})).then_with(|| t.cmp(\"m\")).reverse().is_ge()"),
                    format!("matches!(x.cmp(&{leaf}), std::cmp::Ordering::Less | std::cmp::Ordering::Equal)"),
                    format!("noisy::<i32>({number}, {leaf}).get().cmp(noisy({number}, {other}).get()).is_ne()"),
                    format!("match v.len().cmp(&e({number}, 2)) {{ std::cmp::Ordering::Equal => {leaf} > 1, _ => false }}"),
                    format!("f64::from(e::<i32>({number}, {leaf})).partial_cmp(&f64::NAN) == None"),
                    format!("v.partial_cmp(&[{leaf}, {value}][..]).map_or(false, |order| order.is_gt())"),
                ])
            }
            Construct::KeptDecision => {
                let (name, inside, other) = (self.name("kept"), self.boolean(), self.boolean());
                self.pick(&[
                    format!("{{ let {name} = {inside}; {other} && !{name} }}"),
                    format!("{{ let {name}: bool = {inside}; if {name} {{ note(\"kept\") }} {name} || {other} }}"),
                    format!("{{ let {name} = v.get({number} % 3).map(|n| noisy({number}, *n)); let is = {inside}; is == {name}.is_some() }}"),
                    format!("{{ let {name} = if {inside} {{ Some(noisy({number}, 1)) }} else {{ None }}; if let Some(n) = &{name} {{ n.1 == 1 && {other} }} else {{ {name}.is_none() }} }}"),
                    format!("{{ let {name} = t.find('b'); let ask = || {name} == None; ask() || match {name} {{ Some(0) => {inside}, _ => {other} }} }}"),
                    format!("{{ let ({name}, over) = x.overflowing_mul({number}); {inside} && (over || {name} == 0) }}"),
                ])
            }
            Construct::SpecialValue => {
                let [leaf, value] = [self.leaf(), self.integer()];
                self.pick(&[
                    format!("e::<i32>({number}, {leaf}) == -1"),
                    format!("0 != e::<i32>({number}, {value})"),
                    format!("e({number}, v.get(0).copied()) == Some(2)"),
                    format!("None == e({number}, Some(t))"),
                    format!("x.checked_add({value}) != None"),
                    format!("noisy::<i32>({number}, {value}).get().signum() == 1"),
                ])
            }
            other => unreachable!("{other:?} is no condition"),
        }
    }

    fn operand_of_eager(&mut self) -> String {
        let (number, operand) = (self.number(), self.boolean());
        match self.chance(40) {
            true => format!("e({number}, {operand})"),
            false => format!("({operand})"),
        }
    }

    fn changed_place(&mut self) -> String {
        let (name, value, step) = (self.name("i"), self.leaf(), self.integer());
        let operator = self.operator();
        let compared = match self.random.below(4) {
            0 => format!("{{ let mut {name} = {value}; {name} {operator} {{ {name} = {step}; {name} }} }}"),
            1 => format!(
                "{{ let mut {name} = [{value}, 3]; {name}[0] {operator} {{ {name}[0] = {step}; {name}[1] }} }}"
            ),
            2 => format!(
                "{{ let mut inner = {value}; let {name} = &mut inner; *{name} {operator} {{ *{name} = {step}; *{name} }} }}"
            ),
            _ => format!(
                "{{ let {name} = &mut Walk::new({value}); \
                 {name}.name == {{ let text: &str = t; text }} || {name}.steps[0] {operator} {{ {name}.steps[0] = {step}; 1 }} }}"
            ),
        };
        compared.in_parentheses()
    }

    fn receiver_place(&mut self) -> String {
        let (name, value, operator) = (self.name("walk"), self.integer(), self.operator());
        let compared = match self.chance(50) {
            true => format!("{name}.position {operator} {name}.next()"),
            false => {
                format!("{name}.steps[0] {operator} {name}.next() && {name}.position < {{ {name}.next() }}")
            }
        };
        format!("{{ let mut {name} = Walk::new({value}); {compared} }}").in_parentheses()
    }

    fn question(&mut self, needed: Returns, number: u32) -> String {
        let function = if needed == Returns::Option { "maybe" } else { "certain" };
        if self.here.returns == needed {
            let [first, second] = [self.integer(), self.integer()];
            let (other, operator) = (self.number(), self.operator());
            return format!(
                "({function}({number}, x, {first})? {operator} {function}({other}, y, {second})?)"
            );
        }
        let returned = if needed == Returns::Option { "Option<i32>" } else { "Result<i32, Oops>" };
        let (inside, value) = self.apart(needed, false, |this| {
            let inside = this.question(needed, number);
            (inside, this.returned("1"))
        });
        format!(
            "(|| -> {returned} {{ if {inside} {{ {value} }} else {{ {} }} }})().is_some_or_ok()",
            if needed == Returns::Option { "None".into() } else { format!("Err(Oops({number}))") }
        )
    }

    fn membership(&mut self, number: u32) -> String {
        let (value, leaf) = (self.integer(), self.leaf());
        let choices = [
            format!("[1, {leaf}, 3].contains(&{value})"),
            format!("v.contains(&{value})"),
            format!("vec![3, {leaf}].contains(&e({number}, {value}))"),
            format!("(-2..=4).contains(&{value})"),
            "t.contains(c)".into(),
            "t.contains(|letter| letter == c || letter == 'n')".into(),
            format!("noisy({number}, vec![{leaf}, 2]).get().contains(&{leaf})"),
            format!("noisy({number}, {leaf}).contains({value})"),
        ];
        self.pick(&choices)
    }

    fn await_in_condition(&mut self, number: u32) -> String {
        if !self.here.is_async {
            let inside = self.apart(Returns::Integer, true, |this| {
                let condition = this.await_in_condition(number);
                format!("if {condition} {{ 1 }} else {{ 2 }}")
            });
            return format!("(block_on(async {{ {inside} }}) == 1)");
        }
        let [first, second] = [self.leaf(), self.integer()];
        let (other, operator) = (self.number(), self.operator());
        match self.chance(50) {
            true => format!("(ready({number}, {first}).await {operator} ready({other}, {second}).await)"),
            false => format!(
                "(ready({number}, {first} == 3).await || x {operator} ready({other}, {second}).await)"
            ),
        }
    }
}

/// Small changes of texts.
pub(crate) trait Text {
    /// The text in parentheses where a block would end a statement or a condition.
    fn in_parentheses(&self) -> String;
}

impl Text for String {
    fn in_parentheses(&self) -> String {
        format!("({self})")
    }
}
