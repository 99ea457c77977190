use super::*;
use crate::suite::fixtures::{Directory, assignment, called, expression, statement};
use crate::suite::text::call::Callee;
use crate::suite::text::claim::Shown;
use sbst_model::messages::Reading;

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
    assert_eq!(read(&story, &["‹stack›.iter_mut()"]), "let mut stack = Stack::new(3); f(stack.iter_mut())");
    assert_eq!(read(&story, &["(&‹stack›, &‹stack›)"]), "let stack = Stack::new(3); f((&stack, &stack))");
}

#[test]
fn an_element_of_a_tuple_is_bound_with_the_others() {
    let element = |variable: &str, before: &[&str], behind: &[&str]| {
        let mut channel = statement(variable, Some(called("demo::channel", "", false)), &[]);
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        channel.variable.as_mut().unwrap().binding = Binding::Tuple([names(before), names(behind)]);
        channel
    };
    let story = [element("sender", &[], &["receiver"])];
    assert_eq!(read(&story, &["‹sender›"]), "let (sender, _receiver) = channel(); f(sender)");
    let story = [element("mut receiver?", &["&str"], &[]), element("sender", &[], &["receiver", "str"])];
    assert_eq!(
        read(&story, &["&mut ‹receiver›", "&‹sender›"]),
        "let (_value, mut receiver) = channel().unwrap(); let (sender, _receiver, _str) = channel(); \
         f(&mut receiver, &sender)"
    );
}

#[test]
fn a_field_of_a_variant_is_bound_by_its_pattern() {
    let mut entry = method("mut entry", "demo::Map::entry", &["&mut ‹map›", "3"]);
    let pattern = sbst_model::expression::pattern("{demo::Entry}::Occupied({0})", "entry");
    entry.variable.as_mut().unwrap().binding = Binding::Variant(pattern);
    assert_eq!(
        read(&[new("mut map", "Map", &[]), entry], &["&mut ‹entry›"]),
        "let mut map = Map::new(); let Entry::Occupied(mut entry) = map.entry(3) else { unreachable!() }; \
         f(&mut entry)"
    );
}

#[test]
fn results_used_once_and_unchanged_are_inlined() {
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
    let (a, b) = (new("point", "Point", &["1"]), new("other_point", "Point", &["2"]));
    assert_eq!(
        read(&[a.clone(), b.clone()], &["‹point›", "&‹other_point›"]),
        "f(Point::new(1), &Point::new(2))"
    );
    assert_eq!(
        read(&[a.clone(), b], &["&‹point›", "&mut ‹other_point›"]),
        "let point = Point::new(1); let mut other_point = Point::new(2); f(&point, &mut other_point)",
        "the calls stay in their order"
    );
    assert_eq!(read(&[a], &["&‹point›", "&‹point›"]), "let point = Point::new(1); f(&point, &point)");
    let long = new("name", "Name", &[&format!("{:?}", "x".repeat(100))]);
    assert!(read(&[long], &["‹name›"]).ends_with("; f(name)"));
}

#[test]
fn borrowed_parts_have_a_variable_if_used_twice() {
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
fn borrowed_places_are_assigned_other_values() {
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
    assert_eq!(read(&made, &["&‹map›"]), "let mut map = Map::new(); *map.slot(4) = Point::new(3); f(&map)");
}

#[test]
fn builders_keep_the_name_of_their_variable() {
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
fn values_that_results_borrow_from_have_names() {
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
fn values_without_calls_are_bound() {
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
        "let mut point = Point { x: 1 }; point.shift(); f(&point)",
        "the type of the value is inferred"
    );
    let of_call = [new("mut point", "Point", &[]), shift];
    assert_eq!(read(&of_call, &["&‹point›"]), "let mut point = Point::new(); point.shift(); f(&point)");
}

#[test]
fn trait_methods_are_called_on_their_receivers() {
    let mut push = method("", "demo::Push::push", &["&mut ‹stack›", "5"]);
    push.called.as_mut().unwrap().form.owner = Some(expression("<«demo::Stack» as «demo::Push»>"));
    assert_eq!(
        read(&[new("stack", "Stack", &[]), push], &["‹stack›"]),
        "let mut stack = Stack::new(); stack.push(5); f(stack)"
    );
}

#[test]
fn earlier_calls_may_be_unsafe_or_async() {
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
fn obstacles_to_statements_are_named() {
    const LIBRARY: &str = "\
            mod imp { pub struct Part; impl Part { pub fn set(&mut self) {} fn clear(&mut self) {} pub fn new() -> Part { Part } } \
            pub trait Fill { fn fill(&mut self); } impl Fill for crate::Whole { fn fill(&mut self) {} } } \
            pub struct Whole; impl Whole { pub fn new() -> Whole { Whole } } fn log() {} pub fn show() {}";
    let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
    let others = Default::default();
    let (outside, inside) = (Reach::outside(&exports, &others), Reach::inside(&exports, &others, Vec::new()));
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
        assert_eq!((obstacle(&outside).as_str(), obstacle(&inside).as_str()), (seen_outside, seen_inside));
    }
}

#[test]
fn variables_avoid_keywords_and_taken_names() {
    struct Taken;
    impl Naming for Taken {
        fn path(&mut self, path: &str) -> String {
            path.to_owned()
        }
        fn function(&mut self, called: &Called, _: bool) -> Callee {
            called.id.path.clone().into()
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
            "let mut other_stack = demo::Stack::new(&r#type);",
            "let value = demo::Slice::new(&r#type);",
            "let number = demo::Number::new(&r#type);",
        ]
    );
    assert_eq!(rendered.arguments, ["&r#type", "&mut other_stack", "value", "number"]);
    assert_eq!(rendered.variables, [(1, "other_stack".to_owned())]);
}

#[test]
fn results_of_the_tested_function_alone_are_asserted() {
    struct Asserting;
    impl Naming for Asserting {
        fn path(&mut self, path: &str) -> String {
            path.to_owned()
        }
        fn function(&mut self, called: &Called, _: bool) -> Callee {
            called.id.path.clone().into()
        }
        fn assertion(&mut self, call: &str, shown: &Shown<'_>) -> Option<String> {
            Some(format!("assert_eq!({call}, {});", shown.debug?))
        }
        fn is_taken(&self, _: &str) -> bool {
            false
        }
    }
    let read = |path: &str, type_name: &str, debug: &str| {
        let (type_name, debug) = (type_name.to_owned(), debug.to_owned());
        let result = Some(Reading { type_name, debug, unordered: false, items: None });
        Statement { result, ..statement("", Some(called(path, "", false)), &[]) }
    };
    let story = [
        read("demo::insert", "core::option::Option<i32>", "None"),
        read("demo::push", "core::result::Result<(), demo::Full>", "Ok(())"),
        read("demo::next", "core::option::Option<i32>", "Some(1)"),
    ];
    let tested = story[2].called.as_ref().unwrap().id.clone();
    let lines = Story::new(&story, &[]).of(&tested).write(&mut Asserting, &|_| true).lines;
    assert_eq!(lines, ["demo::insert();", "demo::push().unwrap();", "assert_eq!(demo::next(), Some(1));"]);
}
