//! Statements. Each is complete, so that it is removable.

use super::matching::{Subject, Use};
use super::{Generator, Returns, markers};
use crate::constructs::{Category, Construct};

impl Generator<'_> {
    /// Writes any.
    pub(crate) fn statement(&mut self) -> String {
        let text = match self.choose(Category::Statement) {
            Some(construct) => self.statement_of(construct),
            None => {
                let number = self.number();
                match self.random.below(3) {
                    0 => format!("note({number});"),
                    1 => format!("e({number}, {});", self.integer()),
                    _ => format!("e({number}, {});", self.boolean()),
                }
            }
        };
        markers::statement(&text)
    }

    /// Writes one or two statements.
    pub(crate) fn body(&mut self) -> String {
        let first = self.deeper(|this| this.statement());
        match self.chance(30) {
            true => format!("{first}\n{}", self.deeper(|this| this.statement())),
            false => first,
        }
    }

    pub(crate) fn statement_of(&mut self, construct: Construct) -> String {
        self.begin(construct);
        let text = self.deeper(|this| this.statement_with(construct));
        self.end();
        text
    }

    fn statement_with(&mut self, construct: Construct) -> String {
        let number = self.number();
        match construct {
            Construct::If => {
                let (condition, yes) = (self.boolean(), self.body());
                match self.chance(50) {
                    true => format!("if {condition} {{ {yes} }}"),
                    false => format!("if {condition} {{ {yes} }} else {{ {} }}", self.body()),
                }
            }
            Construct::ElseIf => {
                let [first, second] = [self.boolean(), self.boolean()];
                let [one, two, three] = [self.body(), self.body(), self.body()];
                format!("if {first} {{ {one} }} else if {second} {{ {two} }} else {{ {three} }}")
            }
            Construct::IfLet => self.if_let(),
            Construct::LetChain => self.let_chain(),
            Construct::While => {
                let label = format!("'{}", self.name("round"));
                let (condition, body) = self.in_loop(&label, |this| (this.boolean(), this.body()));
                format!("{label}: while {condition} {{ if spent() {{ break }} {body} }}")
            }
            Construct::WhileLet => self.while_let(),
            Construct::WhileLetPop => {
                let (list, item, value) = (self.name("list"), self.name("n"), self.integer());
                let known = [item.clone()];
                let body = self.knowing(&known, |this| this.body());
                let (condition, other) = (self.boolean(), self.number());
                self.pick(&[
                    format!(
                        "{{ let mut {list} = vec![{value}, x, 3]; while let Some({item}) = {list}.pop() {{ {body} \
                         if {condition} {{ {list}.push({number}); if spent() {{ break }} continue; }} }} }}"
                    ),
                    format!(
                        "{{ let mut {list} = Some({value}); while let Some(ref mut {item}) = {list} {{ let {item} = *{item}; {body} \
                         if spent() || {condition} {{ break }} {list} = ({item} % 3 != 0).then(|| {item} / 2); }} note(format!(\"{{{list}:?}}\")); }}"
                    ),
                    format!(
                        "{{ let {list} = Mutex::new(vec![{value}, 3]); while let Some({item}) = {list}.lock().unwrap().pop() {{ \
                         e({number}, {list}.try_lock().is_ok()); {body} }} e({other}, {list}.try_lock().is_ok()); }}"
                    ),
                ])
            }
            Construct::LetElse => self.let_else(),
            Construct::LetElseExtended => {
                let (name, item, leaving) = (self.name("text"), self.name("n"), self.leaving());
                let known = [format!("*{item}"), format!("({name}.len() as i32)")];
                let body = self.knowing(&known, |this| this.body());
                let (value, other) = (self.integer(), self.number());
                self.pick(&[
                    format!(
                        "{{ let (&ref {name}, Some({item})) = (&*noisy({number}, String::from(t)).get().clone(), &maybe({other}, {value}, 3)) \
                         else {{ {leaving} }}; {body} note({name}); }}"
                    ),
                    format!("{{ let ({name}, Some({item})) = (&noisy({number}, vec![{value}]).1, v.first()) else {{ {leaving} }}; {body} note({number}); }}"),
                    format!("{{ let ({name}, Some({item})) = (&String::from(t), &Some({value})) else {{ {leaving} }}; {body} note({name}); }}"),
                    format!(
                        "{{ let {name} = t; let Some({item}) = &e({number}, Some({value})) else {{ {leaving} }}; {body} note({item}); }}"
                    ),
                ])
            }
            Construct::Match => self.match_statement(false),
            Construct::MatchGuard => self.match_statement(true),
            Construct::GuardLet => {
                let (condition, value) = (self.boolean(), self.integer());
                let [one, two] = [self.body(), self.body()];
                let k = self.name("k");
                format!(
                    "match e({number}, {value}) {{ {k} if let Some(3..=9) = e({number}, o) => {{ {one} }} \
                     3 if let None = noisy({number}, o).1 && {condition} => {{ {two} }} 5 => note(5), _ => note(0) }}"
                )
            }
            Construct::LastMatch => {
                let (value, local) = (self.integer(), self.number());
                let [one, two] = [self.integer(), self.boolean()];
                format!(
                    "e({number}, {{ let _local = noisy({local}, 1); match noisy({number}, shape({value})).get() \
                     {{ Shape::Pair(n @ 1..=3, _) if {two} => *n, Shape::Deep(Ok(Some(n))) => ({one}) ^ *n, _ => 2 }} }});"
                )
            }
            Construct::StatementMatch => {
                let [one, two] = [self.body(), self.body()];
                let value = self.boolean();
                format!(
                    "match {value} {{ true => {{ {one} }} false => {{ {two} }} }}\n(x, y) = (y, x);\n\
                     match x {{ 3 => {{}} _ => {{ {two} }} }}\n*&mut y = x;"
                )
                .replace("(x, y) = (y, x);", "let mut y = x;")
                .in_block()
            }
            Construct::ComparisonStatement => {
                let (operator, value, done) = (self.operator(), self.leaf(), self.boolean());
                let body = self.body();
                format!(
                    "x {operator} {value} && {{ {body} {done} }};\ny {operator} {value} || {{ note({number}); true }};"
                )
            }
            Construct::Assert => {
                let condition = self.boolean();
                self.pick(&[
                    format!("assert!({condition} || e({number}, y != {number}));"),
                    format!("assert!(e({number}, x) != 3 || t.len() < 9 && {condition});"),
                    format!("assert!(e({number}, x != 3));"),
                    "assert!(x != 5 || !t.is_empty() && y == -2);".into(),
                ])
            }
            Construct::AssertMessage => {
                let [condition, shown] = [self.boolean(), self.boolean()];
                self.pick(&[
                    format!("assert!({condition} || y > -9, \"{{}} of {{x}}\", {shown});"),
                    format!("std::assert!({condition}, \"number {{}}\", e({number}, x < 3));"),
                ])
            }
            Construct::AssertEqual | Construct::AssertNotEqual | Construct::DebugAssertEqual => {
                self.assertion(construct, number)
            }
            Construct::DebugAssert => format!("debug_assert!({} || y < 9);", self.boolean()),
            Construct::OwnAssert => {
                let [condition, value] = [self.boolean(), self.integer()];
                format!(
                    "{{ macro_rules! assert {{ ($holds:expr) => {{ if !$holds {{ note(stringify!(no)) }} }} }} \
                     macro_rules! assert_eq {{ ($left:expr, $right:expr) => {{ note($left == $right) }} }} \
                     assert!({condition}); assert!(x == {value}); assert_eq!(e({number}, x), {value}); }}"
                )
            }
            Construct::WriteArguments => {
                let (text, condition, value) = (self.name("text"), self.boolean(), self.integer());
                format!(
                    "{{ let mut {text} = String::new(); let _ = write!({text}, \"{{}} {{:?}}\", {condition}, {value} == 3); \
                     writeln!({text}, \"{{}}\", noisy({number}, x).1 < 4).unwrap(); note({text}); }}"
                )
            }
            Construct::ForRange => {
                let (item, label) = (self.name("n"), format!("'{}", self.name("round")));
                let known = [item.clone()];
                let [from, to] = [self.integer(), self.integer()];
                let body = self.in_loop(&label, |this| this.knowing(&known, |this| this.body()));
                self.pick(&[
                    format!("{label}: for {item} in {from}..{to} {{ if spent() {{ break }} {body} }}"),
                    format!("{label}: for {item} in ({from} % 4)..=3 {{ if spent() {{ break }} {body} }}"),
                    format!("{label}: for {item} in 0..2 {{ if spent() {{ break }} {body} }}"),
                ])
            }
            Construct::ForIterator => {
                let (item, label) = (self.name("n"), format!("'{}", self.name("round")));
                let known = [item.clone()];
                let (value, condition) = (self.integer(), self.boolean());
                let body = self.in_loop(&label, |this| this.knowing(&known, |this| this.body()));
                self.pick(&[
                    format!("{label}: for &{item} in v {{ if spent() {{ break }} {body} }}"),
                    format!("{label}: for {item} in noisy({number}, vec![{value}, 3]).get().iter().copied() {{ if spent() {{ break }} {body} }}"),
                    format!("{label}: for {item} in v.iter().map(|n| n % 7).filter(|n| *n != x && n > &-3) {{ if spent() {{ break }} if {condition} {{ continue }} {body} }}"),
                    format!("{label}: for ({item}, _) in vec![{value}].into_iter().zip(noisy({number}, v).1) {{ if spent() {{ break }} {body} }}"),
                ])
            }
            Construct::ForMutable => {
                let (list, item, value) = (self.name("list"), self.name("n"), self.integer());
                let condition = self.boolean();
                format!(
                    "{{ let mut {list} = [{value}, 3]; for {item} in &mut {list} {{ if {condition} && *{item} == 3 {{ *{item} = {number} }} }} \
                     let mut all = {list}.into_iter(); for {item} in &mut all {{ if {item} != 3 {{ break }} }} note(all.len()); note({list}[0]); }}"
                )
            }
            Construct::BreakInCondition => {
                let label = format!("'{}", self.name("round"));
                let (condition, other, body) =
                    self.in_loop(&label, |this| (this.boolean(), this.boolean(), this.body()));
                format!(
                    "{label}: while if {condition} {{ break {label} }} else {{ {other} }} {{ if spent() {{ break }} \
                     {body} let _ = x == 1 || break; }}"
                )
            }
            Construct::ContinueInCondition => {
                let (label, item) = (format!("'{}", self.name("round")), self.name("n"));
                let known = [item.clone()];
                let (condition, other, body) = self.in_loop(&label, |this| {
                    this.knowing(&known, |this| (this.boolean(), this.boolean(), this.body()))
                });
                format!(
                    "{label}: for {item} in [1, x, 3] {{ if spent() {{ break }} \
                     while {{ if {condition} {{ continue {label} }} {other} }} {{ {body} if {item} == 3 || spent() {{ break {label} }} }} }}"
                )
            }
            Construct::NestedLoops => {
                let [outer, inner] = [format!("'{}", self.name("outer")), format!("'{}", self.name("inner"))];
                let value = self.name("k");
                let known = [value.clone()];
                let (first, second, body) = self.in_loop(&outer, |this| {
                    this.in_loop(&inner, |this| {
                        this.knowing(&known, |this| (this.boolean(), this.boolean(), this.body()))
                    })
                });
                format!(
                    "{outer}: for {value} in 0..=x.rem_euclid(4) {{ if spent() {{ break }} {inner}: loop {{ if spent() {{ break {outer} }} \
                     {body} if {first} {{ break {inner} }} if {second} {{ continue {outer} }} else {{ break {outer} }} }} }}"
                )
            }
            Construct::CfgStatement => {
                let (condition, body) = (self.boolean(), self.body());
                let leaving = self.leaving();
                format!(
                    "#[cfg(any())] let Some(1) = missing else {{ return }};\n#[cfg(any())] if let Some(3) = missing {{ wrong() }}\n\
                     #[cfg(all())] let Some(_) = Some(x) else {{ {leaving} }};\n\
                     #[cfg(all())] if {condition} {{ {body} }}\n#[cfg(any())] wrong(missing == 3);\n#[cfg(any())] missing.contains(&x);\n\
                     #[cfg(any())] while let Some(3) = missing {{}}\n#[cfg(any())] assert_eq!(missing, 3);\n#[cfg(any())] match missing {{ Some(1) => {{}} _ => {{}} }}"
                )
            }
            Construct::CfgArm => {
                let (value, condition) = (self.integer(), self.boolean());
                let [one, two] = [self.body(), self.body()];
                format!(
                    "match e({number}, shape({value})) {{ #[cfg(any())] Shape::Missing(3) if wrong => {{}} \
                     #[cfg(all())] Shape::Pair(3, _) if {condition} => {{ {one} }} \
                     #[cfg(any())] Missing(1..=3) => {{}} Shape::Deep(Ok(_)) => {{ {two} }} #[cfg(all())] _ => note({number}) }}"
                )
            }
            Construct::CfgField => {
                let (value, body) = (self.integer(), self.body());
                format!(
                    "if let Shape::Named {{ #[cfg(any())] missing: Some(3), #[cfg(all())] left: 3 | 10, right: Some(_), .. }} = e({number}, shape({value})) {{ {body} }}\n\
                     match &shape({value}) {{ Shape::Named {{ #[cfg(any())] missing: 1..=3, left, .. }} if *left == 3 => note(1), _ => note(2) }}"
                )
            }
            Construct::CfgElement => {
                let [first, second] = [self.boolean(), self.boolean()];
                format!(
                    "e({number}, [{first}, #[cfg(any())] (missing == 3), #[cfg(all())] e({number}, {second}), #[cfg(any())] wrong.is_empty()].len());\n\
                     note(Walk {{ #[cfg(any())] missing: wrong == 3, #[cfg(all())] position: i32::from({second}), ..Walk::new(1) }}.position);"
                )
            }
            Construct::NestedFunction => {
                let name = self.name("nested");
                let [one, two] = [self.integer(), self.integer()];
                let inside = self.alone(|this| {
                    this.apart(Returns::Integer, false, |this| {
                        let (statement, value) = (this.statement(), this.integer());
                        format!("{statement}\n{value}")
                    })
                });
                format!(
                    "{{ {}fn {name}(x: i32, y: i32, o: Option<i32>, t: &'static str, v: &'static [i32], c: char, z: f64, flag: &'static bool) -> i32 {{\n{inside}\n}}\n\
                     e({number}, {name}({one}, {two}, o, t, v, c, z, flag)); }}",
                    markers::ATTRIBUTE
                )
            }
            Construct::ConstFunction => self.constant_function(number),
            Construct::NestedConstants => format!(
                "{{ const N: usize = if 1 == 2 {{ 3 }} else {{ 4 }}; static M: bool = 1 < LIMIT; \
                 let a = [0u8; if N == 4 {{ 5 }} else {{ 6 }}]; let b = [x == 2; const {{ (3 > 2) as usize + 1 }}]; \
                 const fn inner<const B: bool>() -> bool {{ B && 1 == 1 }} \
                 let k = const {{ match LIMIT {{ 3 if N > 2 => 1, _ => 2 }} }}; \
                 e({number}, inner::<{{ 1 < 2 }}>() && M && a.len() + b.len() == k); }}"
            ),
            Construct::DropAtBlockEnd => {
                let [first, second, third] = [self.number(), self.number(), self.number()];
                let (value, statement, condition) = (self.integer(), self.statement(), self.boolean());
                format!(
                    "{{ let _first = noisy({first}, {value}); let _ = noisy({second}, 1); {statement} \
                     let _third = noisy({third}, {condition}).1; if _first.1 == 3 {{ drop(_first); }} note({number}); }}"
                )
            }
            Construct::StatementMacro => {
                let (condition, body) = (self.boolean(), self.body());
                // A block among a macro's arguments is no condition.
                let is_block = markers::rendered(&condition, "").starts_with('{');
                let condition = if is_block { format!("({condition})") } else { condition };
                format!("when!({condition}, {{ {body} }});\nwhen! {{ x == {number}, {{ note({number}) }} }}")
            }
            Construct::AsyncClosure => {
                let (name, argument) = (self.name("later"), self.name("k"));
                let known = [argument.clone()];
                let (condition, value) = self.apart(Returns::Integer, true, |this| {
                    this.knowing(&known, |this| (this.boolean(), this.integer()))
                });
                let (one, two) = (self.leaf(), self.number());
                format!(
                    "{{ let {name} = |{argument}: i32| async move {{ if {condition} {{ return {argument} }} if ready({number}, {argument}).await < 3 {{ 1 }} else {{ {value} }} }}; \
                     e({two}, block_on({name}({one}))); }}"
                )
            }
            other => unreachable!("{other:?} is no statement"),
        }
    }

    fn if_let(&mut self) -> String {
        self.matched(Use::Once, |this, subject| {
            let matched = this.pattern(subject.of, subject.mode);
            let yes = this.matched_body(&matched, &subject.inside);
            let no = this.body();
            let otherwise = match this.random.below(3) {
                0 => String::new(),
                1 => format!("else {{ {} {no} }}", subject.inside),
                _ => format!("else if {} {{ {no} }}", this.boolean()),
            };
            let Subject { setup, expression, after, .. } = subject;
            format!("{{ {setup} if let {} = {expression} {{ {yes} }} {otherwise} {after} }}", matched.pattern)
        })
    }

    fn let_chain(&mut self) -> String {
        self.matched(Use::Once, |this, subject| {
            let before = this.boolean();
            let matched = this.pattern(subject.of, subject.mode);
            let (after_pattern, yes) = (
                this.knowing(&matched.in_guard, |this| this.boolean()),
                this.matched_body(&matched, &subject.inside),
            );
            let (number, no) = (this.number(), this.body());
            let Subject { setup, expression, after, inside, .. } = subject;
            let pattern = &matched.pattern;
            match this.random.below(3) {
                0 => format!(
                    "{{ {setup} if {before} && let {pattern} = {expression} && {after_pattern} {{ {yes} }} else {{ {inside} {no} }} {after} }}"
                ),
                1 => format!(
                    "{{ {setup} if let {pattern} = {expression} && noisy({number}, x).1 != 7 && let Some(_) | None = e({number}, o) && {after_pattern} {{ {yes} }} {after} }}"
                ),
                _ => format!(
                    "{{ {setup} if let Some(_) = noisy({number}, o).1 && let {pattern} = {expression} {{ {yes} }} else {{ {no} }} {after} }}"
                ),
            }
        })
    }

    fn while_let(&mut self) -> String {
        let label = format!("'{}", self.name("round"));
        self.matched(Use::Repeated, |this, subject| {
            let matched = this.pattern(subject.of, subject.mode);
            let body = this.in_loop(&label, |this| this.matched_body(&matched, &subject.inside));
            let Subject { setup, expression, after, .. } = subject;
            format!(
                "{{ {setup} {label}: while let {} = {expression} {{ if spent() {{ break }} {body} }} {after} }}",
                matched.pattern
            )
        })
    }

    fn let_else(&mut self) -> String {
        self.matched(Use::Outlived, |this, subject| {
            let matched = this.pattern(subject.of, subject.mode);
            let leaving = this.leaving();
            let yes = this.matched_body(&matched, &subject.inside);
            let number = this.number();
            let Subject { setup, expression, after, inside, .. } = subject;
            // Alternatives have to be in parentheses here.
            format!(
                "{{ {setup} let ({}) = {expression} else {{ {inside} note({number}); {leaving} }}; {yes} {after} }}",
                matched.pattern
            )
        })
    }

    fn match_statement(&mut self, guarded: bool) -> String {
        self.matched(Use::Once, |this, subject| {
            let mut arms = String::new();
            let count = 2 + this.random.below(2);
            for index in 0..count {
                let matched = this.pattern(subject.of, subject.mode);
                let guard = match guarded && index == 0 || this.chance(25) {
                    true => this.guard(&matched),
                    false => String::new(),
                };
                let body = this.matched_body(&matched, &subject.inside);
                arms += &format!("{} {guard} => {{ {body} }}\n", matched.pattern);
            }
            let last = this.body();
            let Subject { setup, expression, after, inside, .. } = subject;
            format!("{{ {setup} match {expression} {{\n{arms}_ => {{ {inside} {last} }} }} {after} }}")
        })
    }

    fn assertion(&mut self, construct: Construct, number: u32) -> String {
        let [left, right] = [self.integer(), self.integer()];
        let condition = self.boolean();
        let other = self.number();
        let operands = self.pick(&[
            format!("e({number}, x), {left}"),
            format!("noisy({number}, {left}).1, noisy({other}, {right}).1"),
            "y, 3".into(),
            format!("{condition}, true"),
            format!("noisy({number}, {left}), noisy({other}, x)"),
            format!("*noisy({number}, vec![{left}]).get(), v"),
            format!("(o, {left}), (Some(3), e({other}, 3))"),
        ]);
        match construct {
            Construct::AssertEqual => format!("if x != 3 {{ assert_eq!({operands}); }}"),
            Construct::AssertNotEqual => format!("assert_ne!({operands});"),
            _ => format!("if y > 2 {{ debug_assert_eq!({operands}, \"{{}} and {{y}}\", {condition}); }}"),
        }
    }

    fn constant_function(&mut self, number: u32) -> String {
        let name = self.name("constant");
        let [one, two] = [self.random.below(4), self.random.below(4)];
        let first =
            self.pick(&["a == b && i != 2", "a != b || i >= 2", "!(a < b) && i == 1", "(a > b) == (i < 2)"]);
        let matching = self.pick(&[
            "match (a, b) { (1, _) => 2, (n @ 3..=5, 0 | 1) if n > b => n, (LIMIT, _) => 4, _ => i }",
            "match a { 0 => 1, -4..=-1 if b == 1 => 2, n if n == b => 3, _ => i }",
            "if let Some(n @ 1..=3) = given(a) { n } else { let Some(n) = given(b) else { return 7 }; n }",
            "'block: { if matches!(given(b), Some(1..=3)) && a != 2 { break 'block 5 } i }",
        ]);
        let value = self.integer();
        format!(
            "{{ const fn given(n: i32) -> Option<i32> {{ if n > 0 {{ Some(n) }} else {{ None }} }}\n\
             {}const fn {name}(a: i32, b: i32) -> i32 {{ let mut i = 0; \
             while i < 3 {{ i += 1; if {first} {{ continue }} if a > 5 || !(b <= 2) {{ break }} }} \
             core::assert!(a != 77); {matching} }}\n\
             const AT_ONCE: i32 = {name}({one}, {two}); static LENGTH: [u8; {name}({two}, 1) as usize] = [1; {name}({two}, 1) as usize]; \
             e({number}, {name}({value}, y) == AT_ONCE || LENGTH.len() == 3); }}",
            markers::ATTRIBUTE
        )
    }

    /// A writer for a function within the function, without the names and the constructs of the
    /// outer one.
    fn alone(&mut self, inside: impl FnOnce(&mut Self) -> String) -> String {
        let is_generic = std::mem::replace(&mut self.is_generic, false);
        let text = self.within(|here| here.integers = vec!["x".into(), "y".into()], inside);
        self.is_generic = is_generic;
        text
    }
}

trait Block {
    fn in_block(&self) -> String;
}

impl Block for String {
    fn in_block(&self) -> String {
        format!("{{ {self} }}")
    }
}
