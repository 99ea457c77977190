//! The call sequence ("story") of a test case: the search varies a tree of values, and a sequence
//! of statements is executed and printed.
//!
//! # Conversion of a tree
//! 1. The last statement is the call of the target, with the test case's arguments.
//! 2. An [object](crate::shape::Object) is converted before the statement that takes it. Its origin
//!    becomes a statement, and so does each of its steps, which take its previous state. The object
//!    itself becomes the [result](NodeKind::ResultOf) of the last of them that returns it.
//! 3. A step on a part of an object is followed by the steps on that part, and only then by the
//!    next step on the whole. If the part is [assigned](crate::shape::Step::assigned) another
//!    value, that comes before its steps. The value itself is converted before the part is lent, as
//!    Rust evaluates it.
//! 4. An object that is built like other values, and is not changed, stays in its place: it needs
//!    no statement. A mere wrapper around another object is converted.
//! 5. An [argument](crate::shape::Argument) of the last statement that repeats an earlier one
//!    becomes the same result, or a clone of it. So the earlier one is a result, too, even if it is
//!    unchanged.
//! 6. An argument of any statement that is lent again becomes the result last lent as a reference
//!    to an object of its type, if any. So in a test with one of these, all objects that may be
//!    lent again are results.
//!
//! So ownership is valid by construction, as the borrow checker requires. An object is made,
//! changed by its own steps, and taken once, by value, `&` or `&mut`, by its call. A part is
//! borrowed while the whole is not used, and a borrower comes after the borrowed value. A value
//! lent to two calls, or twice, is lent only as `&`, and is not changed after the first time.

mod arguments;

use crate::shape::{Object, Origin, Product, Sequence, Shape, ShapeRef, Step, StepGives};
use crate::test_case::{NodeKind, TestCase};

/// True if a value of one of these shapes is or has an object, so that calls are rendered.
pub fn has_objects(parameters: &[&'static Shape]) -> bool {
    let mut seen: Vec<*const Shape> = Vec::new();
    let mut open: Vec<&'static Shape> = parameters.to_vec();
    while let Some(shape) = open.pop() {
        if seen.contains(&std::ptr::from_ref(shape)) {
            continue;
        }
        seen.push(shape);
        match shape {
            Shape::Wrapper(wrapper) if wrapper.object.is_some() => return true,
            Shape::Argument(_) => return true,
            shape => open.extend(shape.parts()),
        }
    }
    false
}

/// Converts `test`, whose arguments have these shapes, to statements, and replaces the content of
/// `story`.
pub fn tell(parameters: &[&'static Shape], test: &TestCase, story: &mut TestCase) {
    write_statements(parameters, test, story, None);
}

/// Returns the nodes in `test` of the [call sequence](tell)'s statements except the last. A node is
/// the variant of a constructor or a step, or the value with its own statement.
pub fn places(parameters: &[&'static Shape], test: &TestCase) -> Vec<usize> {
    let mut places = Vec::new();
    write_statements(parameters, test, &mut TestCase::new(), Some(&mut places));
    places
}

fn write_statements(
    parameters: &[&'static Shape],
    test: &TestCase,
    story: &mut TestCase,
    places: Option<&mut Vec<usize>>,
) {
    story.clear();
    let mut writer = StatementWriter {
        test,
        story,
        statements: 0,
        node: 0,
        text: 0,
        places,
        lends_again: false,
        lent: Vec::new(),
    };
    writer.write(parameters);
    if writer.lends_again {
        writer.story.clear();
        writer.places.iter_mut().for_each(|places| places.clear());
        (writer.statements, writer.node, writer.text) = (0, 0, 0);
        writer.lent.clear();
        writer.write(parameters);
    }
}

/// Walks over the nodes of a test case and adds statements to a call sequence.
struct StatementWriter<'a> {
    test: &'a TestCase,
    story: &'a mut TestCase,
    statements: u64,
    node: usize,
    /// The beginning of the next text node's text.
    text: usize,
    /// The nodes of the statements, if requested.
    places: Option<&'a mut Vec<usize>>,
    /// True if any object is borrowed again, which is found during the walk.
    lends_again: bool,
    /// The lent objects, each with the statement that results in it, if any is borrowed again. They
    /// identify an object to lend again.
    lent: Vec<(*const Object, u64)>,
}

impl StatementWriter<'_> {
    fn write(&mut self, parameters: &[&'static Shape]) {
        let target = self.next().payload;
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, target);
        self.arguments(parameters, &mut call);
        call.close(statement);
        self.add(&call);
    }

    fn next(&mut self) -> crate::test_case::Node {
        self.node += 1;
        self.test.nodes()[self.node - 1]
    }

    fn add(&mut self, statement: &TestCase) -> u64 {
        self.story.append(statement);
        self.statements += 1;
        self.statements - 1
    }

    /// Adds a statement with only these values, for the node at `place`.
    fn only(&mut self, number: u64, value: &TestCase, place: usize) -> u64 {
        self.places.iter_mut().for_each(|places| places.push(place));
        let mut statement = TestCase::new();
        let opened = statement.open(NodeKind::Statement, number);
        statement.append(value);
        statement.close(opened);
        self.add(&statement)
    }

    fn value(&mut self, shape: &'static Shape, to: &mut TestCase) {
        let next = self.test.nodes()[self.node];
        if next.kind == NodeKind::ResultOf {
            self.next();
            to.leaf(next.kind, next.payload);
            return;
        }
        match shape {
            Shape::Wrapper(wrapper) => match wrapper.object {
                None => self.value((wrapper.inner)(), to),
                Some(object) => self.object(object, (wrapper.inner)(), to),
            },
            Shape::Argument(argument) => self.lent(argument, to),
            Shape::Product(product) => self.parts(product.fields.iter().copied(), to),
            Shape::Sum(sum) => {
                let fields = sum.variants[next.payload as usize].fields;
                self.parts(fields.iter().copied(), to);
            }
            Shape::Sequence(sequence) => {
                self.parts(std::iter::repeat_n(sequence.element, next.payload as usize), to);
            }
            Shape::Text(_) => {
                self.next();
                let end = self.text + next.payload as usize;
                to.push_text(&self.test.text_buffer()[self.text..end]);
                self.text = end;
            }
            _ => {
                for _ in 0..next.length {
                    let node = self.next();
                    to.push(node);
                }
            }
        }
    }

    /// Appends the next node, whose children are values of these shapes.
    fn parts(&mut self, shapes: impl Iterator<Item = ShapeRef>, to: &mut TestCase) {
        let next = self.next();
        let opened = to.open(next.kind, next.payload);
        for shape in shapes {
            self.value(shape(), to);
        }
        to.close(opened);
    }

    /// Converts the next object, and appends its replacement.
    fn object(&mut self, object: &'static Object, shape: &'static Shape, to: &mut TestCase) {
        let Shape::Product(Product { fields, .. }) = shape else {
            unreachable!("an object is a product of its origin and its steps")
        };
        self.next();
        let Shape::Sum(origins) = fields[0]() else { unreachable!("an origin is a sum") };
        let place = self.node;
        let origin = self.next().payload as usize;
        let arguments = origins.variants[origin].fields;
        let steps = fields.get(1).map(|steps| steps());
        let has_steps = |writer: &StatementWriter<'_>, origin_ends: usize| {
            steps.is_some() && writer.test.nodes()[origin_ends].payload > 0
        };
        let made = match object.origins[origin] {
            Origin::Value => {
                let ends = self.node + self.test.nodes()[self.node].length as usize;
                if !has_steps(self, ends) {
                    let value = arguments[0]();
                    match value {
                        Shape::Wrapper(_) => self.wrapper(object, value, to),
                        _ => self.value(value, to),
                    }
                    if steps.is_some() {
                        self.next();
                    }
                    return;
                }
                self.call(object.value, None, arguments, place)
            }
            Origin::Call(callable) => self.call(callable, None, arguments, place),
        };
        let last = match steps {
            Some(steps) => self.steps(object, steps, made),
            None => made,
        };
        to.leaf(NodeKind::ResultOf, last);
    }

    /// Converts the next value, an unchanged wrapper around another one. Because it has no separate
    /// node, it cannot stay in its place around a result: then it becomes a statement.
    fn wrapper(&mut self, object: &'static Object, shape: &'static Shape, to: &mut TestCase) {
        let place = self.node;
        let mut value = TestCase::new();
        self.value(shape, &mut value);
        if value.nodes()[0].kind != NodeKind::ResultOf {
            to.append(&value);
            return;
        }
        let result = self.only(object.value, &value, place);
        to.leaf(NodeKind::ResultOf, result);
    }

    /// Converts the next sequence of steps, on the result of the statement `on`. Returns the number
    /// of the statement whose result the object is then.
    fn steps(&mut self, object: &'static Object, shape: &'static Shape, mut on: u64) -> u64 {
        let Shape::Sequence(Sequence { element, .. }) = shape else { unreachable!("steps are a sequence") };
        let Shape::Sum(steps) = element() else { unreachable!("a step is a sum") };
        for _ in 0..self.next().payload {
            let place = self.node;
            let variant = self.next().payload as usize;
            let (step, fields) = (object.steps[variant], steps.variants[variant].fields);
            let assigned = self.assigned(step, fields);
            let fields = step.without_assigned(fields);
            let receiver = Some((step.receiver, on));
            match step.gives {
                StepGives::Nothing => {
                    let lent = self.call(step.callable, receiver, fields, place);
                    self.assign(lent, assigned, place);
                }
                StepGives::Itself => on = self.call(step.callable, receiver, fields, place),
                StepGives::Part(part) => {
                    let (steps, arguments) = fields.split_last().expect("its last field are steps");
                    let lent = self.call(step.callable, receiver, arguments, place);
                    self.assign(lent, assigned, place);
                    self.steps(part(), steps(), lent);
                }
            }
        }
        on
    }

    /// The next value, if it is assigned to the result of a step with these fields; and the
    /// assigning statement.
    fn assigned(&mut self, step: Step, fields: &[ShapeRef]) -> Option<(u64, TestCase)> {
        let assignment = step.assigned?;
        let Shape::Sum(choice) = fields[0]() else { unreachable!("whether something is assigned is a sum") };
        let variant = self.next().payload as usize;
        let value = choice.variants[variant].fields.first()?;
        let mut assigned = TestCase::new();
        self.value(value(), &mut assigned);
        Some((assignment, assigned))
    }

    /// Adds an assignment to the result of a statement.
    fn assign(&mut self, lent: u64, assigned: Option<(u64, TestCase)>, place: usize) {
        let Some((assignment, value)) = assigned else { return };
        let mut both = TestCase::new();
        both.leaf(NodeKind::ResultOf, lent);
        both.append(&value);
        self.only(assignment, &both, place);
    }

    /// Adds a call with the next values as arguments, and the result of a statement as the receiver
    /// at an index; `place` is its node. Returns its number.
    fn call(
        &mut self,
        callable: u64,
        receiver: Option<(usize, u64)>,
        shapes: &[ShapeRef],
        place: usize,
    ) -> u64 {
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, callable);
        for index in 0..=shapes.len() {
            if let Some((_, on)) = receiver.filter(|receiver| receiver.0 == index) {
                call.leaf(NodeKind::ResultOf, on);
            }
            if let Some(shape) = shapes.get(index) {
                self.value(shape(), &mut call);
            }
        }
        call.close(statement);
        self.places.iter_mut().for_each(|places| places.push(place));
        self.add(&call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression;
    use crate::shape::{Integer, Sum, Wrapper};
    use std::sync::LazyLock;

    pub(super) static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));

    // A player is made of a number, and can be given another. A game is made by a call, lends its
    // player, and can be swapped for another one by value.
    static MADE: Shape = Shape::Product(Product::new(&[|| &U8], "Player({0})"));
    static PLAYER_ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &MADE], "{0}")] });
    static PLAYER_STEP: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &U8], "")] });
    static PLAYER_STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &PLAYER_STEP, 9));
    static PLAYER_TREE: Shape = Shape::Product(Product::new(&[|| &PLAYER_ORIGIN, || &PLAYER_STEPS], ""));
    static PLAYER_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 100,
        origins: vec![Origin::Value],
        steps: vec![Step { callable: 1, receiver: 0, gives: StepGives::Nothing, assigned: None }],
    });
    pub(super) static PLAYER: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &PLAYER_TREE, template: "{0}", object: Some(&PLAYER_OBJECT) })
    });
    /// Values that may be assigned to a number lent by a game.
    static ASSIGNED: Shape =
        Shape::Sum(Sum { variants: &[Product::new(&[], ""), Product::new(&[|| &U8], "{0}")] });
    static GAME_ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &PLAYER], "")] });
    static GAME_STEP: Shape = Shape::Sum(Sum {
        variants: &[
            Product::new(&[|| &U8, || &PLAYER_STEPS], ""),
            Product::new(&[|| &U8], ""),
            Product::new(&[|| &ASSIGNED, || &U8], ""),
            Product::new(&[|| &REPLACED, || &PLAYER_STEPS], ""),
        ],
    });
    /// Values that may be assigned to its player.
    static REPLACED: Shape =
        Shape::Sum(Sum { variants: &[Product::new(&[], ""), Product::new(&[|| &PLAYER], "{0}")] });
    static GAME_STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &GAME_STEP, 9));
    static GAME_TREE: Shape = Shape::Product(Product::new(&[|| &GAME_ORIGIN, || &GAME_STEPS], ""));
    static GAME_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 101,
        origins: vec![Origin::Call(2)],
        steps: vec![
            Step { callable: 3, receiver: 0, gives: StepGives::Part(|| &PLAYER_OBJECT), assigned: None },
            Step { callable: 4, receiver: 1, gives: StepGives::Itself, assigned: None },
            Step { callable: 5, receiver: 0, gives: StepGives::Nothing, assigned: Some(105) },
            Step { callable: 6, receiver: 0, gives: StepGives::Part(|| &PLAYER_OBJECT), assigned: Some(106) },
        ],
    });
    static GAME: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &GAME_TREE, template: "{0}", object: Some(&GAME_OBJECT) })
    });
    static REFERENCE: Shape = Shape::Wrapper(Wrapper::new(|| &GAME, "&{0}"));

    /// Nodes: `(`product, `<n` sum of variant n, `[n` sequence, `)` the end of any, a number.
    fn tree(text: &str) -> TestCase {
        let mut test = TestCase::new();
        let mut open = vec![test.open(NodeKind::Statement, 0)];
        for word in text.split_whitespace() {
            match word.split_at(1) {
                ("(", _) => open.push(test.open(NodeKind::Product, 0)),
                ("<", variant) => open.push(test.open(NodeKind::Sum, variant.parse().unwrap())),
                ("[", length) => open.push(test.open(NodeKind::Sequence, length.parse().unwrap())),
                (")", _) => {
                    let node = open.pop().unwrap();
                    test.close(node);
                }
                _ => _ = test.leaf(NodeKind::Integer, word.parse().unwrap()),
            }
        }
        let statement = open.pop().unwrap();
        test.close(statement);
        test
    }

    /// The statements, as `callable(arguments)`, with results as `#k`.
    pub(super) fn statements(parameters: &[&'static Shape], text: &str) -> Vec<String> {
        let mut story = TestCase::new();
        tell(parameters, &tree(text), &mut story);
        let mut statements = Vec::new();
        let mut next = 0;
        while next < story.nodes().len() {
            let arguments = story.children(next).map(|node| match story.nodes()[node].kind {
                NodeKind::ResultOf => format!("#{}", story.nodes()[node].payload),
                NodeKind::Integer => story.nodes()[node].payload.to_string(),
                _ => expression::write(&PLAYER, &story, node).to_string(),
            });
            statements.push(format!(
                "{}({})",
                story.nodes()[next].payload,
                arguments.collect::<Vec<_>>().join(", ")
            ));
            next = story.subtree(next).end;
        }
        statements
    }

    #[test]
    fn an_unchanged_object_stays_in_its_place() {
        assert_eq!(statements(&[&PLAYER, &U8], "( <0 ( 7 ) ) [0 ) ) 5"), ["0(Player(7), 5)"]);
    }

    #[test]
    fn an_object_is_made_and_changed_before_it_is_taken() {
        assert_eq!(
            statements(&[&U8, &PLAYER], "5 ( <0 ( 7 ) ) [2 <0 1 ) <0 2 ) ) )"),
            ["100(Player(7))", "1(#0, 1)", "1(#0, 2)", "0(5, #0)"]
        );
    }

    #[test]
    fn steps_on_a_part_come_before_the_next_on_the_whole() {
        let game = "( <0 ( <0 ( 7 ) ) [1 <0 8 ) ) ) ) [2 <0 3 [1 <0 9 ) ) ) <1 4 ) ) )";
        assert_eq!(
            statements(&[&REFERENCE], game),
            ["100(Player(7))", "1(#0, 8)", "2(#0)", "3(#2, 3)", "1(#3, 9)", "4(4, #2)", "0(#5)"]
        );
    }

    #[test]
    fn the_result_of_a_step_may_be_assigned_another_value() {
        let game = |steps: &str| format!("( <0 ( <0 ( 7 ) ) [0 ) ) ) [1 {steps} ) )");
        assert_eq!(statements(&[&REFERENCE], &game("<2 <0 ) 4 )")), ["2(Player(7))", "5(#0, 4)", "0(#0)"]);
        assert_eq!(
            statements(&[&REFERENCE], &game("<2 <1 9 ) 4 )")),
            ["2(Player(7))", "5(#0, 4)", "105(#1, 9)", "0(#0)"]
        );
    }

    #[test]
    fn an_assigned_value_is_made_before_and_changed_afterwards() {
        let made = "( <0 ( 8 ) ) [1 <0 3 ) ) )";
        let game = format!("( <0 ( <0 ( 7 ) ) [0 ) ) ) [1 <3 <1 {made} ) [1 <0 5 ) ) ) ) )");
        assert_eq!(
            statements(&[&REFERENCE], &game),
            ["2(Player(7))", "100(Player(8))", "1(#1, 3)", "6(#0)", "106(#3, #1)", "1(#3, 5)", "0(#0)"]
        );
        let places = places(&[&REFERENCE], &tree(&game));
        let [.., made, _, lent, assigned, _] = places[..] else { panic!("{places:?}") };
        assert!(lent == assigned && lent < made, "both have the place of the step: {places:?}");
    }

    #[test]
    fn statement_has_place_of_its_origin_or_step() {
        let game = "( <0 ( <0 ( 7 ) ) [1 <0 8 ) ) ) ) [2 <0 3 [1 <0 9 ) ) ) <1 4 ) ) )";
        let test = tree(game);
        let places = places(&[&REFERENCE], &test);
        // the player, its number, the game, the way to its player, its number, the swap
        assert_eq!(places, [4, 8, 2, 11, 14, 16]);
        assert!(places.iter().all(|place| test.nodes()[*place].kind == NodeKind::Sum));
    }

    #[test]
    fn a_result_is_written_by_its_name_within_a_reference() {
        let mut story = TestCase::new();
        let call = story.open(NodeKind::Statement, 0);
        let argument = story.leaf(NodeKind::ResultOf, 0);
        story.close(call);
        let written = {
            let results = &["game".to_owned()];
            let context = expression::Context { results, ..Default::default() };
            expression::write_in_story(&REFERENCE, &story, argument, context)
        };
        assert_eq!(written.to_string(), "&game");
        assert_eq!(written.variables().collect::<Vec<_>>(), ["game"]);
    }

    #[test]
    fn shapes_with_objects_are_recognised() {
        assert!(has_objects(&[&U8, &REFERENCE]));
        assert!(!has_objects(&[&U8, &MADE]));
    }
}
