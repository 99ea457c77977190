//! The `{:?}` text of a constant's expression, if it is evident: of literals, arrays, and literals
//! of structures. For these, it is the text of `#[derive(Debug)]`.

use crate::source::exports::Exports;
use crate::source::items::{self, TypeBody};
use crate::suite::reach::Definition;
use syn::{Expr, Lit};

/// The longest array to write out.
const LONGEST: usize = 64;

/// Returns the paths of a type's constants with this `{:?}` text.
pub fn with_text<'a>((exports, found): Definition<'a>, debug: &'a str) -> impl Iterator<Item = String> + 'a {
    let type_ = exports.sources.type_definition(found);
    constants(exports, found)
        .filter(move |(_, value)| {
            let text = Evident { name: &type_.name, body: &type_.body }.text(value);
            text.is_some_and(|text| text == debug)
        })
        .map(|(path, _)| path)
}

/// Returns the constants of a type in every build, with their full paths.
fn constants(exports: &Exports, found: (usize, usize)) -> impl Iterator<Item = (String, &Expr)> {
    let sources = &exports.sources;
    sources.modules.iter().enumerate().flat_map(move |(index, module)| {
        module.functions.iter().filter_map(move |function| {
            let (type_, value) = function.constant.as_ref()?;
            let syn::Type::Path(path) = type_ else { return None };
            let names = items::path_names(&path.path);
            let owner = function.owner.as_ref().filter(|_| function.of_trait.is_none());
            let named = match (owner, &names[..]) {
                (Some(owner), [only]) if only == "Self" => std::slice::from_ref(owner),
                _ => &names[..],
            };
            let is_there = function.cfgs.is_empty() && !function.hidden && function.of_trait.is_none();
            if !is_there || exports.sources.resolve_type(index, named) != Some(found) {
                return None;
            }
            let around = match owner {
                Some(owner) => {
                    let (module, at) = exports.sources.resolve_type(index, std::slice::from_ref(owner))?;
                    let names = sources.modules[module].path.iter();
                    names.chain([&exports.sources.type_definition((module, at)).name]).cloned().collect()
                }
                None => module.path.clone(),
            };
            let names: Vec<String> = [sources.crate_name.clone()].into_iter().chain(around).collect();
            Some((format!("{}::{}", names.join("::"), function.name), value))
        })
    })
}

/// The type of a constant.
struct Evident<'a> {
    name: &'a str,
    body: &'a TypeBody,
}

impl Evident<'_> {
    fn text(&self, value: &Expr) -> Option<String> {
        let list = |values: &mut dyn Iterator<Item = &Expr>| -> Option<String> {
            Some(values.map(|value| self.text(value)).collect::<Option<Vec<_>>>()?.join(", "))
        };
        match value {
            Expr::Paren(inner) => self.text(&inner.expr),
            Expr::Group(inner) => self.text(&inner.expr),
            Expr::Reference(inner) => self.text(&inner.expr),
            Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => {
                Some(format!("-{}", self.text(expr)?))
            }
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse::<u128>().ok().map(|number| number.to_string()),
                Lit::Bool(flag) => Some(flag.value.to_string()),
                Lit::Char(character) => Some(format!("{:?}", character.value())),
                Lit::Str(text) => Some(format!("{:?}", text.value())),
                _ => None,
            },
            Expr::Array(array) => Some(format!("[{}]", list(&mut array.elems.iter())?)),
            Expr::Tuple(tuple) if tuple.elems.len() > 1 => {
                Some(format!("({})", list(&mut tuple.elems.iter())?))
            }
            Expr::Repeat(repeat) => {
                let length: usize = self.text(&repeat.len)?.parse().ok()?;
                let element = self.text(&repeat.expr)?;
                (length <= LONGEST).then(|| format!("[{}]", vec![element; length].join(", ")))
            }
            Expr::Path(path) if path.path.is_ident("None") => Some("None".to_owned()),
            Expr::Path(path) => self.unit(&items::path_names(&path.path)),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let names = items::path_names(&path.path);
                match (&names[..], call.args.len()) {
                    ([owner, new], 0) if new == "new" && owner == "String" => Some("\"\"".to_owned()),
                    ([owner, new], 0) if new == "new" && owner == "Vec" => Some("[]".to_owned()),
                    ([some], 1) if some == "Some" => Some(format!("Some({})", list(&mut call.args.iter())?)),
                    ([name], _) if self.is_struct(name) => {
                        Some(format!("{}({})", self.name, list(&mut call.args.iter())?))
                    }
                    _ => None,
                }
            }
            Expr::Struct(literal) => self.structure(literal),
            _ => None,
        }
    }

    fn is_struct(&self, name: &str) -> bool {
        (name == "Self" || name == self.name) && matches!(self.body, TypeBody::Struct(_))
    }

    fn unit(&self, names: &[String]) -> Option<String> {
        match (names, self.body) {
            ([name], TypeBody::Struct(syn::Fields::Unit)) if self.is_struct(name) => {
                Some(self.name.to_owned())
            }
            ([owner, name], TypeBody::Enum(variants)) if owner == "Self" || owner == self.name => {
                let is_unit = |variant: &&syn::Variant| {
                    matches!(variant.fields, syn::Fields::Unit) && items::plain_name(&variant.ident) == *name
                };
                variants.iter().find(is_unit).map(|_| name.clone())
            }
            _ => None,
        }
    }

    fn structure(&self, literal: &syn::ExprStruct) -> Option<String> {
        let TypeBody::Struct(syn::Fields::Named(fields)) = self.body else { return None };
        let name = items::path_names(&literal.path);
        if name.len() != 1 || !self.is_struct(&name[0]) || literal.fields.len() != fields.named.len() {
            return None;
        }
        let written = fields.named.iter().map(|field| {
            let name = field.ident.as_ref()?;
            let value = literal
                .fields
                .iter()
                .find(|value| matches!(&value.member, syn::Member::Named(member) if member == name))?;
            Some(format!("{}: {}", items::plain_name(name), self.text(&value.expr)?))
        });
        Some(format!("{} {{ {} }}", self.name, written.collect::<Option<Vec<_>>>()?.join(", ")))
    }
}
