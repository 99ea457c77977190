//! Random functions of bytes, for trying all their values. `generated.rs` has them as code.
//!
//! 1. One parameter takes all its values. Of two, only the lower four bits are used.
//! 2. Most forms are those of closed functions. Some functions have a variable changed through a
//!    reference, in a macro or a closure, or a value of another function.

use std::fmt::Write as _;

pub const FUNCTIONS: u64 = 60;

/// Returns the text of `generated.rs`.
pub fn source(seed: u64) -> String {
    let mut text = String::from(
        "//! Written by `generator.rs`; UPDATE_GENERATED=1 rewrites it.\n\n\
         #![allow(unused, clippy::all)]\n#![cfg_attr(rustfmt, rustfmt_skip)]\n\n\
         use super::hidden::{change, hide, set};\n",
    );
    for number in 0..FUNCTIONS {
        let mut function = Function { random: seed.wrapping_add(number), ..Function::default() };
        // xorshift is slow to leave neighbouring states
        (0..20).for_each(|_| _ = function.below(2));
        let body = function.body(number % 3 == 2, number % 4 == 3);
        let parameters = if number % 3 == 2 { "x: u8, y: u8" } else { "x: u8" };
        let _ = write!(text, "\n#[sbst::instrument]\npub fn f{number}({parameters}) -> u8 {{\n{body}}}\n");
    }
    text
}

#[derive(Default)]
struct Function {
    random: u64,
    /// The variables in scope, the parameters first.
    variables: Vec<String>,
    declared: usize,
    conditions: usize,
    has_hidden: bool,
    text: String,
}

impl Function {
    fn below(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut drawn = self.random;
        drawn = (drawn ^ drawn >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        drawn = (drawn ^ drawn >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (drawn ^ drawn >> 31) % limit
    }

    fn body(&mut self, has_two: bool, has_hidden: bool) -> String {
        self.has_hidden = has_hidden;
        let inputs: &[(&str, &str)] =
            if has_two { &[("a", "x & 15"), ("b", "y & 15")] } else { &[("a", "x")] };
        for (name, value) in inputs {
            let _ = writeln!(self.text, "    let mut {name} = {value};");
            self.variables.push((*name).to_owned());
        }
        for _ in 0..5 {
            self.statement(1);
        }
        let result = self.operand(1);
        let _ = writeln!(self.text, "    {result}");
        std::mem::take(&mut self.text)
    }

    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 4 * depth);
    }

    fn block(&mut self, depth: usize) {
        let outside = self.variables.len();
        for _ in 0..=self.below(2) {
            self.statement(depth + 1);
        }
        self.variables.truncate(outside);
    }

    fn new_variable(&mut self) -> String {
        self.declared += 1;
        format!("v{}", self.declared)
    }

    fn statement(&mut self, depth: usize) {
        let is_deep = depth > 3 || self.conditions > 8;
        match self.below(if is_deep { 6 } else { 14 }) {
            0 | 1 => {
                let (name, value) = (self.new_variable(), self.operand(2));
                self.line(depth, &format!("let mut {name}: u8 = {value};"));
                self.variables.push(name);
            }
            2 => {
                let (name, value) = (self.variable(), self.operand(2));
                self.line(depth, &format!("{name} = {value};"));
            }
            3 | 4 => {
                let operator = ["+=", "-=", "^=", "|=", "&=", ">>=", "*="][self.below(7) as usize];
                let (name, value) = (self.variable(), self.operand(1));
                let value = if operator == ">>=" { self.below(5).to_string() } else { value };
                self.line(depth, &format!("{name} {operator} {value};"));
            }
            5 if self.has_hidden => {
                let (name, value) = (self.variable(), self.operand(1));
                let line = match self.below(5) {
                    0 => format!("change({value}, &mut {name});"),
                    1 => format!("set!({name}, {value});"),
                    2 => format!("(|| {name} = {value})();"),
                    3 => format!("{name} = hide({value});"),
                    _ => format!("{name} = [3, {value}, 9][usize::from({name}) % 3];"),
                };
                self.line(depth, &line);
            }
            5 => self.line(depth, "{}"),
            6 => {
                let (counter, value) = (self.new_variable(), self.operand(1));
                self.line(depth, &format!("let mut {counter} = {value} & 3;"));
                self.conditions += 1;
                self.line(depth, &format!("while {counter} > 0 {{"));
                self.block(depth);
                self.line(depth + 1, &format!("{counter} -= 1;"));
                self.line(depth, "}");
            }
            7 => {
                let (counter, rounds) = (self.new_variable(), 1 + self.below(3));
                self.line(depth, &format!("for {counter} in 0..{rounds}u8 {{"));
                self.variables.push(counter.clone());
                self.block(depth);
                self.variables.retain(|variable| *variable != counter);
                self.line(depth, "}");
            }
            8 => {
                let (name, condition) = (self.new_variable(), self.condition(1));
                self.line(depth, &format!("let {name} = {condition};"));
                self.line(depth, &format!("if {name} {{"));
                self.block(depth);
                self.line(depth, "}");
            }
            _ => {
                let condition = self.condition(1);
                self.line(depth, &format!("if {condition} {{"));
                self.block(depth);
                match self.below(4) {
                    0 => {
                        let value = self.below(256);
                        self.line(depth + 1, &format!("return {value};"));
                    }
                    1 => {
                        self.line(depth, "} else {");
                        self.block(depth);
                    }
                    _ => {}
                }
                self.line(depth, "}");
            }
        }
    }

    fn variable(&mut self) -> String {
        let mutable: Vec<String> =
            self.variables.iter().filter(|name| name.len() < 2 || !self.is_counter(name)).cloned().collect();
        mutable[self.below(mutable.len() as u64) as usize].clone()
    }

    /// True if a variable counts the rounds of a `for`, which cannot be assigned.
    fn is_counter(&self, name: &str) -> bool {
        self.text.contains(&format!("for {name} in"))
    }

    fn operand(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(3) {
                0 => (self.below(20) * self.below(13)).to_string(),
                _ => {
                    let drawn = self.below(self.variables.len() as u64);
                    self.variables[drawn as usize].clone()
                }
            };
        }
        let (left, right) = (self.operand(depth - 1), self.operand(depth - 1));
        let left = if left.parse::<u8>().is_ok() { "a".to_owned() } else { left };
        match self.below(28) {
            0 => format!("({left} + {right})"),
            1 => format!("({left} - {right})"),
            2 => format!("({left} / ({right} | 1))"),
            3 => format!("({left} % ({right} | 1))"),
            4 => format!("({left} ^ {right})"),
            5 => format!("({left} & {right})"),
            6 => format!("({left} | {right})"),
            7 => format!("{left}.wrapping_mul({right})"),
            8 => format!("{left}.wrapping_add({right})"),
            9 => format!("{left}.min({right})"),
            10 => format!("{left}.abs_diff({right})"),
            11 => format!("((u16::MAX - {left} as u16 * 3) as u8)"),
            12 => format!("((({left} as i8) >> 1) as u8)"),
            13 => format!("({left} >> {})", self.below(8)),
            14 => format!("!{left}"),
            15 => format!("{left}.saturating_mul({right})"),
            16 => format!("{left}.wrapping_sub({right})"),
            17 => format!("{left}.rem_euclid({right} | 1)"),
            18 => format!("(({left} as i8).wrapping_div_euclid(({right} | 1) as i8) as u8)"),
            19 => format!("({left}.leading_zeros() as u8)"),
            20 => format!("({left}.count_ones() as u8)"),
            21 => format!("{left}.reverse_bits()"),
            22 => format!("{left}.wrapping_pow({})", self.below(4)),
            23 => format!("(({left} as i8).signum() as u8)"),
            24 => format!("{left}.wrapping_shl({right} as u32)"),
            25 if self.has_hidden => format!("{left}.checked_add({right}).unwrap_or({})", self.below(99)),
            26 if self.has_hidden => {
                format!("(match {left}.checked_sub({right}) {{ Some(n) => n, None => {right} }})")
            }
            _ => format!("{left}.saturating_sub({right})"),
        }
    }

    fn condition(&mut self, depth: u64) -> String {
        if depth > 0 && self.below(4) == 0 {
            let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
            let operator = ["&&", "||"][self.below(2) as usize];
            return format!("({left}) {operator} !({right})");
        }
        self.conditions += 1;
        if self.below(8) == 0 {
            return format!("{}.is_power_of_two()", self.variable());
        }
        let operator = ["==", "!=", "<", "<=", ">", ">="][self.below(6) as usize];
        let (left, right) = (self.operand(2), self.operand(1));
        let left = if left.parse::<u8>().is_ok() { "a".to_owned() } else { left };
        format!("{left} {operator} {right}")
    }
}
