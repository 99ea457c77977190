//! Scrutinees, and the statements around them.

use super::patterns::{Matched, Mode, Type};
use super::{Generator, Returns};
use crate::constructs::{Category, Construct};

/// A scrutinee.
pub(crate) struct Subject {
    /// The statements before it.
    pub(crate) setup: String,
    pub(crate) expression: String,
    pub(crate) of: Type,
    pub(crate) mode: Mode,
    /// The statements after it, and in it.
    pub(crate) inside: String,
    pub(crate) after: String,
}

/// The use of a scrutinee.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Once,
    /// Evaluated repeatedly.
    Repeated,
    /// Its bindings outlive the statement.
    Outlived,
}

impl Generator<'_> {
    /// Writes statements with this use of a subject; `write` writes the use.
    pub(crate) fn matched(&mut self, used: Use, write: impl FnOnce(&mut Self, Subject) -> String) -> String {
        let scrutinee = self.choose(Category::Scrutinee).unwrap_or(Construct::ValueScrutinee);
        self.begin(scrutinee);
        let text = self.deeper(|this| match scrutinee {
            Construct::AwaitScrutinee => this.awaiting(|this| {
                let subject = this.subject(scrutinee, used);
                write(this, subject)
            }),
            Construct::QuestionScrutinee => {
                let needed = match this.here.returns {
                    Returns::Integer => Returns::Option,
                    other => other,
                };
                this.returning(needed, |this| {
                    let subject = this.subject(scrutinee, used);
                    write(this, subject)
                })
            }
            _ => {
                let subject = this.subject(scrutinee, used);
                write(this, subject)
            }
        });
        self.end();
        text
    }

    fn subject(&mut self, scrutinee: Construct, used: Use) -> Subject {
        let name = self.name("p");
        let (number, other) = (self.number(), self.number());
        let (place, lent, behind, owned, shared, exclusive) = match used {
            Use::Once => (Mode::Owned, Mode::Lent, Mode::Behind, Mode::Owned, Mode::Shared, Mode::Exclusive),
            Use::Repeated => {
                (Mode::Lent, Mode::Lent, Mode::Behind, Mode::Owned, Mode::Shared, Mode::Exclusive)
            }
            Use::Outlived => {
                (Mode::Owned, Mode::Copied, Mode::Copied, Mode::Copied, Mode::Shared, Mode::Exclusive)
            }
        };
        let mode = match scrutinee {
            Construct::PlaceScrutinee | Construct::MacroScrutinee => place,
            Construct::SharedScrutinee => shared,
            Construct::ExclusiveScrutinee => exclusive,
            Construct::NoisyScrutinee if used == Use::Outlived => Mode::Copied,
            Construct::NoisyScrutinee => {
                self.pick(&[Mode::Shared, Mode::Exclusive, Mode::Behind, Mode::Lent])
            }
            Construct::BorrowScrutinee | Construct::LockScrutinee if used == Use::Outlived => Mode::Copied,
            Construct::BorrowScrutinee | Construct::LockScrutinee => {
                self.pick(&[behind, Mode::Shared, lent, Mode::Exclusive])
            }
            Construct::IndexScrutinee | Construct::PlainIndexScrutinee => match used {
                Use::Outlived => Mode::Copied,
                _ => lent,
            },
            Construct::FieldOfTemporary => lent,
            _ => owned,
        };
        let of = match scrutinee {
            Construct::PartlyUsed => Type::Option,
            _ => self.type_for(mode),
        };
        let value = self.value(of);
        let (mut setup, mut inside, mut after) = (String::new(), String::new(), String::new());
        let place = format!("let mut {name} = {value};");
        // A brace is not allowed in front of `else`.
        let [open, close] = if used == Use::Outlived { ["(", ")"] } else { ["", ""] };
        let free = |way: &str| format!("e({other}, {name}.{way}().is_ok());");
        let expression = match scrutinee {
            Construct::PlaceScrutinee => {
                setup = place;
                name
            }
            Construct::SharedScrutinee => {
                setup = place;
                format!("&{name}")
            }
            Construct::ExclusiveScrutinee => {
                setup = place;
                after = format!("note(format!(\"{{:?}}\", {name}));");
                format!("&mut {name}")
            }
            Construct::MacroScrutinee => {
                setup = place;
                format!("same!({name})")
            }
            Construct::FieldOfTemporary => format!("noisy({number}, {value}).1"),
            Construct::NoisyScrutinee => match mode {
                Mode::Shared => format!("noisy({number}, {value}).get()"),
                Mode::Exclusive => format!("noisy({number}, {value}).get_mut()"),
                Mode::Lent => format!("*noisy({number}, {value}).get_mut()"),
                _ => format!("*noisy({number}, {value}).get()"),
            },
            Construct::BorrowScrutinee => {
                setup = format!("let {name} = RefCell::new({value});");
                inside = free("try_borrow_mut");
                after = inside.clone();
                match mode {
                    Mode::Shared => format!("&*{name}.borrow()"),
                    Mode::Exclusive => format!("&mut *{name}.borrow_mut()"),
                    Mode::Lent => format!("*{name}.borrow_mut()"),
                    _ => format!("*{name}.borrow()"),
                }
            }
            Construct::LockScrutinee => {
                setup = format!("let {name} = Mutex::new({value});");
                inside = free("try_lock");
                after = inside.clone();
                match mode {
                    Mode::Shared => format!("&*{name}.lock().unwrap()"),
                    Mode::Exclusive => format!("&mut *{name}.lock().unwrap()"),
                    _ => format!("*{name}.lock().unwrap()"),
                }
            }
            Construct::IndexScrutinee => {
                setup = format!("let mut {name} = [{value}, {}];", self.value(of));
                format!("{name}[e({number}, 1)]")
            }
            Construct::PlainIndexScrutinee => {
                setup = format!("let at_{name} = 1; let mut {name} = [{value}, {}];", self.value(of));
                after = format!("note(format!(\"{{:?}}\", {name}));");
                format!("{name}[at_{name} - 1]")
            }
            Construct::AwaitScrutinee => format!("ready({number}, {value}).await"),
            Construct::QuestionScrutinee => match self.here.returns {
                Returns::Result => format!("certain({number}, y, {value})?"),
                _ => format!("maybe({number}, x, {value})?"),
            },
            Construct::BlockScrutinee => format!("{open}{{ note({number}); {value} }}{close}"),
            Construct::ReturnScrutinee => {
                let (condition, leaving) = (self.boolean(), self.leaving());
                format!("{open}if {condition} {{ {leaving} }} else {{ {value} }}{close}")
            }
            Construct::PartlyUsed => {
                let number_of_parts = self.leaf();
                let owner = format!("{name}_parts");
                return match self.chance(50) {
                    true => Subject {
                        setup: format!(
                            "let mut {owner} = parts({number_of_parts}); let {name} = {owner}.first; "
                        ),
                        expression: format!("{owner}.second"),
                        of,
                        mode: lent,
                        inside,
                        after: format!("note({name}.unwrap_or_default());"),
                    },
                    false => Subject {
                        setup: format!(
                            "let mut {owner} = parts({number_of_parts}); let {name} = &mut {owner}.first;"
                        ),
                        expression: format!("{owner}.third"),
                        of,
                        mode: lent,
                        inside,
                        after: format!("*{name} = None; note({owner}.first.is_some());"),
                    },
                };
            }
            _ => format!("e({number}, {value})"),
        };
        Subject { setup, expression, of, mode, inside, after }
    }

    /// Writes the body after a pattern has matched.
    pub(crate) fn matched_body(&mut self, matched: &Matched, inside: &str) -> String {
        let body = self.knowing(&matched.integers, |this| this.body());
        let known = match matched.integers.last() {
            Some(known) => format!("note({known});"),
            None => String::new(),
        };
        format!("{} {known} {inside} {body}", matched.prologue.join(" "))
    }

    /// Writes `match` as an expression of type `i32`, in a block.
    pub(crate) fn arms(&mut self, count: u32) -> String {
        let value = self.name("value");
        let text = self.matched(Use::Once, |this, subject| {
            let mut arms = String::new();
            for _ in 0..count {
                let matched = this.pattern(subject.of, subject.mode);
                let guard = if this.chance(30) { this.guard(&matched) } else { String::new() };
                let number = this.knowing(&matched.integers, |this| this.integer());
                arms += &format!(
                    "{} {guard} => {{ {} {number} }}\n",
                    matched.pattern,
                    matched.prologue.join(" ")
                );
            }
            let last = this.integer();
            let Subject { setup, expression, after, .. } = subject;
            format!("{setup} {value} = match {expression} {{\n{arms}_ => {last}, }}; {after}")
        });
        format!("{{ let mut {value} = 0; {text} {value} }}")
    }

    /// Writes `if …`.
    pub(crate) fn guard(&mut self, matched: &Matched) -> String {
        self.note(Construct::MatchGuard);
        let condition = self.knowing(&matched.in_guard, |this| this.boolean());
        format!("if {condition}")
    }

    /// Writes `matches!(…)`.
    pub(crate) fn matches(&mut self, guarded: bool) -> String {
        let holds = self.name("holds");
        let text = self.matched(Use::Once, |this, subject| {
            let matched = this.pattern(subject.of, subject.mode);
            let guard = if guarded { this.guard(&matched) } else { String::new() };
            let Subject { setup, expression, after, .. } = subject;
            // `if` takes a `matches!` as a condition; a `let` takes it as a value.
            match this.chance(50) {
                true => format!(
                    "{setup} if matches!({expression}, {} {guard}) {{ {holds} = true; }} {after}",
                    matched.pattern
                ),
                false => {
                    format!("{setup} {holds} = matches!({expression}, {} {guard}); {after}", matched.pattern)
                }
            }
        });
        format!("({{ let mut {holds} = false; {text} {holds} }})")
    }
}
