//! Whole functions.

use std::collections::BTreeSet;

use sbst_search::Random;

use super::markers::{self, ATTRIBUTE};
use super::{Generator, Returns, SPARE, Surroundings};
use crate::Edition;
use crate::constructs::{Category, Construct};

/// The parameters of all functions, and their arguments.
const PARAMETERS: &str = "x: i32, y: i32, o: Option<i32>, t: &'static str, v: &'static [i32], c: char, z: f64, flag: &'static bool";
const ARGUMENTS: &str = "i.x, i.y, i.o, i.t, i.v, i.c, i.z, i.flag";

/// The largest number of statements, if the constructs do not need more.
const MOST_STATEMENTS: u32 = 60;

/// A generated function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its unique name.
    pub name: String,
    /// Its items, with [`markers`].
    pub marked: String,
    /// A call with an `i: Input`, from within its module.
    pub call: String,
    /// Its constructs.
    pub constructs: BTreeSet<Construct>,
    /// Pairs of constructs, the second within the first.
    pub nested: BTreeSet<(Construct, Construct)>,
}

impl Function {
    /// Generates a function with the required constructs.
    pub fn generate(random: &mut Random, edition: Edition, name: &str, wanted: &[Construct]) -> Function {
        let of_function: Vec<Construct> =
            wanted.iter().copied().filter(|wanted| wanted.category() == Category::Function).collect();
        let is = |construct| of_function.contains(&construct);
        let returns = match (
            wanted.contains(&Construct::QuestionOption),
            wanted.contains(&Construct::QuestionResult),
        ) {
            (true, false) => Returns::Option,
            (false, true) => Returns::Result,
            _ => *random.pick(&[Returns::Integer, Returns::Option, Returns::Result]),
        };
        let is_async = is(Construct::AsyncFunction);
        let mut generator = Generator {
            random,
            edition,
            wanted: wanted.iter().copied().filter(|wanted| !of_function.contains(wanted)).collect(),
            used: of_function.iter().copied().collect(),
            nested: BTreeSet::new(),
            around: of_function.clone(),
            here: Surroundings {
                returns,
                is_async,
                loops: Vec::new(),
                integers: vec!["x".into(), "y".into()],
                depth: 0,
            },
            spare: SPARE,
            names: 0,
            numbers: 0,
            is_generic: is(Construct::GenericFunction),
        };
        let mut statements = generator.own_statements(&of_function);
        statements.extend(generator.all_wanted());
        let last = generator.integer();
        let last = generator.returned(&last);
        let body = format!("{}\n{last}", statements.join("\n"));
        let first = generator.boolean();
        let (marked, call) = item(name, returns, &of_function, &body, &first);
        Function { name: name.into(), marked, call, constructs: generator.used, nested: generator.nested }
    }
}

impl Generator<'_> {
    /// Writes the statements specific to this kind of function.
    fn own_statements(&mut self, of_function: &[Construct]) -> Vec<String> {
        let mut statements = Vec::new();
        if of_function.contains(&Construct::GenericFunction) {
            self.note(Construct::Projections);
            statements.push("e(1, m < k); if m == k || m + k >= k { note(2) }".into());
        }
        if of_function.contains(&Construct::ImplTrait) {
            let condition = self.boolean();
            statements.push(format!(
                "for n in words {{ if n == x && {condition} || test(n) {{ break }} note(n) }}"
            ));
        }
        if of_function.iter().any(|of| of.is_home() && *of != Construct::WholeModule) {
            let operator = self.operator();
            statements.push(format!(
                "if self.position {operator} self.next() || self.position == {{ self.position = 3; self.position }} {{ note(self.position) }}"
            ));
        }
        statements.into_iter().map(|statement| markers::statement(&statement)).collect()
    }

    /// Writes statements until all required constructs are used.
    fn all_wanted(&mut self) -> Vec<String> {
        let mut statements = Vec::new();
        while let Some(&wanted) = self.wanted.first() {
            if statements.len() as u32 >= MOST_STATEMENTS {
                break;
            }
            let has_statement = self.wanted.iter().any(|wanted| wanted.category() == Category::Statement);
            let number = self.number();
            let statement = match wanted.category() {
                _ if has_statement => self.statement(),
                Category::Boolean => format!("e({number}, {});", self.boolean_of(wanted)),
                Category::Integer => format!("e({number}, {});", self.integer_of(wanted)),
                Category::Operand => format!("e({number}, {});", self.comparison_of(wanted)),
                Category::Operator => format!("e({number}, {});", self.comparison_of(Construct::Integers)),
                Category::Pattern => {
                    // A value is valid in every place of a pattern.
                    self.wanted.retain(|wanted| wanted.category() != Category::Scrutinee);
                    self.wanted.push(Construct::ValueScrutinee);
                    self.statement_of(Construct::Match)
                }
                Category::Scrutinee => {
                    let user = self.pick(&[Construct::Match, Construct::IfLet, Construct::LetElse]);
                    self.statement_of(user)
                }
                Category::Statement | Category::Function => unreachable!("asked for before"),
            };
            statements.push(markers::statement(&statement));
        }
        statements
    }
}

/// Returns the items, and a call of them.
fn item(
    name: &str,
    returns: Returns,
    of_function: &[Construct],
    body: &str,
    first: &str,
) -> (String, String) {
    let is = |construct| of_function.contains(&construct);
    let home = of_function.iter().copied().find(|construct| construct.is_home());
    let returned = match returns {
        Returns::Integer => "i32",
        Returns::Option => "Option<i32>",
        Returns::Result => "Result<i32, Oops>",
    };
    let (mut parameters, mut arguments) = (PARAMETERS.to_owned(), ARGUMENTS.to_owned());
    let mut generics = "";
    if is(Construct::GenericFunction) {
        generics = "<M: Measure>";
        parameters += ", m: M, k: M";
        arguments += ", i64::from(i.x), 3";
    }
    if is(Construct::ImplTrait) {
        parameters += ", words: impl IntoIterator<Item = i32>, test: &dyn Fn(i32) -> bool";
        arguments += ", i.v.to_vec(), &|n| n > 2";
    }
    let on_whole =
        matches!(home, Some(Construct::WholeImpl | Construct::TraitMethod | Construct::WholeModule));
    let attribute = if on_whole { String::new() } else { ATTRIBUTE.to_string() };
    let visibility =
        if matches!(home, Some(Construct::TraitDefault | Construct::TraitMethod)) { "" } else { "pub " };
    let receiver = match home {
        None | Some(Construct::WholeModule) => "",
        Some(_) => "&mut self, ",
    };
    let qualifiers = format!(
        "{}{}",
        if is(Construct::AsyncFunction) { "async " } else { "" },
        if is(Construct::UnsafeFunction) { "unsafe " } else { "" }
    );
    let head = format!(
        "{attribute}{visibility}{qualifiers}fn {name}{generics}({receiver}{parameters}) -> {returned}"
    );
    let function = match is(Construct::MadeByMacro) {
        true => format!("made! {{ {{ {head} }} {first}; {{\n{body}\n}} }}"),
        false => format!("{head} {{\n{body}\n}}"),
    };
    let host = format!("Host_{name}");
    let has_position = format!(
        "pub struct {host} {{ pub position: i32 }}\nimpl {host} {{ fn next(&mut self) -> i32 {{ note(\"next\"); self.position += 1; self.position }} }}"
    );
    let made = format!("{host} {{ position: i.x % 100 }}");
    let (items, path) = match home {
        None => (function, name.to_owned()),
        Some(Construct::WholeModule) => (
            format!("{ATTRIBUTE}pub mod module_{name} {{ use super::*;\n{function}\n}}"),
            format!("module_{name}::{name}"),
        ),
        Some(Construct::TraitDefault) => (
            format!(
                "pub struct {host} {{ pub position: i32 }}\npub trait Trait_{name} {{ fn next(&mut self) -> i32; \
                 fn position(&mut self) -> &mut i32;\n{}\n}}\n\
                 impl Trait_{name} for {host} {{ fn next(&mut self) -> i32 {{ self.position += 1; self.position }} \
                 fn position(&mut self) -> &mut i32 {{ &mut self.position }} }}",
                function.replace("self.position", "*self.position()")
            ),
            format!("{made}.{name}"),
        ),
        Some(Construct::TraitMethod) => {
            let declared = format!("{qualifiers}fn {name}{generics}({receiver}{parameters}) -> {returned};");
            (
                format!(
                    "{has_position}\npub trait Trait_{name} {{ {declared} }}\n{ATTRIBUTE}impl Trait_{name} for {host} {{\n{function}\n}}"
                ),
                format!("{made}.{name}"),
            )
        }
        Some(home) => {
            let whole = if home == Construct::WholeImpl { ATTRIBUTE.to_string() } else { String::new() };
            (format!("{has_position}\n{whole}impl {host} {{\n{function}\n}}"), format!("{made}.{name}"))
        }
    };
    let mut call = format!("{path}({arguments})");
    if is(Construct::AsyncFunction) {
        call = format!("block_on({call})");
    }
    if is(Construct::UnsafeFunction) {
        call = format!("unsafe {{ {call} }}");
    }
    (items, call)
}
