//! The arguments of `#[sbst::instrument(…)]`.
//!
//! An unknown argument is an error that lists the known ones: if it were ignored silently, only an
//! unexpected search would show the mistake. Names of generic parameters depend on the function, so
//! [`Arguments::check`] checks them.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{parenthesized, token, Error, Expr, GenericParam, Generics, LitStr, Path, Result, Token, Type};

use crate::syntax::runtime::runtime_path;
use sbst_source::standing::Owner;
use sbst_vocabulary::obstacle::{Obstacle, Text};

#[derive(Clone, Default)]
pub struct Arguments {
    /// `crate = path`: the path of the runtime, if its usual name does not lead there.
    pub runtime: Option<Path>,
    /// `unsafe`: a function that is `unsafe` may be called with built values.
    pub may_be_unsafe: Option<Ident>,
    /// `skip = Effects("", "std::fs::write")`: the function is not called, for this reason. The
    /// command writes it when it annotates whole crates.
    pub skipped: Option<Obstacle>,
    /// `within("impl Tr for $T", impl Tr for u8)`: the block around a function in the definition of
    /// a macro, as written there and in this expansion; `within()` if only modules are around it.
    /// The command writes it as well.
    pub within: Option<Within>,
    /// `T = u32`, `N = 3`: the values of generic parameters in the search.
    pub chosen: Vec<(Ident, Choice)>,
}

#[derive(Clone)]
pub struct Within {
    /// The header of the block, with the fragments of the macro in it.
    pub written: Option<LitStr>,
    /// The header in this expansion.
    pub header: TokenStream,
}

#[derive(Clone)]
pub enum Choice {
    /// A type for a type parameter, or a constant that looks like a type.
    Type(Type),
    Constant(Expr),
}

impl Arguments {
    /// No arguments, except the runtime's path.
    pub(crate) fn at(runtime: &Path) -> Arguments {
        Arguments { runtime: Some(runtime.clone()), ..Arguments::default() }
    }

    /// The runtime's path.
    pub(crate) fn runtime(&self) -> Path {
        self.runtime.clone().unwrap_or_else(runtime_path)
    }

    pub fn parse(tokens: TokenStream) -> Result<Self> {
        syn::parse2(tokens)
    }

    pub fn choice(&self, name: &Ident) -> Option<&Choice> {
        self.chosen.iter().find(|(chosen, _)| chosen == name).map(|(_, choice)| choice)
    }

    /// Inherits the arguments of a block, for parameters that the function has and does not choose
    /// itself; returns the names of these.
    pub(crate) fn inherit(&mut self, around: &Arguments, own: &Generics, owner: &Owner) -> Vec<String> {
        if self.may_be_unsafe.is_none() {
            self.may_be_unsafe.clone_from(&around.may_be_unsafe);
        }
        let (of_block, in_trait) = match owner {
            Owner::Type { generics, .. } => (Some(generics), false),
            Owner::Trait { generics, .. } => (Some(generics), true),
            Owner::None | Owner::Macro | Owner::Unknown => (None, false),
        };
        let mut heeded = Vec::new();
        for (name, choice) in &around.chosen {
            let parameters = own.params.iter().chain(of_block.iter().flat_map(|generics| &generics.params));
            let mut names = parameters.filter_map(|parameter| match parameter {
                GenericParam::Type(parameter) => Some(&parameter.ident),
                GenericParam::Const(parameter) => Some(&parameter.ident),
                GenericParam::Lifetime(_) => None,
            });
            if names.any(|parameter| parameter == name) || in_trait && name == "Self" {
                heeded.push(name.to_string());
                if self.choice(name).is_none() {
                    self.chosen.push((name.clone(), choice.clone()));
                }
            }
        }
        heeded
    }

    /// Rejects choices for unknown parameters; `Self` is a parameter for the defaults of a trait.
    /// Fails at the first unknown name, with a list of the known ones. Also fails at a type for a
    /// constant, or a constant for a type.
    pub fn check(&self, generics: &[&Generics], in_trait: bool) -> Result<()> {
        let parameters = || generics.iter().flat_map(|generics| &generics.params);
        for (name, choice) in &self.chosen {
            if name == "Self" && in_trait {
                continue;
            }
            let parameter = parameters().find(|parameter| match parameter {
                GenericParam::Type(parameter) => parameter.ident == *name,
                GenericParam::Const(parameter) => parameter.ident == *name,
                GenericParam::Lifetime(_) => false,
            });
            let message = match (parameter, choice) {
                (Some(GenericParam::Type(_)), Choice::Constant(_)) => {
                    format!("`{name}` is a type; write `{name} = u32`, with the type it stands for")
                }
                (Some(_), _) => continue,
                (None, _) => {
                    let names = parameters().filter_map(|parameter| match parameter {
                        GenericParam::Type(parameter) => Some(format!("`{}`", parameter.ident)),
                        GenericParam::Const(parameter) => Some(format!("`{}`", parameter.ident)),
                        GenericParam::Lifetime(_) => None,
                    });
                    let names: Vec<String> = names.collect();
                    let there = match &names[..] {
                        [] => "it has none but lifetimes".to_owned(),
                        names => format!("there is {}", names.join(", ")),
                    };
                    format!("the function has no generic parameter `{name}`; {there}")
                }
            };
            return Err(Error::new(name.span(), message));
        }
        Ok(())
    }
}

/// The known arguments, for the end of a message.
const KNOWN: &str =
    "known are `crate = path`, `unsafe`, and generic parameters of the function, such as `T = u32`";

impl Parse for Arguments {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut arguments = Arguments::default();
        while !input.is_empty() {
            let name = input.call(Ident::parse_any)?;
            let twice = if name == "unsafe" {
                arguments.may_be_unsafe.replace(name.clone()).is_some()
            } else if name == "within" && input.peek(token::Paren) {
                let inside;
                syn::parenthesized!(inside in input);
                let written = inside.parse::<Option<LitStr>>()?;
                inside.parse::<Option<Token![,]>>()?;
                arguments.within.replace(Within { written, header: inside.parse()? }).is_some()
            } else if !input.peek(Token![=]) {
                return Err(Error::new(name.span(), format!("unknown argument `{name}`; {KNOWN}")));
            } else {
                input.parse::<Token![=]>()?;
                arguments.read(&name, input)?
            };
            if twice {
                return Err(Error::new(name.span(), format!("argument `{name}` given twice; keep one")));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(arguments)
    }
}

impl Arguments {
    /// Reads the value after the `=`, and returns true if it was already given.
    fn read(&mut self, name: &Ident, input: ParseStream) -> Result<bool> {
        if name == "crate" {
            return Ok(self.runtime.replace(input.call(Path::parse_mod_style)?).is_some());
        }
        if name == "skip" {
            return Ok(self.skipped.replace(read_obstacle(input)?).is_some());
        }
        if !name.to_string().starts_with(char::is_uppercase) {
            return Err(Error::new(name.span(), format!("unknown argument `{name}`; {KNOWN}")));
        }
        if input.is_empty() || input.peek(Token![,]) {
            let message =
                format!("nothing given for `{name}`; write `{name} = u32`, with the type it stands for");
            return Err(Error::new(name.span(), message));
        }
        let fork = input.fork();
        let ends = |input: ParseStream| input.is_empty() || input.peek(Token![,]);
        let choice = if fork.parse::<Type>().is_ok() && ends(&fork) {
            Choice::Type(input.parse()?)
        } else {
            Choice::Constant(input.parse()?)
        };
        let twice = self.choice(name).is_some();
        self.chosen.push((name.clone(), choice));
        Ok(twice)
    }
}

/// Reads an obstacle that the command found, as its `{:?}` text.
fn read_obstacle(input: ParseStream) -> Result<Obstacle> {
    let variant: Ident = input.parse()?;
    let texts = match input.peek(token::Paren) {
        true => {
            let fields;
            parenthesized!(fields in input);
            fields.parse_terminated(<LitStr as Parse>::parse, Token![,])?
        }
        false => Punctuated::new(),
    };
    let mut texts = texts.iter().map(|text| Text::from(text.value()));
    match (&*variant.to_string(), texts.next(), texts.next()) {
        ("Program", None, None) => Ok(Obstacle::Program),
        ("RejectedCall", Some(message), None) => Ok(Obstacle::RejectedCall(message)),
        ("Effects", Some(through), Some(mention)) => Ok(Obstacle::Effects(through, mention)),
        _ => Err(Error::new(variant.span(), "the command does not write this reason")),
    }
}
