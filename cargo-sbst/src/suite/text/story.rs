//! Statements of a [story](sbst_model::story) before the call of a test, in the style of a person.
//!
//! 1. A `let` binds a result that later statements use, with `mut` if one of them changes it. An
//!    `Option` or a `Result` is unwrapped then. Results of other calls are ignored.
//! 2. A result is written in place if it is used once, by value or `&` (or is a reference), with
//!    nothing in between, and if the line stays short: `Parser::new(Lexer::new("a"))`,
//!    `state.player_mut(2).unwrap().set_action(7)`. The rest of that statement must not mention the
//!    result's variables, and a result that others borrow from keeps its name.
//! 3. The worker names variables after their types (except types of the language), unless the name
//!    has another meaning there. A value that a call takes and returns keeps its name:
//!    `let builder = builder.with_port(3);`.
//! 4. A `let` binds a nameless value that a result borrows from
//!    ([`temporaries`](super::temporaries)). It also binds values that a changed object may keep,
//!    because the parameter's type names a lifetime.
//! 5. A reference is passed directly to a parameter of a reference type.
//! 6. A borrowed result that is only assigned to is written in the assignment:
//!    `*map.get_mut(4).unwrap() = 7;`.

mod variable_names;
mod mentions;
mod writer;

use super::argument;
use super::naming::{AsRead, Naming};
use crate::suite::reach::Reach;
use cargo_metadata::camino::Utf8Path;
use mentions::{How, Mention};
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{Called, Statement, Variable};
use std::collections::{BTreeMap, BTreeSet};
use writer::Writer;

/// The longest line that takes results in place, in characters: rustfmt's width minus the
/// indentation of a test.
pub const LONGEST_LINE: usize = 96;

pub struct Story<'t> {
    before: &'t [Statement],
    /// The arguments of the tested call.
    arguments: &'t [Expression],
    /// True for each statement whose result is written at its use.
    in_place: Vec<bool>,
    names: BTreeMap<&'t str, String>,
}

/// The source of a story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedStory {
    /// The lines before the call.
    pub lines: Vec<String>,
    /// The arguments of the call.
    pub arguments: Vec<String>,
    /// Indices of arguments that are variables the call may change, each with the variable's name
    /// after the call.
    pub variables: Vec<(usize, String)>,
    pub names: BTreeSet<String>,
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
            // Items from macros are taken to be visible: the compiler has the last word.
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
    /// Creates a story without results in place and without renaming.
    pub fn new(before: &'t [Statement], arguments: &'t [Expression]) -> Story<'t> {
        let variables = before.iter().filter_map(|statement| statement.variable.as_ref());
        let names = variables.map(|variable| (variable.name.as_str(), variable.name.clone())).collect();
        Story { before, arguments, in_place: vec![false; before.len()], names }
    }

    /// Renders the story in a person's style. `is_short` is true if the tested call may take a
    /// result in place.
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

    /// Writes results where they are used, if the resulting call satisfies `fits`.
    fn put_in_place(&mut self, naming: &mut dyn Naming, fits: &dyn Fn(&RenderedStory) -> bool) {
        let mut user = self.before.len();
        for index in (0..self.before.len()).rev() {
            if self.may_stand_in_place(index, user) {
                self.in_place[index] = true;
                let fits = match user == self.before.len() {
                    true => fits(&self.render(naming)),
                    false => self.line_of(user, naming).chars().count() <= LONGEST_LINE,
                };
                if fits {
                    continue;
                }
                self.in_place[index] = false;
            }
            user = index;
        }
    }

    /// True if a result may be written at its use, in `user` or in a result that is written in
    /// place there.
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
        let names: BTreeSet<&str> = self.variables_of(index).collect();
        let names_beside =
            within().flat_map(|other| self.variables_of(other)).filter(|name| names.contains(name));
        (matches!(how, How::ByValue | How::Shared) || variable.is_reference)
            && !(is_borrowed && outlives)
            && within().any(|other| other == by)
            && names_beside.count() == 0
    }

    fn arguments_of(&self, statement: usize) -> &'t [Expression] {
        self.before.get(statement).map_or(self.arguments, |statement| &statement.arguments)
    }

    fn variables_of(&self, statement: usize) -> impl Iterator<Item = &'t str> {
        self.arguments_of(statement).iter().flat_map(Expression::variables)
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
    fn line_of(&self, index: usize, naming: &mut dyn Naming) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{Directory, assignment, called, expression, statement};

    /// Renders a story for readers: its lines, and the arguments of its last call.
    fn read(before: &[Statement], arguments: &[&str]) -> String {
        let arguments: Vec<Expression> = arguments.iter().map(|argument| expression(argument)).collect();
        let (mut lines, arguments) = as_read(before, &arguments);
        lines.push(format!("f({})", arguments.join(", ")));
        lines.join(" ")
    }

    fn new(variable: &str, type_name: &str, arguments: &[&str]) -> Statement {
        let (path, owner) = (format!("demo::{type_name}::new"), format!("«demo::{type_name}»"));
        statement(variable, Some(called(&path, &owner, false)), arguments)
    }

    fn method(variable: &str, path: &str, arguments: &[&str]) -> Statement {
        let owner = format!("«{}»", path.rsplit_once("::").unwrap().0);
        statement(variable, Some(called(path, &owner, true)), arguments)
    }

    fn borrowing(mut statement: Statement, parameter: usize) -> Statement {
        statement.called.as_mut().unwrap().borrows.push(parameter);
        statement
    }

    #[test]
    fn an_object_is_made_changed_and_taken() {
        let story = [
            new("mut stack", "Stack", &["3"]),
            method("", "demo::Stack::push", &["&mut ‹stack›", "5"]),
            statement("", Some(called("demo::log", "", false)), &["&‹stack›"]),
        ];
        assert_eq!(
            read(&story, &["&mut ‹stack›"]),
            "let mut stack = Stack::new(3); stack.push(5); log(&stack); f(&mut stack)"
        );
    }

    #[test]
    fn a_variable_is_mutable_if_something_changes_it() {
        let story = [new("mut stack", "Stack", &["3"])];
        assert_eq!(read(&story, &["&mut ‹stack›"]), "let mut stack = Stack::new(3); f(&mut stack)");
        assert_eq!(
            read(&story, &["‹stack›.iter_mut()"]),
            "let mut stack = Stack::new(3); f(stack.iter_mut())"
        );
        assert_eq!(read(&story, &["(&‹stack›, &‹stack›)"]), "let stack = Stack::new(3); f((&stack, &stack))");
    }

    #[test]
    fn what_is_used_once_and_unchanged_stands_in_its_place() {
        let lexer = || new("lexer", "Lexer", &["\"a\""]);
        let parser = |lexer: &str| new("parser?", "Parser", &[lexer]);
        assert_eq!(
            read(&[lexer(), parser("‹lexer›")], &["‹parser›"]),
            "f(Parser::new(Lexer::new(\"a\")).unwrap())"
        );
        assert_eq!(
            read(&[lexer(), parser("&‹lexer›")], &["&‹parser›"]),
            "f(&Parser::new(&Lexer::new(\"a\")).unwrap())"
        );
        let (a, b) = (new("point", "Point", &["1"]), new("point_2", "Point", &["2"]));
        assert_eq!(
            read(&[a.clone(), b.clone()], &["‹point›", "&‹point_2›"]),
            "f(Point::new(1), &Point::new(2))"
        );
        assert_eq!(
            read(&[a.clone(), b], &["&‹point›", "&mut ‹point_2›"]),
            "let point = Point::new(1); let mut point_2 = Point::new(2); f(&point, &mut point_2)",
            "the calls stay in their order"
        );
        assert_eq!(read(&[a], &["&‹point›", "&‹point›"]), "let point = Point::new(1); f(&point, &point)");
        let long = new("name", "Name", &[&format!("{:?}", "x".repeat(100))]);
        assert!(read(&[long], &["‹name›"]).ends_with("; f(name)"));
    }

    #[test]
    fn parts_are_borrowed_for_as_long_as_they_are_used() {
        let state = || new("mut state", "State", &["3"]);
        let player = || borrowing(method("&player?", "demo::State::player_mut", &["&mut ‹state›", "2"]), 0);
        let set = |action: &str| method("", "demo::Player::set_action", &["&mut ‹player›", action]);
        assert_eq!(
            read(&[state(), player(), set("7")], &["&‹state›"]),
            "let mut state = State::new(3); state.player_mut(2).unwrap().set_action(7); f(&state)"
        );
        assert_eq!(
            read(&[state(), player(), set("7"), set("8")], &["&‹state›"]),
            "let mut state = State::new(3); let player = state.player_mut(2).unwrap(); player.set_action(7); \
             player.set_action(8); f(&state)"
        );
    }

    #[test]
    fn what_is_lent_is_assigned_another_value() {
        let map = || new("mut map", "Map", &[]);
        let slot = |name: &str| borrowing(method(name, "demo::Map::slot", &["&mut ‹map›", "4"]), 0);
        assert_eq!(
            read(&[map(), slot("&u8"), assignment("u8", "7")], &["&‹map›"]),
            "let mut map = Map::new(); *map.slot(4) = 7; f(&map)"
        );
        assert_eq!(
            read(&[map(), slot("&u8?"), assignment("u8", "7")], &["&‹map›"]),
            "let mut map = Map::new(); *map.slot(4).unwrap() = 7; f(&map)"
        );
        let clear = method("", "demo::clear", &["&mut ‹u8›"]);
        assert_eq!(
            read(&[map(), slot("&u8"), assignment("u8", "7"), clear], &["&‹map›"]),
            "let mut map = Map::new(); let number = map.slot(4); *number = 7; number.clear(); f(&map)"
        );
        let made = [map(), new("point", "Point", &["3"]), slot("&slot"), assignment("slot", "‹point›")];
        assert_eq!(
            read(&made, &["&‹map›"]),
            "let mut map = Map::new(); *map.slot(4) = Point::new(3); f(&map)"
        );
    }

    #[test]
    fn a_builder_goes_on_with_its_name() {
        let story = |name: &str| {
            [
                new("builder", "Builder", &[]),
                method("builder_2", "demo::Builder::name", &["‹builder›", &format!("{name:?}")]),
                method("mut builder_3", "demo::Builder::port", &["‹builder_2›", "80"]),
            ]
        };
        assert_eq!(read(&story("x"), &["‹builder_3›"]), "f(Builder::new().name(\"x\").port(80))",);
        let long = "x".repeat(80);
        assert_eq!(
            read(&story(&long), &["&mut ‹builder_3›"]),
            format!(
                "let builder = Builder::new(); let builder = builder.name(\"{long}\"); let mut builder = \
                 builder.port(80); f(&mut builder)"
            )
        );
    }

    #[test]
    fn what_a_result_borrows_from_has_a_name() {
        let parser = |argument: &str| borrowing(new("mut parser", "Parser", &[argument]), 0);
        assert_eq!(
            read(&[parser("&String::from(\"a\")")], &["&mut ‹parser›"]),
            "let text = String::from(\"a\"); let mut parser = Parser::new(&text); f(&mut parser)"
        );
        assert_eq!(
            read(&[parser("&[1, 2]")], &["&mut ‹parser›"]),
            "let mut parser = Parser::new(&[1, 2]); f(&mut parser)"
        );
        assert_eq!(
            read(&[new("text", "Text", &[]), parser("&‹text›")], &["&mut ‹parser›"]),
            "let text = Text::new(); let mut parser = Parser::new(&text); f(&mut parser)"
        );
        assert_eq!(
            read(&[new("mut text", "Text", &["&String::new()"])], &["&mut ‹text›"]),
            "let mut text = Text::new(&String::new()); f(&mut text)",
            "it borrows from nothing"
        );
        let keeping = |type_text: &str| {
            let mut feed = method("", "demo::Parser::feed", &["&mut ‹parser›", "&String::from(\"a\")"]);
            feed.called.as_mut().unwrap().parameters[1].type_text = type_text.to_owned();
            read(&[new("parser", "Parser", &[]), feed], &["&‹parser›"])
        };
        let kept =
            "let mut parser = Parser::new(); let text = String::from(\"a\"); parser.feed(&text); f(&parser)";
        let passed = "let mut parser = Parser::new(); parser.feed(&String::from(\"a\")); f(&parser)";
        assert_eq!([keeping("&'a str"), keeping("&'_ str"), keeping("&str")], [kept, passed, passed]);
    }

    #[test]
    fn values_stand_by_themselves() {
        let point = |variable: &str| statement(variable, None, &["«demo::Point» { x: 1 }"]);
        assert_eq!(
            read(&[point("mut point")], &["&mut ‹point›"]),
            "let mut point = Point { x: 1 }; f(&mut point)"
        );
        let mut shift = method("", "demo::Point::shift", &["&mut ‹point›"]);
        shift.called.as_mut().unwrap().form.owner = Some(expression("«demo::Point»::<u8>"));
        let of_value = [point("mut point"), shift.clone()];
        assert_eq!(
            read(&of_value, &["&‹point›"]),
            "let mut point = Point { x: 1 }; Point::<u8>::shift(&mut point); f(&point)",
            "the value does not tell the type"
        );
        let of_call = [new("mut point", "Point", &[]), shift];
        assert_eq!(read(&of_call, &["&‹point›"]), "let mut point = Point::new(); point.shift(); f(&point)");
    }

    #[test]
    fn methods_of_traits_are_called_by_their_traits() {
        let mut push = method("", "demo::Push::push", &["&mut ‹stack›", "5"]);
        push.called.as_mut().unwrap().form.owner = Some(expression("<«demo::Stack» as «demo::Push»>"));
        assert_eq!(
            read(&[new("stack", "Stack", &[]), push], &["‹stack›"]),
            "let mut stack = Stack::new(); <Stack as Push>::push(&mut stack, 5); f(stack)"
        );
    }

    #[test]
    fn unsafe_and_async_calls_are_written_as_the_tested_one_is() {
        let (mut one, mut other) =
            (new("stack?", "Stack", &[]), method("", "demo::Stack::fill", &["&mut ‹stack›"]));
        one.called.as_mut().unwrap().form.is_unsafe = true;
        other.called.as_mut().unwrap().form.is_async = true;
        assert_eq!(
            read(&[one, other], &["&‹stack›"]),
            "let mut stack = unsafe { Stack::new() }.unwrap(); block_on(stack.fill()); f(&stack)"
        );
    }

    #[test]
    fn what_keeps_a_statement_from_being_written_is_told() {
        const LIBRARY: &str = "\
            mod imp { pub struct Part; impl Part { pub fn set(&mut self) {} fn clear(&mut self) {} pub fn new() -> Part { Part } } \
            pub trait Fill { fn fill(&mut self); } impl Fill for crate::Whole { fn fill(&mut self) {} } } \
            pub struct Whole; impl Whole { pub fn new() -> Whole { Whole } } fn log() {} pub fn show() {}";
        let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
        let others = Default::default();
        let (outside, inside) =
            (Reach::outside(&exports, &others), Reach::inside(&exports, &others, Vec::new()));
        let fill = called("demo::imp::<Whole as Fill>::fill", "<«demo::Whole» as «demo::imp::Fill»>", true);
        let mut show = called("demo::show", "", false);
        show.form.generics = expression("::<«demo::imp::Part»>");
        for (statement, seen_outside, seen_inside) in [
            (new("whole", "Whole", &[]), "", ""),
            (method("", "demo::imp::Part::set", &["&mut ‹part›"]), "", ""),
            (
                method("", "demo::imp::Part::clear", &["&mut ‹part›"]),
                "`demo::imp::Part::clear` is private",
                "`demo::imp::Part::clear` is private",
            ),
            (new("part", "imp::Part", &[]), "`demo::imp::Part` is private", ""),
            (statement("", Some(fill), &["&mut ‹whole›"]), "`demo::imp::Fill` is private", ""),
            (statement("", Some(called("demo::log", "", false)), &[]), "`demo::log` is private", ""),
            (statement("", Some(show), &[]), "`demo::imp::Part` is private", ""),
            (statement("part", None, &["«demo::imp::Part»"]), "`demo::imp::Part` is private", ""),
            (statement("", Some(called("demo::made", "", false)), &[]), "", ""),
        ] {
            let obstacle = |reach| obstacle(reach, std::slice::from_ref(&statement)).unwrap_or_default();
            assert_eq!(
                (obstacle(&outside).as_str(), obstacle(&inside).as_str()),
                (seen_outside, seen_inside)
            );
        }
    }

    #[test]
    fn names_are_no_keywords_and_mean_nothing_else() {
        struct Taken;
        impl Naming for Taken {
            fn path(&mut self, path: &str) -> String {
                path.to_owned()
            }
            fn function(&mut self, called: &Called, _: bool) -> String {
                called.id.path.clone()
            }
            fn is_taken(&self, name: &str) -> bool {
                name == "stack"
            }
        }
        let story = [
            new("type", "Type", &[]),
            new("mut stack", "Stack", &["&‹type›"]),
            new("[u8]", "Slice", &["&‹type›"]),
            new("u8", "Number", &["&‹type›"]),
        ];
        let arguments = ["&‹type›", "&mut ‹stack›", "‹[u8]›", "‹u8›"].map(expression);
        let rendered = Story::new(&story, &arguments).write(&mut Taken, &|_| true);
        assert_eq!(
            rendered.lines,
            [
                "let r#type = demo::Type::new();",
                "let mut stack_2 = demo::Stack::new(&r#type);",
                "let value = demo::Slice::new(&r#type);",
                "let number = demo::Number::new(&r#type);",
            ]
        );
        assert_eq!(rendered.arguments, ["&r#type", "&mut stack_2", "value", "number"]);
        assert_eq!(rendered.variables, [(1, "stack_2".to_owned())]);
    }
}
