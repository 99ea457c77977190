//! Expressions of type `i32`.

use super::{Generator, Returns, checked, markers};
use crate::constructs::{Category, Construct};

impl Generator<'_> {
    /// Writes any.
    pub(crate) fn integer(&mut self) -> String {
        let text = match self.choose(Category::Integer) {
            Some(construct) => self.integer_of(construct),
            None => {
                let (number, leaf) = (self.number(), self.leaf());
                match self.random.below(4) {
                    0 => leaf,
                    1 => format!("noisy({number}, {leaf}).1"),
                    _ => format!("e({number}, {leaf})"),
                }
            }
        };
        // A block would begin a statement, or a body.
        let needs_parentheses = text.starts_with('{') || text.starts_with("unsafe");
        markers::integer(&if needs_parentheses { format!("({text})") } else { text })
    }

    /// Writes a repeatable one without effects.
    pub(crate) fn leaf(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("{}", self.random.below(10)),
            1 => self.pick(&["x".to_owned(), "y".to_owned()]),
            _ => self.pick(&self.here.integers.clone()),
        }
    }

    pub(crate) fn integer_of(&mut self, construct: Construct) -> String {
        self.begin(construct);
        let text = self.deeper(|this| this.integer_with(construct));
        self.end();
        text
    }

    fn integer_with(&mut self, construct: Construct) -> String {
        let number = self.number();
        match construct {
            Construct::IntegerIf => {
                let condition = self.boolean();
                let [yes, no] = [self.integer(), self.integer()];
                format!("(if {condition} {{ {yes} }} else {{ {no} }})")
            }
            Construct::IntegerMatch => {
                let arms = self.arms(2);
                format!("({arms})")
            }
            Construct::LabelledBlock => {
                let label = format!("'{}", self.name("block"));
                let condition = self.boolean();
                let [value, last] = [self.integer(), self.integer()];
                format!("({label}: {{ if {condition} {{ break {label} {value} }} {last} }})")
            }
            Construct::LoopValue => {
                let label = format!("'{}", self.name("round"));
                let (condition, value) = self.in_loop(&label, |this| (this.boolean(), this.integer()));
                format!("({label}: loop {{ if spent() {{ break 0 }} if {condition} {{ break {value} }} }})")
            }
            Construct::ReferenceClosure => {
                let (total, argument) = (self.name("total"), self.name("k"));
                let known = [argument.clone()];
                let condition =
                    self.apart(Returns::Integer, false, |this| this.knowing(&known, |this| this.boolean()));
                format!(
                    "{{ let mut {total} = 1i32; let mut add = |{argument}: i32| -> i32 {{ if {condition} \
                     {{ {total} = {total}.wrapping_add({argument}) }} {total} }}; add({number}); add(x); {total} }}"
                )
            }
            Construct::MoveClosure => {
                let (text, argument) = (self.name("text"), self.name("k"));
                let known = [argument.clone()];
                let (condition, leaving) = self.apart(Returns::Integer, false, |this| {
                    this.knowing(&known, |this| (this.boolean(), this.leaving()))
                });
                let value = self.integer();
                format!(
                    "{{ let {text} = noisy({number}, String::from(t)); let test = move |{argument}: i32| -> i32 \
                     {{ if {condition} && {text}.1 == t {{ {leaving} }} {text}.1.len() as i32 }}; test({value}) }}"
                )
            }
            Construct::AsyncBlock => {
                let (statement, value) =
                    self.apart(Returns::Integer, true, |this| (this.statement(), this.integer()));
                format!(
                    "block_on(async {{ {statement} if ready({number}, x).await == 3 {{ return 1 }} {value} }})"
                )
            }
            Construct::TailTemporary => {
                let [local, last] = [self.number(), self.number()];
                let (value, operator, other) = (self.integer(), self.operator(), self.leaf());
                format!(
                    "i32::from({{ let _local = noisy({local}, {value}); note({number}); \
                     *noisy({last}, x).get() {operator} {other} && noisy({number}, _local.1).1 > 2 }})"
                )
            }
            Construct::Shadowing => {
                let condition = self.knowing(&["x".into()], |this| this.boolean());
                let value = self.leaf();
                format!(
                    "{{ let x: i32 = {value}; let y = if {condition} {{ x }} else {{ let x = noisy({number}, y); x.1 }}; \
                     let x = x == y; if x && y > 2 {{ y }} else {{ 4 }} }}"
                )
            }
            Construct::Overflow => {
                let [left, right] = [self.integer(), self.leaf()];
                format!("({left} {} {right})", self.pick(&["+", "-", "*", "/", "%"]))
            }
            Construct::IndexPanic => {
                let index = self.integer();
                format!("v[i32::rem_euclid({index}, 4) as usize]")
            }
            Construct::UnsafeBlock => {
                let (name, value) = (self.name("slot"), self.integer());
                let operator = self.operator();
                format!(
                    "unsafe {{ let mut {name} = {value}; let p = &raw mut {name}; if *p {operator} {{ *p = 3; y }} \
                     && COUNTER < *p {{ *p }} else {{ Bits {{ unsigned: {number} }}.signed }} }}"
                )
            }
            Construct::FormatArguments => {
                let [first, second] = [self.boolean(), self.boolean()];
                format!("(format!(\"{{}} {{b:?}} {{0}}\", {first}, b = {second}).len() as i32)")
            }
            Construct::VecArguments => {
                let [first, second, third] = [self.boolean(), self.boolean(), self.boolean()];
                let value = self.integer();
                format!(
                    "(vec![{first}, {second}].len() as i32).wrapping_add(vec![{value}; {third} as usize].iter().fold(0, |a: i32, b| a.wrapping_add(*b)))"
                )
            }
            other if checked::is_checked(other) => self.checked(other),
            Construct::BooleanCast => format!("(({}) as i32)", self.boolean()),
            other => unreachable!("{other:?} is no integer"),
        }
    }
}
