//! The source of a double: its structure, and the blocks that implement the trait and its
//! supertraits.

use super::answers::{Answers, Field, associated, constant};
use super::known::{Known, trait_name};
use super::names::{Text, is_clear, text};
use quote::ToTokens;
use sbst_source::visit_mut::VisitMut as _;
use sbst_vocabulary::standard::traits;
use sbst_vocabulary::standard::types::DERIVABLE;
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Attribute, FnArg, GenericParam, Generics, ItemTrait, Safety, Signature, TraitItem, TypeParamBound,
    WherePredicate, parse_quote,
};

/// The most elements of a field whose elements are answers in turn.
const MOST_ANSWERS: usize = 4;

/// The depth limit of supertraits.
const DEEPEST: usize = 4;

/// The source of a double.
#[derive(Clone, Debug)]
pub struct Written {
    /// The traits that are derived in tests.
    derived: Vec<&'static str>,
    fields: Vec<Field>,
    /// The parameters of the structure.
    parameters: String,
    /// The structure beside the trait.
    pub structure: Text,
    /// The text that shows it beside the trait, where it has another name.
    pub shown: Text,
    pub blocks: Text,
}

impl Written {
    /// The traits that are derived beside the trait, each with a comma behind it.
    pub fn derived_in_code(&self) -> String {
        self.derived.iter().filter(|name| **name != "Debug").map(|name| format!("{name}, ")).collect()
    }

    /// The source in a file of tests.
    pub fn all(&self) -> Text {
        let derived = match &self.derived[..] {
            [] => String::new(),
            derived => format!("#[derive({})]\n", derived.join(", ")),
        };
        let fields: String =
            self.fields.iter().map(|field| format!("    {}: {},\n", field.name, field.text)).collect();
        let structure = match fields.is_empty() {
            true => "struct {=};\n".to_owned(),
            false => format!("struct {{=}}{} {{{{\n{fields}}}}}\n", self.parameters),
        };
        Text(format!("{derived}{structure}\n{}", self.blocks.0))
    }
}

/// Returns the source of the double of a trait at `place`; `None` if it has no double.
pub fn written(item: &ItemTrait, place: &str, known: &Known<'_>) -> Option<Written> {
    let has_methods = item.items.iter().any(|part| matches!(part, TraitItem::Fn(_)));
    let is_changed = item.attrs.iter().any(|attribute| !is_of_compiler(attribute));
    if !has_methods || is_changed || known.is_implemented(&item.ident.to_string()) {
        return None;
    }
    let parameters = item.generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let answers = Answers { known, parameters, types: BTreeMap::new() };
    let mut writing =
        Writing { answers, place, fields: Vec::new(), asked: BTreeSet::new(), blocks: Vec::new() };
    writing.implement(item, format!("{{{}}}", item.ident), place, 0)?;
    writing.finish(&item.generics)
}

/// True if an item with this attribute is not changed by a macro.
fn is_of_compiler(attribute: &Attribute) -> bool {
    const OF_COMPILER: [&str; 12] = [
        "allow",
        "cfg",
        "deny",
        "deprecated",
        "diagnostic",
        "doc",
        "expect",
        "forbid",
        "must_use",
        "rustfmt",
        "sbst",
        "warn",
    ];
    let first = attribute.path().segments.first().map(|first| first.ident.to_string()).unwrap_or_default();
    let is_doc = || attribute.path().is_ident("cfg_attr") && spelled(&attribute.meta).contains(",doc(");
    OF_COMPILER.contains(&&*first) || is_doc()
}

struct Writing<'k, 'a> {
    answers: Answers<'k, 'a>,
    /// The place of the trait.
    place: &'k str,
    fields: Vec<Field>,
    /// The traits that have to be derived.
    asked: BTreeSet<&'static str>,
    /// The implemented traits, with the contents of the blocks.
    blocks: Vec<(String, String)>,
}

impl Writing<'_, '_> {
    /// Implements a trait of the package, and its supertraits. `path` is its path in the double's
    /// module.
    fn implement(&mut self, item: &ItemTrait, path: String, place: &str, depth: usize) -> Option<()> {
        if item.unsafety.is_some() || depth > DEEPEST {
            return None;
        }
        for bound in item.supertraits.iter().chain(bounds_on("Self", &item.generics)) {
            self.ask(bound, place, depth)?;
        }
        let own: BTreeSet<String> = self.answers.parameters.clone();
        let mut body = String::new();
        for part in &item.items {
            match part {
                TraitItem::Type(associated_type) if associated_type.default.is_none() => {
                    if !associated_type.generics.params.is_empty() {
                        return None;
                    }
                    let name = associated_type.ident.to_string();
                    let of_self = bounds_on(&format!("Self::{name}"), &item.generics);
                    let ty = associated(associated_type.bounds.iter().chain(of_self))?;
                    body += &format!("    type {name} = {};\n", self.answers.text(&ty));
                    self.answers.types.insert(name, ty);
                }
                TraitItem::Const(required) if required.default.is_none() => {
                    let value = constant(&required.ty)?;
                    let ty = text(&required.ty, &own, |holes, ty| holes.visit_type_mut(ty));
                    body += &format!("    const {}: {ty} = {value};\n", required.ident);
                }
                TraitItem::Macro(_) | TraitItem::Verbatim(_) => return None,
                _ => {}
            }
        }
        for part in &item.items {
            let TraitItem::Fn(method) = part else { continue };
            if method.default.is_some() {
                continue;
            }
            if method.attrs.iter().any(|attribute| attribute.path().is_ident("cfg")) {
                return None;
            }
            body += &self.method(&method.sig)?;
        }
        if place != self.place && !is_clear(&body) {
            return None;
        }
        self.blocks.push((path, body));
        Some(())
    }

    /// Adds a further trait that the double must have.
    fn ask(&mut self, bound: &TypeParamBound, place: &str, depth: usize) -> Option<()> {
        let TypeParamBound::Trait(asked) = bound else { return Some(()) };
        if asked.maybe.is_some() {
            return Some(());
        }
        let name = trait_name(bound)?;
        if asked.path.segments.iter().any(|segment| !segment.arguments.is_none()) || asked.lifetimes.is_some()
        {
            return None;
        }
        let path = text(&asked.path, &BTreeSet::new(), |holes, path| holes.visit_path_mut(path));
        if let Some((item, of)) = self.answers.known.only_trait(&name) {
            if self.answers.known.is_passed_on(&name) {
                return Some(());
            }
            if !item.generics.params.is_empty() || place != self.place || self.has_block(&path) {
                return self.has_block(&path).then_some(());
            }
            return self.implement(item, path, of, depth + 1);
        }
        match DERIVABLE.iter().find(|known| **known == name) {
            Some(known) => self.derive(known),
            None if is_of_every_type(&name) => {}
            None if name == "Display" => self.show(path),
            None if name == "Error" => {
                self.asked.insert("Debug");
                self.show("{!fmt}::Display".to_owned());
                self.blocks.push((path, String::new()));
            }
            None => return None,
        }
        Some(())
    }

    fn derive(&mut self, of_trait: &'static str) {
        let with: &[&str] = match of_trait {
            "Copy" => &["Clone"],
            "Eq" | "PartialOrd" => &["PartialEq"],
            "Ord" => &["Eq", "PartialEq", "PartialOrd"],
            _ => &[],
        };
        self.asked.extend(with.iter().chain([&of_trait]));
    }

    fn show(&mut self, path: String) {
        let body = "    fn fmt(&self, formatter: &mut {!fmt}::Formatter<'_>) -> {!fmt}::Result {{\n        \
                    formatter.write_str(\"a\")\n    }}\n";
        if !self.blocks.iter().any(|(known, _)| known.contains("Display")) {
            self.blocks.push((path, body.to_owned()));
        }
    }

    fn has_block(&self, path: &str) -> bool {
        self.blocks.iter().any(|(known, _)| known == path)
    }

    /// Returns the source of a method that answers.
    fn method(&mut self, signature: &Signature) -> Option<String> {
        if matches!(signature.safety, Safety::Unsafe(_))
            || signature.abi.is_some()
            || signature.variadic.is_some()
        {
            return None;
        }
        let answer = self.answers.answer(signature)?;
        if let Some(field) = answer.field {
            if self.fields.iter().any(|known| known.name == field.name) {
                return None;
            }
            self.fields.push(field);
        }
        if answer.body == "self.clone()" {
            self.asked.insert("Clone");
        }
        let mut signature = signature.clone();
        for input in &mut signature.inputs {
            if let FnArg::Typed(typed) = input {
                typed.attrs.clear();
                typed.pat = parse_quote!(_);
            }
        }
        let own = signature.generics.type_params().map(|parameter| parameter.ident.to_string());
        let own = own.chain(self.answers.parameters.iter().cloned()).collect();
        let head = text(&signature, &own, |holes, signature| holes.visit_signature_mut(signature));
        Some(match answer.body.is_empty() {
            true => format!("    {head} {{{{}}}}\n"),
            false => format!("    {head} {{{{\n        {}\n    }}}}\n", answer.body),
        })
    }

    fn finish(self, generics: &Generics) -> Option<Written> {
        let Writing { answers, fields, asked, blocks, .. } = self;
        let has = |of_trait: &str| {
            fields.iter().all(|field| answers.known.has(&field.ty, of_trait, &answers.parameters))
        };
        if !asked.iter().all(|of_trait| has(of_trait))
            || asked.contains("Copy") && fields.iter().any(|field| field.text.contains('!'))
        {
            return None;
        }
        let derived: Vec<&str> = DERIVABLE
            .into_iter()
            .filter(|name| asked.contains(name) || ["Clone", "Debug"].contains(name) && has(name))
            .collect();
        let used: Vec<&syn::TypeParam> = generics
            .type_params()
            .filter(|parameter| {
                let name = BTreeSet::from([parameter.ident.to_string()]);
                let only = Answers { parameters: name, types: BTreeMap::new(), known: answers.known };
                fields.iter().any(|field| only.mentions_parameter(&field.ty))
            })
            .collect();
        // Parameters of a structure would be those of other traits' blocks as well.
        if !used.is_empty() && (blocks.len() > 1 || generics.const_params().next().is_some()) {
            return None;
        }
        let names: Vec<String> = used.iter().map(|parameter| parameter.ident.to_string()).collect();
        let list = |names: Vec<String>| match names.is_empty() {
            true => String::new(),
            false => format!("<{}>", names.join(", ")),
        };
        let parameters = list(names.clone());
        let in_code = fields.iter().map(|field| {
            let length = if field.is_filled {
                format!("#[sbst(length = 1..={MOST_ANSWERS})] ")
            } else {
                String::new()
            };
            format!("{length}{}: {}, ", field.name, field.text)
        });
        let structure = match fields.is_empty() {
            true => "struct {=};".to_owned(),
            false => format!("struct {{=}}{parameters} {{{{ {}}}}}", in_code.collect::<String>()),
        };
        let shown = match derived.contains(&"Debug") {
            true => {
                let bounded = list(names.iter().map(|name| format!("{name}: {{!fmt}}::Debug")).collect());
                let fields = fields.iter().map(|field| {
                    format!(".field({:?}, &self.{})", field.name.trim_start_matches("r#"), field.name)
                });
                let fields = fields.collect::<String>();
                format!(
                    "impl{bounded} {{!fmt}}::Debug for {{=}}{parameters} {{{{ fn fmt(&self, formatter: &mut \
                     {{!fmt}}::Formatter<'_>) -> {{!fmt}}::Result {{{{ \
                     formatter.debug_struct(\"{{#}}\"){fields}.finish() }}}} }}}}"
                )
            }
            false => String::new(),
        };
        let (declared, arguments, clause) = header(generics, &names, &answers);
        let last = blocks.len() - 1;
        let blocks = blocks.iter().enumerate().map(|(index, (path, body))| {
            let (declared, arguments, clause) = match index == last {
                true => (&*declared, &*arguments, &*clause),
                false => ("", "", ""),
            };
            let body = if body.is_empty() { String::new() } else { format!("\n{body}") };
            format!("impl{declared} {path}{arguments} for {{=}}{parameters}{clause} {{{{{body}}}}}\n")
        });
        let blocks: Vec<String> = blocks.collect();
        Some(Written {
            derived,
            parameters,
            structure: Text(structure),
            shown: Text(shown),
            blocks: Text(blocks.join("\n")),
            fields,
        })
    }
}

/// True for traits that every double has.
fn is_of_every_type(of_trait: &str) -> bool {
    of_trait == "Any" || of_trait == "Sized" || traits::is(of_trait, traits::Fact::Auto)
}

/// Returns the parameters of the block of a trait with these generics, their names, and its `where`
/// clause. `used` are those in the types of fields.
fn header(generics: &Generics, used: &[String], answers: &Answers<'_, '_>) -> (String, String, String) {
    let (mut declared, mut names) = (Vec::new(), Vec::new());
    for parameter in &generics.params {
        let mut parameter = parameter.clone();
        match &mut parameter {
            GenericParam::Lifetime(lifetime) => names.push(lifetime.lifetime.to_string()),
            GenericParam::Const(constant) => {
                constant.default = None;
                names.push(constant.ident.to_string());
            }
            GenericParam::Type(parameter) => {
                parameter.default = None;
                let name = parameter.ident.to_string();
                if used.contains(&name) {
                    parameter.bounds.push(parse_quote!(Clone));
                }
                names.push(name);
            }
        }
        declared.push(text(&parameter, &answers.parameters, |holes, parameter| {
            holes.visit_generic_param_mut(parameter);
        }));
    }
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let others = clauses.filter(|predicate| !is_about_self(predicate)).map(|predicate| {
        text(predicate, &answers.parameters, |holes, predicate| holes.visit_where_predicate_mut(predicate))
    });
    let others: Vec<String> = others.collect();
    let within =
        |all: Vec<String>| if all.is_empty() { String::new() } else { format!("<{}>", all.join(", ")) };
    let clause = if others.is_empty() { String::new() } else { format!(" where {}", others.join(", ")) };
    (within(declared), within(names), clause)
}

fn is_about_self(predicate: &WherePredicate) -> bool {
    match predicate {
        WherePredicate::Type(said) => spelled(&said.bounded_ty).starts_with("Self"),
        _ => false,
    }
}

fn spelled(what: &impl ToTokens) -> String {
    what.to_token_stream().to_string().replace(' ', "")
}

/// Returns the bounds of a `where` clause on a type with this text.
fn bounds_on<'g>(ty: &str, generics: &'g Generics) -> Vec<&'g TypeParamBound> {
    generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(said) if spelled(&said.bounded_ty) == ty => Some(&said.bounds),
            _ => None,
        })
        .flatten()
        .collect()
}
