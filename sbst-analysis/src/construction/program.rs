//! What is in the sources, by name: functions, types, traits.
//!
//! A name may stand for several things in several modules. Then it means the one that is imported where it is written, or else
//! the one whose module has most of its path in common with that of this place. Types of one name are numbered (`Player#2`),
//! so that they are told apart from there on.

mod reader;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::Visit as _;
use syn::{Block, Signature};

use super::written_type::WrittenType;
use reader::Reader;
use types::TypeReader;

/// The text of a module.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The path of its module, with the name of the crate.
    pub module: &'a str,
    /// Its file.
    pub file: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// All of the sources.
#[derive(Default)]
pub struct Program {
    /// The functions with a body.
    pub functions: Vec<Function>,
    pub(super) types: BTreeMap<String, TypeItem>,
    /// Names that several types have, with those types.
    homonyms: BTreeMap<String, Vec<String>>,
    /// What is imported, by module and name: the path without its last name.
    imports: BTreeMap<(String, String), Vec<String>>,
    aliases: BTreeMap<String, (WrittenType, String)>,
    /// Functions that belong to nothing, by name.
    free: BTreeMap<String, Vec<usize>>,
    /// Functions that belong to a type or a trait, by its name and theirs.
    associated: BTreeMap<(String, String), Vec<usize>>,
    /// Methods by name.
    methods: BTreeMap<String, Vec<usize>>,
    /// The types that implement a trait.
    implementors: BTreeMap<String, BTreeSet<String>>,
}

/// A function.
pub struct Function {
    /// Its path, with the name of the crate.
    pub path: String,
    /// The path of its module.
    pub module: String,
    /// Its file.
    pub file: String,
    /// Its name.
    pub name: String,
    /// The line on which its signature begins.
    pub first_line: u32,
    /// The line on which its body ends.
    pub last_line: u32,
    /// Its signature.
    pub signature: Signature,
    /// Its body.
    pub body: Block,
    /// Whether it can be called from outside of its module.
    pub is_public: bool,
    /// The type that it belongs to.
    pub owner: Option<WrittenType>,
    /// The generic parameters of its block.
    pub(super) generics: Vec<String>,
    /// What generic parameters stand for: the trait that they must have, if they must.
    pub(super) bounds: BTreeMap<String, WrittenType>,
}

/// A struct or an enum.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeItem {
    pub(super) module: String,
    pub(super) generics: Vec<String>,
    pub(super) fields: Vec<Field>,
    /// The names of its variants, if it is an enum: their fields are named `Variant.0`, `Variant.name`.
    pub(super) variants: Vec<String>,
    /// Whether `==` compares its fields.
    pub(super) is_compared: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: WrittenType,
    pub(super) is_public: bool,
}

impl Program {
    /// Reads sources. Also returns what could not be read, and why.
    ///
    /// ```
    /// use sbst_analysis::construction::{Program, Source};
    ///
    /// let source = Source { module: "demo", file: "src/lib.rs", text: "fn f(a: u8) -> bool { a > 3 }" };
    /// let (program, unread) = Program::of([source]);
    /// assert_eq!(program.functions[0].path, "demo::f");
    /// assert!(unread.is_empty());
    /// ```
    pub fn of<'a>(sources: impl IntoIterator<Item = Source<'a>>) -> (Program, Vec<String>) {
        let mut program = Program::default();
        let mut unread = Vec::new();
        let mut files = Vec::new();
        for source in sources {
            match syn::parse_file(source.text) {
                Ok(file) => files.push((source, file)),
                Err(error) => unread.push(format!("{}: {error}", source.file)),
            }
        }
        let mut types = Vec::new();
        files.iter().for_each(|(source, file)| {
            TypeReader::new(&mut program, &mut types, source.module).visit_file(file)
        });
        program.add_types(types);
        files.iter().for_each(|(source, file)| Reader::new(&mut program, *source).visit_file(file));
        (program, unread)
    }

    fn add_types(&mut self, types: Vec<(String, TypeItem)>) {
        for (name, item) in &types {
            self.homonyms.entry(name.clone()).or_default().push(item.module.clone());
        }
        self.homonyms.retain(|_, modules| modules.len() > 1);
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        for (name, item) in types {
            let name = match self.homonyms.contains_key(&name) {
                true => {
                    let number = numbers.entry(name.clone()).or_default();
                    *number += 1;
                    format!("{name}#{number}")
                }
                false => name,
            };
            self.types.insert(name, item);
        }
        let resolved: Vec<(String, Vec<WrittenType>)> = self
            .types
            .iter()
            .map(|(name, item)| {
                let types = item.fields.iter().map(|field| self.resolved(field.ty.clone(), &item.module));
                (name.clone(), types.collect())
            })
            .collect();
        for (name, types) in resolved {
            let fields = self.types.get_mut(&name).into_iter().flat_map(|item| &mut item.fields);
            fields.zip(types).for_each(|(field, ty)| field.ty = ty);
        }
    }

    /// The function with this path, by its index.
    pub fn function(&self, path: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.path == path)
    }

    /// What a type is that is written in a module: aliases are taken away, and homonyms numbered.
    pub(super) fn resolved(&self, ty: WrittenType, module: &str) -> WrittenType {
        if let Some((alias, module)) =
            self.aliases.get(&ty.name).filter(|_| self.type_item(&ty.name, module).is_none())
        {
            if !alias.mentions(&ty.name) {
                return self.resolved(alias.clone(), module);
            }
        }
        let arguments = ty.arguments.into_iter().map(|argument| self.resolved(argument, module)).collect();
        WrittenType { name: self.resolved_name(&ty.name, module), arguments, is_exclusive: ty.is_exclusive }
    }

    /// The name by which a type is known that has this name in a module.
    pub(super) fn resolved_name(&self, name: &str, module: &str) -> String {
        let Some(modules) = self.homonyms.get(name) else { return name.to_owned() };
        let imported = self.imports.get(&(module.to_owned(), name.to_owned()));
        let is_imported = |of: &String| {
            let names: Vec<&str> = of.split("::").collect();
            imported.is_some_and(|path| {
                names.len() >= path.len() && names[names.len() - path.len()..].iter().eq(path.iter())
            })
        };
        let all = modules.iter().enumerate();
        let key = |(number, of): &(usize, &String)| {
            (is_imported(of), common(of, module), std::cmp::Reverse(*number))
        };
        let best = all.max_by_key(key).map_or(0, |(number, _)| number);
        format!("{name}#{}", best + 1)
    }

    /// The struct or enum that has this name in a module.
    pub(super) fn type_item(&self, name: &str, module: &str) -> Option<&TypeItem> {
        self.types.get(&self.resolved_name(name, module))
    }

    /// The names of the fields of a type.
    pub(super) fn fields_of(&self, ty: &str) -> impl Iterator<Item = &str> {
        self.types.get(ty).into_iter().flat_map(|item| &item.fields).map(|field| field.name.as_str())
    }

    /// The type of a field of a type.
    pub(super) fn field(&self, ty: &WrittenType, field: &str, module: &str) -> Option<WrittenType> {
        let ty = self.resolved(ty.peeled().clone(), module);
        let ty = ty.peeled();
        if let ("()", Ok(index)) = (ty.name.as_str(), field.parse::<usize>()) {
            return ty.arguments.get(index).cloned();
        }
        let item = self.type_item(&ty.name, module)?;
        let found = item.fields.iter().find(|one| one.name == field)?;
        let by = item.generics.iter().cloned().zip(ty.arguments.iter().cloned()).collect();
        Some(found.ty.substituted(&by))
    }

    /// Whether a field of a type can be set from anywhere.
    pub(super) fn is_public(&self, ty: &WrittenType, field: &str, module: &str) -> bool {
        let fields = self.type_item(&ty.peeled().name, module).map(|item| &item.fields);
        fields.into_iter().flatten().any(|one| one.name == field && one.is_public)
    }

    /// The free function of this name that is closest to a module.
    pub(super) fn free(&self, name: &str, module: &str) -> Option<usize> {
        self.closest(self.free.get(name)?, module)
    }

    fn closest(&self, functions: &[usize], module: &str) -> Option<usize> {
        functions.iter().copied().max_by_key(|&index| {
            // of equals the first one
            (common(&self.functions[index].module, module), std::cmp::Reverse(index))
        })
    }

    /// The functions that a type or a trait has under this name: none if there are none, several if it is a trait that
    /// several types implement.
    pub(super) fn associated(&self, owner: &str, name: &str, module: &str) -> Vec<usize> {
        let of = |owner: &str| self.associated.get(&(owner.to_owned(), name.to_owned()));
        if let Some(implementors) = self.implementors.get(owner) {
            let implementations = implementors.iter().filter(|implementor| *implementor != owner);
            let found: Vec<usize> =
                implementations.filter_map(|one| self.closest(of(one)?, module)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        if let Some(own) = of(owner) {
            return self.closest(own, module).into_iter().collect();
        }
        // a default that a trait gives
        let traits = self.implementors.iter().filter(|(_, types)| types.contains(owner));
        traits.filter_map(|(implemented, _)| self.closest(of(implemented)?, module)).take(1).collect()
    }

    /// The methods of this name, of whatever type.
    pub(super) fn methods(&self, name: &str) -> &[usize] {
        self.methods.get(name).map_or(&[], Vec::as_slice)
    }
}

/// How many names two paths of modules have in common, from the first one on.
fn common(one: &str, other: &str) -> usize {
    one.split("::").zip(other.split("::")).take_while(|(one, other)| one == other).count()
}
