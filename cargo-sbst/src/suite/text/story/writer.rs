//! Lines of a [story](super): its statements in Rust.

use super::mentions::How;
use super::variable_names::free;
use super::{LONGEST_LINE, Story};
use crate::suite::text::argument::Arguments;
use crate::suite::text::call::Function;
use crate::suite::text::claim::Shown;
use crate::suite::text::expression::before_dot;
use crate::suite::text::naming::Naming;
use crate::suite::text::temporaries;
use crate::suite::text::variables::of_parameter;
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{Binding, Reading, Statement};
use sbst_model::target::Parameter;
use std::collections::BTreeSet;

pub(super) struct Writer<'s, 't> {
    story: &'s Story<'t>,
    naming: &'s mut dyn Naming,
    pub(super) lines: Vec<String>,
    pub(super) used: BTreeSet<String>,
    /// True if the values in a line outlive it.
    pub(super) is_kept: bool,
}

impl<'s, 't> Writer<'s, 't> {
    pub(super) fn new(story: &'s Story<'t>, naming: &'s mut dyn Naming) -> Writer<'s, 't> {
        let bound = (0..story.before.len()).filter_map(|index| story.bound(index));
        let used = bound.map(|variable| story.names[variable.name.as_str()].clone()).collect();
        Writer { story, naming, lines: Vec::new(), used, is_kept: true }
    }

    pub(super) fn line(&mut self, index: usize) {
        let statement = &self.story.before[index];
        if statement.is_assignment {
            return self.assignment(statement);
        }
        let value = self.value(index);
        let line = match self.story.bound(index) {
            Some(variable) => {
                let is_changed =
                    self.story.mentions(&variable.name).iter().any(|mention| match mention.how {
                        How::Changed => true,
                        How::Called => variable.is_changed,
                        How::ByValue | How::Shared => false,
                    });
                let changed = if is_changed && !variable.is_reference { "mut " } else { "" };
                let name = format!("{changed}{}", self.story.names[variable.name.as_str()]);
                match &variable.binding {
                    Binding::Whole => format!("let {name} = {value};"),
                    Binding::Tuple(beside) => format!("let {} = {value};", self.tuple(&name, beside)),
                    Binding::Variant(pattern) => {
                        let pattern = pattern.with_names(|path| self.naming.path(path), |_| name.clone());
                        format!("let {pattern} = {value} else {{ unreachable!() }};")
                    }
                }
            }
            None if statement.called.is_some() => self.step(value, statement),
            None => format!("let _ = {value};"),
        };
        self.lines.push(line);
    }

    /// Returns the line of a call with an unused result: an assertion, if possible.
    fn step(&mut self, call: String, statement: &Statement) -> String {
        let result = statement.result.as_ref();
        let is_asserted = self.story.is_asserted(statement);
        let asserted = result.filter(|_| is_asserted);
        let asserted = asserted.and_then(|result| self.naming.assertion(&call, &Shown::from(result)));
        match asserted.filter(|line| line.chars().count() <= LONGEST_LINE) {
            Some(line) => line,
            None => match result.and_then(variant) {
                Some("Ok") => format!("{}.unwrap();", before_dot(&call)),
                Some("Some") if is_asserted => format!("assert!({}.is_some());", before_dot(&call)),
                Some("Err") => format!("assert!({}.is_err());", before_dot(&call)),
                _ => format!("{call};"),
            },
        }
    }

    /// Returns the pattern of a tuple with this variable. A value bound to `_` would be dropped.
    fn tuple(&mut self, name: &str, [before, behind]: &[Vec<String>; 2]) -> String {
        let mut unused = |name: &String| {
            let name = free(&format!("_{}", of_parameter(name)), &self.used, &*self.naming);
            self.used.insert(name.clone());
            name
        };
        let before: Vec<String> = before.iter().map(&mut unused).collect();
        let behind: Vec<String> = behind.iter().map(&mut unused).collect();
        format!("({})", [before, vec![name.to_owned()], behind].concat().join(", "))
    }

    /// Adds the line of an assignment. Values in it live until its end, and so does the borrow.
    fn assignment(&mut self, statement: &Statement) {
        let is_kept = std::mem::replace(&mut self.is_kept, false);
        let sides: Vec<String> = statement.arguments.iter().map(|side| self.expression(side)).collect();
        self.is_kept = is_kept;
        self.lines.push(format!("{};", sides.join(" = ")));
    }

    /// Renders the value of a statement.
    fn value(&mut self, index: usize) -> String {
        let story = self.story;
        let Statement { called, arguments, variable, is_assignment, .. } = &story.before[index];
        let mut sources: Vec<String> = arguments.iter().map(|argument| self.expression(argument)).collect();
        let value = match called {
            None => {
                debug_assert!(!is_assignment, "it is a line of its own");
                let source = sources.pop().unwrap_or_default();
                // The referent of a `let`'s outermost `&` lives as long as the variable.
                if source.starts_with('&') { source } else { self.bound(&source, "value") }
            }
            Some(called) => {
                for (index, source) in sources.iter_mut().enumerate() {
                    let parameter = called.parameters.get(index);
                    if called.borrows.contains(&index) || parameter.is_some_and(may_be_kept) {
                        let name = parameter.map_or("value", |parameter| &parameter.name);
                        *source = self.bound(source, of_parameter(name));
                    }
                }
                let is_known = story.knows_receiver(arguments);
                let callee = self.naming.function(called, is_known);
                let mut arguments = Arguments::new(&called.parameters, sources, &called.form.types);
                if self.naming.is_bare() {
                    arguments.simplify();
                }
                let function = Function {
                    path: &callee.path,
                    generics: &callee.generics,
                    form: &called.form,
                    is_known,
                    idiom: callee.idiom.as_ref(),
                };
                function.call(&arguments)
            }
        };
        match variable {
            Some(variable) if variable.unwraps => format!("{}.unwrap()", before_dot(&value)),
            _ => value,
        }
    }

    /// Renders a source with names instead of values that would be dropped too early.
    fn bound(&mut self, source: &str, name: &str) -> String {
        if !self.is_kept {
            return source.to_owned();
        }
        let Writer { naming, lines, used, .. } = self;
        let mut name = || {
            let name = free(name, used, &**naming);
            used.insert(name.clone());
            name
        };
        temporaries::bind(source, &mut name, lines)
    }

    /// Renders an expression, including inlined results.
    pub(super) fn expression(&mut self, expression: &Expression) -> String {
        let mut written = String::new();
        for piece in &expression.0 {
            match piece {
                Piece::Source(source) => written += source,
                Piece::Path(path) => written += &self.naming.path(path),
                // The item is outside of the test.
                Piece::Item(_) => {}
                Piece::Variable(name) => {
                    let Some((index, variable)) = self.story.variable(name) else {
                        written += name;
                        continue;
                    };
                    if variable.is_reference {
                        let taken = written.strip_suffix("&mut ").or_else(|| written.strip_suffix('&'));
                        written.truncate(taken.unwrap_or(&written).len());
                    }
                    match self.story.in_place[index] {
                        true if expression.0.len() == 1 => written += &self.value(index),
                        true => written += &before_dot(&self.value(index)),
                        false => written += &self.story.names[name.as_str()],
                    }
                }
            }
        }
        written
    }
}

/// Returns the variant of a `Result`, or of an `Option` with a value.
fn variant(result: &Reading) -> Option<&'static str> {
    let Reading { type_name, debug, .. } = result;
    let is_result = type_name.starts_with("core::result::Result<");
    let is_option = type_name.starts_with("core::option::Option<");
    match debug.split('(').next() {
        Some("Ok") if is_result => Some("Ok"),
        Some("Err") if is_result => Some("Err"),
        Some("Some") if is_option => Some("Some"),
        _ => None,
    }
}

/// True if another parameter's referent may keep the value borrowed for a parameter: its type names
/// a lifetime.
fn may_be_kept(parameter: &Parameter) -> bool {
    let mut lifetimes = parameter.type_text.split('\'').skip(1);
    lifetimes.any(|after| !after.trim_start().starts_with('_') && !after.starts_with("static"))
}
