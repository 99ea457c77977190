//! Statements of a [story](sbst_model::story) before the call of a test, in idiomatic style.
//!
//! 1. A `let` binds a result that later statements use, with `mut` if one of them changes it. An
//!    `Option` or a `Result` is unwrapped then. Results of other calls are asserted if they are
//!    short and can be written. Otherwise `Ok` is unwrapped, and other variants with values are
//!    asserted.
//! 2. A result is inlined if it is used once, by value or `&` (or is a reference), in the next
//!    statement. The line must stay short: `Parser::new(Lexer::new("a"))`,
//!    `state.player_mut(2).unwrap().set_action(7)`. The rest of that statement must not mention the
//!    result's variables. A result that others borrow from keeps its name.
//! 3. The worker names variables after their types (except types of the language), unless the name
//!    has another meaning there. A value that a call takes and returns keeps its name:
//!    `let builder = builder.with_port(3);`.
//! 4. A `let` binds a nameless value that a result borrows from
//!    ([`temporaries`](super::temporaries)). It also binds values that a changed object may keep,
//!    because the parameter's type names a lifetime.
//! 5. A reference is passed directly to a parameter of a reference type.
//! 6. An element of a tuple is bound together with the others, which live as long as the test:
//!    `let (sender, _receiver) = channel();`.
//! 7. A borrowed result that is only assigned to is written in the assignment:
//!    `*map.get_mut(4).unwrap() = 7;`.

mod variable_names;
mod mentions;
mod writer;
#[cfg(test)]
mod tests;

use super::argument;
use super::naming::{AsRead, Naming};
use super::rendered_story::RenderedStory;
use crate::suite::reach::Reach;
use cargo_metadata::camino::Utf8Path;
use mentions::{How, Mention};
use sbst_model::TargetId;
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{Binding, Called, Statement, Variable};
use std::collections::{BTreeMap, BTreeSet};
pub use variable_names::free;
use writer::Writer;

/// The longest line with inlined results, in characters: rustfmt's width minus the indentation of a
/// test.
pub const LONGEST_LINE: usize = 96;

pub struct Story<'t> {
    before: &'t [Statement],
    /// The arguments of the tested call.
    arguments: &'t [Expression],
    /// True for each statement with an inlined result.
    in_place: Vec<bool>,
    names: BTreeMap<&'t str, String>,
    /// The tested function, if results of others are not asserted.
    tested: Option<&'t TargetId>,
}

/// Returns the reason why the statements cannot be written; `None` if they can.
pub fn obstacle(reach: &Reach<'_>, before: &[Statement]) -> Option<String> {
    let arguments = || before.iter().flat_map(|statement| &statement.arguments);
    let obstacle = arguments().find_map(|argument| argument::obstacle(reach, argument));
    obstacle.or_else(|| {
        before.iter().filter_map(|statement| statement.called.as_ref()).find_map(|called| {
            let Called { id, place, form, .. } = called;
            // A method call needs a receiver, but no name of its type.
            let is_named = |owner: &&Expression| !form.has_receiver || owner.to_string().contains('<');
            let owner = form.owner.as_ref().filter(is_named);
            let mut named = owner.into_iter().chain([&form.generics]).flat_map(Expression::paths);
            let file = Utf8Path::new(&place.file);
            let found = reach.exports.find_function(&id.path, file, place.line as usize);
            // Items from macros are taken to be visible: the compiler decides.
            let is_private = found.is_some_and(|found| !reach.can_call(found));
            let obstacle = named.find_map(|path| reach.obstacle_to_name(path));
            obstacle.or_else(|| is_private.then(|| format!("`{id}` is private")))
        })
    })
}

/// Returns a story for readers: the lines before the call, and its arguments.
pub fn as_read(before: &[Statement], arguments: &[Expression]) -> (Vec<String>, Vec<String>) {
    let is_short = |rendered: &RenderedStory| rendered.arguments.join(", ").chars().count() <= LONGEST_LINE;
    let rendered = Story::new(before, arguments).write(&mut AsRead::default(), &is_short);
    (rendered.lines, rendered.arguments)
}

impl<'t> Story<'t> {
    /// Creates a story without inlining and renaming.
    pub fn new(before: &'t [Statement], arguments: &'t [Expression]) -> Story<'t> {
        let variables = before.iter().filter_map(|statement| statement.variable.as_ref());
        let names = variables.map(|variable| (variable.name.as_str(), variable.name.clone())).collect();
        Story { before, arguments, in_place: vec![false; before.len()], names, tested: None }
    }

    /// Asserts results of this function alone: those of others are set-up.
    pub fn of(self, tested: &'t TargetId) -> Story<'t> {
        Story { tested: Some(tested), ..self }
    }

    /// True if the unused result of a statement belongs to the test.
    fn is_asserted(&self, statement: &Statement) -> bool {
        let is_own = |tested: &TargetId| statement.called.as_ref().is_some_and(|called| called.id == *tested);
        self.tested.is_none_or(is_own)
    }

    /// Renders the story in idiomatic style. `is_short` is true if the tested call may contain an
    /// inlined result.
    pub fn write(
        &mut self,
        naming: &mut dyn Naming,
        is_short: &dyn Fn(&RenderedStory) -> bool,
    ) -> RenderedStory {
        // Called functions have their names before the variables get theirs.
        self.render(naming);
        self.assign_names(naming);
        self.put_in_place(naming, is_short);
        self.assign_names(naming);
        self.render(naming)
    }

    /// Returns the variable that a statement binds, if any.
    fn bound(&self, index: usize) -> Option<&'t Variable> {
        let variable = self.before[index].variable.as_ref().filter(|_| !self.in_place[index])?;
        (!self.mentions(&variable.name).is_empty()).then_some(variable)
    }

    /// Inlines results if the resulting call satisfies `fits`.
    fn put_in_place(&mut self, naming: &mut dyn Naming, fits: &dyn Fn(&RenderedStory) -> bool) {
        let mut user = self.before.len();
        for index in (0..self.before.len()).rev() {
            if self.may_stand_in_place(index, user) {
                self.in_place[index] = true;
                let fits = match user == self.before.len() {
                    true => fits(&self.render(naming)),
                    false => self.write_line(user, naming).chars().count() <= LONGEST_LINE,
                };
                if fits {
                    continue;
                }
                self.in_place[index] = false;
            }
            user = index;
        }
    }

    /// True if a result may be inlined in `user`, or in another result inlined there.
    fn may_stand_in_place(&self, index: usize, user: usize) -> bool {
        let statement = &self.before[index];
        let Some(variable) = &statement.variable else { return false };
        let mentions = self.mentions(&variable.name);
        let [Mention { statement: by, argument, how }] = mentions[..] else { return false };
        let is_borrowed = how != How::ByValue || variable.is_reference;
        let is_tested = user == self.before.len();
        let outlives = match self.before.get(by) {
            // The line is the whole test.
            _ if is_tested => false,
            Some(Statement { called: Some(called), .. }) => called.borrows.contains(&argument),
            Some(Statement { is_assignment: true, .. }) => false,
            _ => true,
        };
        let within = || std::iter::once(user).chain((index + 1..user).filter(|other| self.in_place[*other]));
        let names: BTreeSet<&str> = self.find_variables(index).collect();
        let names_beside =
            within().flat_map(|other| self.find_variables(other)).filter(|name| names.contains(name));
        (matches!(how, How::ByValue | How::Shared) || variable.is_reference)
            && variable.binding == Binding::Whole
            && !(is_borrowed && outlives)
            && within().any(|other| other == by)
            && names_beside.count() == 0
    }

    fn find_arguments(&self, statement: usize) -> &'t [Expression] {
        self.before.get(statement).map_or(self.arguments, |statement| &statement.arguments)
    }

    fn find_variables(&self, statement: usize) -> impl Iterator<Item = &'t str> {
        self.find_arguments(statement).iter().flat_map(Expression::variables)
    }

    fn variable(&self, name: &str) -> Option<(usize, &'t Variable)> {
        self.before.iter().enumerate().find_map(|(index, statement)| {
            let variable = statement.variable.as_ref().filter(|variable| variable.name == name)?;
            Some((index, variable))
        })
    }

    /// Renders the story.
    pub fn render(&self, naming: &mut dyn Naming) -> RenderedStory {
        let mut writer = Writer::new(self, naming);
        for index in (0..self.before.len()).filter(|index| !self.in_place[*index]) {
            writer.line(index);
        }
        writer.is_kept = false;
        let arguments = self.arguments.iter().map(|argument| writer.expression(argument)).collect();
        let variables = self.arguments.iter().enumerate().filter_map(|(index, argument)| {
            let (name, is_reference) = self.alone(argument)?;
            let is_bound = self.variable(name).is_some_and(|(statement, _)| !self.in_place[statement]);
            let name = &self.names[name];
            is_bound.then(|| (index, if is_reference { format!("*{name}") } else { name.clone() }))
        });
        RenderedStory {
            variables: variables.collect(),
            arguments,
            names: writer.used.clone(),
            lines: writer.lines,
        }
    }

    /// Returns the line of a statement.
    fn write_line(&self, index: usize, naming: &mut dyn Naming) -> String {
        let mut writer = Writer::new(self, naming);
        writer.line(index);
        writer.lines.pop().unwrap_or_default()
    }

    /// Returns the variable that is the whole `&mut` argument, and true if it is a reference
    /// itself.
    fn alone<'e>(&self, argument: &'e Expression) -> Option<(&'e str, bool)> {
        match &argument.0[..] {
            [Piece::Source(borrow), Piece::Variable(name)] if borrow == "&mut " => {
                Some((name, self.variable(name)?.1.is_reference))
            }
            _ => None,
        }
    }

    /// True if the receiver is the result of a call, whose type is known.
    pub fn knows_receiver(&self, arguments: &[Expression]) -> bool {
        let name = match arguments.first().map(|argument| &argument.0[..]) {
            Some([Piece::Variable(name)]) => name,
            Some([Piece::Source(borrow), Piece::Variable(name)]) if ["&", "&mut "].contains(&&**borrow) => {
                name
            }
            _ => return false,
        };
        self.variable(name).is_some_and(|(statement, _)| self.before[statement].called.is_some())
    }
}
