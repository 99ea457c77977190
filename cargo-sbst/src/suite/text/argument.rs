//! Source of arguments in a test.
//!
//! 1. Paths follow the test's imports, and variables of the [story](super::story) their names.
//! 2. A `let` binds an `&mut` argument only if the test can assert something about it after the
//!    call. A call cannot change an empty array. The variable has the parameter's name, unless that
//!    has another meaning there. A variable of the story is asserted about directly.

use super::expression::{before_dot, spell_out_type, with_literals, without_parentheses};
use super::rendered_story::RenderedStory;
use super::scope::Scope;
use super::temporaries;
use super::variables::{candidates, last_word, of_parameter};
use crate::suite::reach::Reach;
use sbst_model::expression::{Expression, Piece};
use sbst_model::target::Parameter;
use std::collections::BTreeSet;
use std::ops::Range;

#[derive(Clone)]
pub struct Arguments<'t> {
    parameters: &'t [Parameter],
    sources: Vec<String>,
    /// Bound arguments: the parameter, the variable and its initial value.
    bound: Vec<(usize, String, String)>,
    /// Arguments that are variables of the story, each with its name after the call.
    variables: Vec<(usize, String)>,
    /// The names of the story's variables.
    taken: BTreeSet<String>,
}

/// Returns the reason why an argument cannot be written; `None` if it can.
pub fn obstacle(reach: &Reach<'_>, argument: &Expression) -> Option<String> {
    let pieces = argument.0.iter().zip(argument.0.iter().skip(1).map(Some).chain([None]));
    let mut paths = pieces.filter_map(|(piece, next)| match (piece, next) {
        (Piece::Path(path), Some(Piece::Source(after))) => Some((path, after.as_str())),
        (Piece::Path(path), _) => Some((path, "")),
        _ => None,
    });
    let mut of_items = argument.items().flat_map(Expression::paths);
    let obstacle = of_items.find_map(|path| reach.obstacle_to_name(path));
    obstacle.or_else(|| paths.find_map(|(path, after)| reach.obstacle(path, after)))
}

impl<'t> Arguments<'t> {
    /// Builds the arguments for these parameters.
    pub fn new(
        parameters: &'t [Parameter],
        sources: Vec<String>,
        types: &[(usize, String)],
    ) -> Arguments<'t> {
        let mut arguments = Arguments {
            parameters,
            sources,
            bound: Vec::new(),
            variables: Vec::new(),
            taken: BTreeSet::new(),
        };
        for (index, type_name) in types {
            if let Some(source) = arguments.sources.get_mut(*index) {
                *source = spell_out_type(source, type_name);
            }
        }
        arguments
    }

    /// Builds the arguments of the call at the end of a story.
    pub fn from_story(
        parameters: &'t [Parameter],
        story: &RenderedStory,
        types: &[(usize, String)],
    ) -> Arguments<'t> {
        Arguments {
            variables: story.variables.clone(),
            taken: story.names.clone(),
            ..Arguments::new(parameters, story.arguments.clone(), types)
        }
    }

    /// Returns the arguments with these parameters bound, where they are passed as `&mut`.
    pub fn binding(&self, scope: &Scope<'_>, which: &[usize]) -> Arguments<'t> {
        let mut bound: Vec<(usize, String, String)> = Vec::new();
        let of_story = |index| self.variables.iter().any(|(variable, _)| *variable == index);
        for &index in which.iter().filter(|index| !of_story(**index)) {
            let value = self.sources.get(index).and_then(|source| source.strip_prefix("&mut "));
            let value = value.filter(|value| *value != "[]");
            if let (Some(value), Some(parameter)) = (value, self.parameters.get(index)) {
                let so_far = Arguments { bound, ..self.clone() };
                let name = so_far.free_name(scope, role(parameter));
                bound = so_far.bound;
                bound.push((index, name, without_parentheses(value).to_owned()));
            }
        }
        Arguments { bound, ..self.clone() }
    }

    /// Returns this name, or a similar one if another variable has it.
    pub fn free_name(&self, scope: &Scope<'_>, name: &str) -> String {
        let is_free = |name: &String| {
            !scope.has(name.trim_start_matches("r#"))
                && !self.taken.contains(name)
                && !self.bound.iter().any(|(_, other, _)| other == name)
        };
        candidates(of_parameter(name)).find(is_free).expect("numbers do not end")
    }

    /// Returns the arguments with variables for values that a result may borrow from, and the lines
    /// with their `let`s.
    pub fn lasting(&self, scope: &Scope<'_>) -> (Arguments<'t>, Vec<String>) {
        self.lasting_before(scope, self.sources.len())
    }

    /// Does the same, only for the arguments before `end`.
    pub fn lasting_before(&self, scope: &Scope<'_>, end: usize) -> (Arguments<'t>, Vec<String>) {
        let (mut lasting, mut lines) = (self.clone(), Vec::new());
        for index in 0..end {
            let base = self.parameters.get(index).map_or("value", |parameter| &parameter.name);
            let source = std::mem::take(&mut lasting.sources[index]);
            let mut name = || {
                let name = lasting.free_name(scope, base);
                lasting.taken.insert(name.clone());
                name
            };
            lasting.sources[index] = match self.variable(index) {
                None => temporaries::bind(&source, &mut name, &mut lines),
                Some(_) => source,
            };
        }
        (lasting, lines)
    }

    /// Writes lists and texts as literals if a parameter has a generic type.
    pub fn simplify(&mut self) {
        for (parameter, source) in self.parameters.iter().zip(&mut self.sources) {
            if is_generic(&parameter.type_text) {
                *source = with_literals(source);
            }
        }
    }

    /// Returns the arguments with another source for one of them.
    pub fn replace(&self, parameter: usize, source: &str) -> Arguments<'t> {
        let mut arguments = self.clone();
        if let Some(replaced) = arguments.sources.get_mut(parameter) {
            source.clone_into(replaced);
        }
        arguments
    }

    pub fn source(&self, parameter: usize) -> &str {
        self.sources.get(parameter).map_or("", String::as_str)
    }

    /// Returns the first argument as an argument of `format!`, which borrows it.
    pub fn shown(&self) -> String {
        let source = self.source(0);
        self.variable(0).or_else(|| source.strip_prefix('&')).unwrap_or(source).to_owned()
    }

    /// Returns the lines before the call.
    pub fn lines(&self) -> Vec<String> {
        self.bound.iter().map(|(_, name, value)| format!("let mut {name} = {value};")).collect()
    }

    /// Returns an expression for the argument's value after the call.
    pub fn value_after_call(&self, parameter: usize) -> Option<&str> {
        let of_story = self.variables.iter().find(|(index, _)| *index == parameter);
        self.variable(parameter).or(of_story.map(|(_, name)| name.as_str()))
    }

    /// Returns the variable that a parameter is bound to.
    fn variable(&self, parameter: usize) -> Option<&str> {
        self.bound.iter().find(|(index, ..)| *index == parameter).map(|(_, name, _)| name.as_str())
    }

    /// Returns the first argument for the place before a method call's dot; the method borrows it
    /// as it needs.
    pub fn receiver(&self) -> String {
        if let Some(name) = self.variable(0) {
            return name.to_owned();
        }
        let source = self.sources.first().map_or("", String::as_str);
        let value = source.strip_prefix("&mut ").or_else(|| source.strip_prefix('&')).unwrap_or(source);
        before_dot(value)
    }

    /// Returns an argument as it stands in the call.
    pub fn written(&self, parameter: usize) -> String {
        match self.variable(parameter) {
            Some(name) => format!("&mut {name}"),
            None => self.source(parameter).to_owned(),
        }
    }

    /// Returns the arguments before this one.
    pub fn before(&self, end: usize) -> Arguments<'t> {
        let mut arguments = self.clone();
        arguments.sources.truncate(end);
        arguments
    }

    /// Returns the arguments from this one on, beside a variable of this name.
    pub fn after(&self, first: usize, beside: &str) -> Arguments<'t> {
        let mut arguments = self.clone();
        arguments.parameters = &self.parameters[first.min(self.parameters.len())..];
        arguments.sources.drain(..first);
        arguments.variables.retain(|(index, _)| *index >= first);
        arguments.variables.iter_mut().for_each(|(index, _)| *index -= first);
        arguments.taken.insert(beside.to_owned());
        arguments
    }

    /// Returns some arguments of a call as a list, without parentheses.
    pub fn list(&self, which: Range<usize>) -> String {
        which.map(|index| self.written(index)).collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of arguments.
    pub fn count(&self) -> usize {
        self.sources.len()
    }
}

/// True for `impl Trait`, and for a name that is a type parameter by convention.
fn is_generic(type_text: &str) -> bool {
    let name = type_text.trim_start_matches('&').trim_start_matches("mut ");
    name.starts_with("impl ") || name.len() <= 2 && name.starts_with(char::is_uppercase)
}

/// Returns the name of a parameter, or the last word of its type if that names it.
fn role(parameter: &Parameter) -> &str {
    let camel_case: String = parameter
        .name
        .split('_')
        .flat_map(|word| {
            let mut signs = word.chars();
            signs.next().into_iter().flat_map(char::to_uppercase).chain(signs).collect::<Vec<char>>()
        })
        .collect();
    match parameter.type_text.contains(&camel_case) {
        true => last_word(&parameter.name),
        false => &parameter.name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{Directory, expression, written};

    const LIBRARY: &str = "\
        pub struct Open { pub x: i32 } pub struct Half { pub x: i32, y: i32 } pub struct Tuple(pub u8, u8);\n\
        impl Half { pub fn new() -> Half { loop {} } fn hidden() -> Half { loop {} } }\n\
        #[non_exhaustive] pub struct Later { pub x: i32 } #[non_exhaustive] pub enum Kind { A, #[non_exhaustive] B(u8) }\n\
        mod imp { pub struct Reached(pub u8); pub struct Secret; pub fn make() {} fn inner() {} pub struct HashMap; }\n\
        pub use imp::{HashMap, Reached}; pub mod one { pub struct Open; }\n\
        pin! { #[project = Pinned] pub struct Given<T> { #[pin] x: T } pub(crate) enum Kept { A } }";

    #[test]
    fn obstacles_to_arguments_are_named() {
        let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
        let others = Default::default();
        let outside = Reach::outside(&exports, &others);
        let inside = Reach::inside(&exports, &others, Vec::new());
        for (argument, expected) in [
            ("&mut «demo::Open» { x: 1 }", ""),
            ("«demo::Half» { x: 1, y: 2 }", "the field `y` of `demo::Half` is private"),
            ("«demo::Tuple»(1, 2)", "the field `1` of `demo::Tuple` is private"),
            ("«demo::Half»::new()", ""),
            ("Some(«demo::Half»::hidden())", "the function `demo::Half::hidden` is private"),
            ("«demo::Half»::from(3)", ""),
            ("\"3\".parse::<«demo::Half»>().unwrap()", ""),
            ("<«demo::Half» as std::convert::TryFrom<_>>::try_from(3)", ""),
            ("«demo::Later» { x: 1 }", "`demo::Later` is `#[non_exhaustive]`"),
            ("«demo::Kind»::A", ""),
            ("«demo::Kind»::B(1)", "the variant `B` of `demo::Kind` is `#[non_exhaustive]`"),
            ("«demo::imp::Reached»(1)", ""),
            ("[«demo::imp::Reached»(1), «demo::imp::Secret»]", "`demo::imp::Secret` is private"),
            ("«demo::imp::make»()", "`demo::imp::make` is private"),
            ("«demo::imp::crate::imp::make»()", "`demo::imp::make` is private"),
            ("«std::collections::HashMap»::new()", ""),
            ("«demo::Given»::new()", ""),
            ("«demo::Kept»::new()", "`demo::Kept` is private"),
            ("«demo::Made»", "`demo::Made` was not found in the sources; perhaps a macro makes it"),
        ] {
            let argument = expression(argument);
            assert_eq!(obstacle(&outside, &argument).unwrap_or_default(), expected, "{argument}");
            let reached_inside = !expected.contains("not found");
            assert_eq!(obstacle(&inside, &argument).is_none(), reached_inside, "{argument}");
        }
        let within = obstacle(&inside, &expression("«demo::imp::inner»()"));
        assert_eq!(within.unwrap(), "`demo::imp::inner` is private");
    }

    #[test]
    fn types_of_one_or_two_letters_are_generic() {
        assert!(is_generic("I") && is_generic("impl AsRef<Path>") && !is_generic("Vec<String>"));
    }

    #[test]
    fn paths_are_imported_unless_their_names_are_taken() {
        let exports = Directory::with_files(&[("src/lib.rs", LIBRARY)]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let mut used = Vec::new();
        let texts = [
            "«std::collections::HashMap»::from([(1, «demo::imp::Reached»(2))])",
            "«demo::imp::HashMap»",
            "[«demo::one::Open», «demo::Open» { x: 1 }]",
            "«demo::std::time::Duration::from_secs»(1)",
        ];
        let list = written(&mut scope, &[], &texts.map(expression), &mut used).list(0..4);
        assert_eq!(
            list,
            "HashMap::from([(1, Reached(2))]), demo::HashMap, [Open, demo::Open { x: 1 }], Duration::from_secs(1)"
        );
        let imports: Vec<&str> = used.iter().map(|import| import.path.as_str()).collect();
        assert_eq!(
            imports,
            ["std::collections::HashMap", "demo::Reached", "demo::one::Open", "std::time::Duration"]
        );

        let mut scope = Scope::new(Reach::inside(&exports, &others, vec!["imp".to_owned()]), false);
        let list = written(&mut scope, &[], &texts.map(expression), &mut Vec::new()).list(0..texts.len());
        assert_eq!(
            list,
            "HashMap::from([(1, Reached(2))]), super::HashMap, [Open, crate::Open { x: 1 }], Duration::from_secs(1)"
        );
    }

    #[test]
    fn changed_arguments_are_bound_to_names_of_parameters() {
        let exports = Directory::with_files(&[("src/lib.rs", "pub fn values() {}")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        scope.take("demo::values");
        let parameter = |name: &str| Parameter {
            name: name.to_owned(),
            type_text: String::from("&mut u8"),
            can_be_built: true,
        };
        let parameters = ["values", "type", "_unused", "shared", "none"].map(parameter);
        let sources = ["&mut vec![1]", "&mut &[2][..]", "&mut 3", "&4", "&mut []"].map(Expression::source);
        let arguments = written(&mut scope, &parameters, &sources, &mut Vec::new());
        assert_eq!(arguments.list(0..5), "&mut vec![1], &mut &[2][..], &mut 3, &4, &mut []");
        let bound = arguments.binding(&scope, &[0, 1, 2, 3, 4]);
        assert_eq!(bound.list(0..5), "&mut other_values, &mut r#type, &mut unused, &4, &mut []");
        assert_eq!(bound.lines()[1], "let mut r#type = &[2][..];");
        assert_eq!(bound.lines()[0], "let mut other_values = vec![1];");
        assert_eq!(bound.variable(3), None);
    }

    #[test]
    fn a_receiver_stands_before_the_dot() {
        let exports = Directory::with_files(&[("src/lib.rs", "")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        for (source, expected) in
            [("&mut Stack::new()", "Stack::new()"), ("&5", "5"), ("-5", "(-5)"), ("&(1..3)", "(1..3)")]
        {
            let arguments = written(&mut scope, &[], &[expression(source)], &mut Vec::new());
            assert_eq!(arguments.receiver(), expected);
        }
    }
}
