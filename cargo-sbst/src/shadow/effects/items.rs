//! What the sources declare: functions, macros, constants and types with what each of them names, and the scopes that the names are in.
//!
//! Read from tokens: items in the definitions and the arguments of macros are found as those of the source itself.

use super::uses::{self, Use, angle_end, is_group, is_path_separator, is_sign, word};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use sbst_instrument::annotate::conditional::demands_test;
use std::collections::BTreeMap;

/// What a declaration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Function,
    Macro,
    /// A type, a constant, a static variable: what it is made of.
    Other,
    /// A function in an `extern` block.
    Foreign,
}

/// A declaration.
#[derive(Debug)]
pub struct Declaration {
    pub kind: Kind,
    /// Its name; `$` if a macro is given it.
    pub name: String,
    /// The types or traits that it is a function of; none of free functions.
    pub owners: Vec<String>,
    /// The trait that the block of the function implements.
    pub of_trait: Option<String>,
    /// Whether the block defines a trait.
    pub is_default: bool,
    /// Where its names are looked up.
    pub scope: usize,
    /// The number of its file, and where its name begins in what was parsed.
    pub place: (usize, usize),
    /// What it names.
    pub uses: Vec<Use>,
    /// Of a constant or a static variable, what its type names, if that has no function by what is written.
    pub data: Option<Vec<Use>>,
    /// Whether a person has put the attribute on it.
    pub is_annotated: bool,
    /// Whether it is a type.
    pub is_type: bool,
}

/// A module or the body of a function.
#[derive(Debug, Default)]
pub struct Scope {
    /// That of the function around it.
    pub parent: Option<usize>,
    /// The name of the module.
    pub module: String,
    /// What `use` brings in, by name.
    pub imports: Vec<(String, Vec<String>)>,
    /// The paths of which everything is brought in.
    pub globs: Vec<Vec<String>>,
    /// What of that is passed on to everybody, by the name if it has one.
    pub passed_on: Vec<(Option<String>, Vec<String>)>,
    /// Free functions and macros, by name.
    pub free: BTreeMap<String, Vec<usize>>,
    /// Whether names may come from elsewhere: from where a macro is used, from a file that is included.
    pub is_open: bool,
}

/// All declarations.
#[derive(Debug, Default)]
pub struct Items {
    pub declarations: Vec<Declaration>,
    pub scopes: Vec<Scope>,
    /// The names of modules.
    pub modules: Vec<String>,
    /// The names of types and traits.
    pub types: Vec<String>,
    /// The names of traits.
    pub traits: Vec<String>,
    /// Whether functions are parts of a type.
    pub has_functions_in_types: bool,
}

/// In what an item stands.
#[derive(Clone, Debug, Default)]
struct Context {
    file: usize,
    scope: usize,
    owners: Vec<String>,
    of_trait: Option<String>,
    is_default: bool,
    /// Whether a person has put the attribute around it.
    is_annotated: bool,
}

impl Items {
    /// Adds those of a file.
    pub fn add(&mut self, file: usize, module: &str, tokens: TokenStream) {
        let scope = self.open(None, module);
        self.read(tokens, &Context { file, scope, ..Context::default() });
    }

    fn open(&mut self, parent: Option<usize>, module: &str) -> usize {
        let is_open = parent.is_some_and(|parent| self.scopes[parent].is_open);
        self.scopes.push(Scope { parent, module: module.to_owned(), is_open, ..Scope::default() });
        self.modules.push(module.to_owned());
        self.scopes.len() - 1
    }

    fn read(&mut self, tokens: TokenStream, context: &Context) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        let (mut is_for_tests, mut is_annotated) = (false, false);
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Group(group) if uses::is_attribute(&tokens, at) => {
                    is_for_tests |= says_for_tests(group);
                    is_annotated |= uses::uses(group.stream()).iter().any(|found| matches!(found, Use::Path { names, .. } if names.last().is_some_and(|last| last == "instrument")));
                    at += 1;
                    continue;
                }
                TokenTree::Punct(sign)
                    if matches!(sign.as_char(), '#')
                        || sign.as_char() == '!' && at > 0 && is_sign(tokens.get(at - 1), '#') =>
                {
                    at += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    let is_given = at.checked_sub(1).is_some_and(|before| is_sign(tokens.get(before), '!'));
                    if is_given && self.scopes[context.scope].parent.is_none() {
                        self.declare(
                            Kind::Other,
                            "$".to_owned(),
                            token,
                            context,
                            uses::uses(group.stream()),
                            false,
                        );
                    }
                    self.read(group.stream(), context);
                    at += 1;
                }
                TokenTree::Ident(_) => {
                    let end = if is_for_tests {
                        // Up to the end of the item that is there for tests alone.
                        let ends = |at: &usize| {
                            is_sign(tokens.get(*at), ';') || is_group(tokens.get(*at), Delimiter::Brace)
                        };
                        (at..tokens.len()).find(ends).map_or(tokens.len(), |end| end + 1)
                    } else if word(tokens.get(at)).is_some_and(|word| {
                        ["pub", "unsafe", "async", "default", "crate"].contains(&&*word)
                            || word == "const" && is_of_function(&tokens, at)
                    }) {
                        // Belongs to the item behind it, as the attributes do.
                        at += 1;
                        if is_group(tokens.get(at), Delimiter::Parenthesis) {
                            at += 1;
                        }
                        continue;
                    } else {
                        self.item(&tokens, at, context, is_annotated || context.is_annotated)
                    };
                    at = end;
                }
                _ => at += 1,
            }
            (is_for_tests, is_annotated) = (false, false);
        }
    }

    /// Reads the item whose word is at `at`, if there is one; returns where to go on.
    fn item(&mut self, tokens: &[TokenTree], at: usize, context: &Context, is_annotated: bool) -> usize {
        let keyword = word(tokens.get(at)).unwrap_or_default();
        let brace = || {
            (at..tokens.len())
                .find(|at| is_group(tokens.get(*at), Delimiter::Brace) || is_sign(tokens.get(*at), ';'))
        };
        let end = brace().unwrap_or(tokens.len().saturating_sub(1));
        let body = match tokens.get(end) {
            Some(TokenTree::Group(group)) => group.stream(),
            _ => TokenStream::new(),
        };
        let name =
            if is_sign(tokens.get(at + 1), '$') { Some("$".to_owned()) } else { word(tokens.get(at + 1)) };
        match (&*keyword, name) {
            ("use", _) => {
                let end = (at..tokens.len()).find(|at| is_sign(tokens.get(*at), ';')).unwrap_or(at);
                let is_public = at > 0 && word(tokens.get(at - 1)).is_some_and(|word| word == "pub");
                self.import(&tokens[at..=end], is_public, context.scope);
                end + 1
            }
            ("extern", Some(name)) if name == "crate" => {
                let names: Vec<String> =
                    tokens[at + 2..=end].iter().filter_map(|token| word(Some(token))).collect();
                if let [name, .., alias] = &names[..] {
                    self.scopes[context.scope].imports.push((alias.clone(), vec![name.clone()]));
                }
                end + 1
            }
            // A block, not a function with another calling convention.
            ("extern", None)
                if end == at + 1 || end == at + 2 && matches!(tokens[at + 1], TokenTree::Literal(_)) =>
            {
                let body: Vec<TokenTree> = body.into_iter().collect();
                for (place, token) in body.iter().enumerate() {
                    let (Some(before), Some(name)) = (word(Some(token)), word(body.get(place + 1))) else {
                        continue;
                    };
                    if ["fn", "static"].contains(&&*before) {
                        self.declare(
                            Kind::Foreign,
                            name,
                            &body[place + 1],
                            context,
                            Vec::new(),
                            is_annotated,
                        );
                    }
                }
                end + 1
            }
            ("mod", Some(name)) => {
                let scope = self.open(None, &name);
                self.scopes[scope].is_open = self.scopes[context.scope].is_open;
                self.read(body, &Context { scope, file: context.file, is_annotated, ..Context::default() });
                end + 1
            }
            ("impl", _) if is_group(tokens.get(end), Delimiter::Brace) => {
                let header = &tokens[at + 1..end];
                let (of_trait, owner) = implemented(header);
                let owners = owner.into_iter().chain(of_trait.clone()).collect();
                let context =
                    Context { owners, of_trait, is_default: false, is_annotated, ..context.clone() };
                self.read(body, &context);
                end + 1
            }
            ("trait", Some(name)) if is_group(tokens.get(end), Delimiter::Brace) => {
                self.types.push(name.clone());
                self.traits.push(name.clone());
                self.read(
                    body,
                    &Context {
                        owners: vec![name],
                        is_default: true,
                        is_annotated,
                        of_trait: None,
                        ..context.clone()
                    },
                );
                end + 1
            }
            ("fn", Some(name)) => {
                let scope = self.open(Some(context.scope), "");
                let all = tokens[at + 1..=end.min(tokens.len() - 1)].iter().cloned().collect();
                self.declare(Kind::Function, name, &tokens[at + 1], context, uses::uses(all), is_annotated);
                let last = self.declarations.len() - 1;
                self.declarations[last].scope = scope;
                self.read(
                    body,
                    &Context {
                        scope,
                        owners: Vec::new(),
                        of_trait: None,
                        is_default: false,
                        ..context.clone()
                    },
                );
                end + 1
            }
            ("struct" | "enum" | "union" | "type", Some(name)) => {
                let all = tokens[at + 1..=end].iter().cloned().collect();
                if uses::is_lower(&name) && keyword == "union" {
                    return at + 1;
                }
                self.types.push(name.clone());
                self.has_functions_in_types |= mentions_function(&tokens[at + 1..=end]);
                self.declare(Kind::Other, name, &tokens[at + 1], context, uses::uses(all), false);
                if let Some(declaration) = self.declarations.last_mut() {
                    declaration.is_type = true;
                }
                end + 1
            }
            ("const" | "static", Some(word)) => {
                let at = if matches!(&*word, "mut" | "ref") { at + 1 } else { at };
                if !is_sign(tokens.get(at + 2), ':') {
                    return at + 1;
                }
                let end =
                    (at..tokens.len()).find(|at| is_sign(tokens.get(*at), ';')).unwrap_or(tokens.len() - 1);
                let Some(token) = tokens.get(at + 1) else { return at + 1 };
                let all: TokenStream = tokens[at + 1..=end].iter().cloned().collect();
                self.declare(Kind::Other, token.to_string(), token, context, uses::uses(all.clone()), false);
                let of_type = type_of_value(&tokens[at + 3..=end]);
                if let Some(declaration) =
                    self.declarations.last_mut().filter(|_| !mentions_function(of_type))
                {
                    declaration.data = Some(uses::uses(of_type.iter().cloned().collect()));
                }
                // Closures and blocks may have items.
                for token in all {
                    if let TokenTree::Group(group) = token {
                        self.read(group.stream(), context);
                    }
                }
                end + 1
            }
            ("macro_rules", None)
                if is_sign(tokens.get(at + 1), '!') && word(tokens.get(at + 2)).is_some() =>
            {
                let Some(TokenTree::Group(rules)) = tokens.get(at + 3) else { return at + 3 };
                let scope = self.open(Some(context.scope), "");
                self.scopes[scope].is_open = true;
                let context = Context { scope, ..context.clone() };
                let name = word(tokens.get(at + 2)).unwrap_or_default();
                self.declare(Kind::Macro, name, &tokens[at + 2], &context, uses::uses(rules.stream()), false);
                self.read(rules.stream(), &context);
                at + 4
            }
            ("include", None) if is_sign(tokens.get(at + 1), '!') => {
                self.scopes[context.scope].is_open = true;
                at + 2
            }
            _ => at + 1,
        }
    }

    fn declare(
        &mut self,
        kind: Kind,
        name: String,
        token: &TokenTree,
        context: &Context,
        uses: Vec<Use>,
        is_annotated: bool,
    ) {
        let number = self.declarations.len();
        if context.owners.is_empty() || kind != Kind::Function {
            self.scopes[context.scope].free.entry(name.clone()).or_default().push(number);
        }
        let is_free = kind != Kind::Function;
        self.declarations.push(Declaration {
            kind,
            name,
            owners: if is_free { Vec::new() } else { context.owners.clone() },
            of_trait: context.of_trait.clone(),
            is_default: context.is_default,
            scope: context.scope,
            place: (context.file, token.span().byte_range().start),
            uses,
            data: None,
            is_annotated,
            is_type: false,
        });
    }

    fn import(&mut self, tokens: &[TokenTree], is_public: bool, scope: usize) {
        let Ok(item) = syn::parse2::<syn::ItemUse>(tokens.iter().cloned().collect()) else {
            // Written by a macro: it may be anything.
            self.scopes[scope].is_open = true;
            return;
        };
        for (path, name) in crate::suite::use_tree::names(&item.tree) {
            if is_public {
                self.scopes[scope].passed_on.push((name.clone(), path.clone()));
            }
            match name {
                Some(name) => self.scopes[scope].imports.push((name, path)),
                None => self.scopes[scope].globs.push(path),
            }
        }
    }
}

/// What stands between the `:` and the `=` of a constant.
fn type_of_value(tokens: &[TokenTree]) -> &[TokenTree] {
    let mut depth = 0_usize;
    let is_equal = |token: &TokenTree| {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && is_sign(Some(token), '=')
    };
    &tokens[..tokens.iter().position(is_equal).unwrap_or(tokens.len())]
}

/// Whether a type that is written so has a function in it, or something of which only a trait is known.
fn mentions_function(tokens: &[TokenTree]) -> bool {
    tokens.iter().any(|token| match token {
        TokenTree::Group(group) => mentions_function(&group.stream().into_iter().collect::<Vec<_>>()),
        TokenTree::Ident(word) => {
            let word = word.to_string();
            ["fn", "dyn", "impl", "Fn", "FnMut", "FnOnce"].contains(&&*word)
        }
        _ => false,
    })
}

/// Whether the word at `at` is one before `fn`.
fn is_of_function(tokens: &[TokenTree], at: usize) -> bool {
    word(tokens.get(at + 1)).is_some_and(|word| ["fn", "unsafe", "async", "extern"].contains(&&*word))
}

/// Whether an attribute says that something is there for tests alone.
fn says_for_tests(attribute: &Group) -> bool {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match (word(tokens.first()).as_deref(), tokens.get(1)) {
        (Some("test" | "bench"), None) => true,
        (Some("cfg"), Some(TokenTree::Group(condition))) => demands_test(condition.stream()),
        _ => false,
    }
}

/// The trait and the type in the header of an `impl`.
fn implemented(header: &[TokenTree]) -> (Option<String>, Option<String>) {
    let start = angle_end(header, 0).unwrap_or(0);
    let header = &header[start..];
    let mut depth = 0_usize;
    let is_for = |(at, token): (usize, &TokenTree)| {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && word(Some(token)).is_some_and(|word| word == "for") && !is_sign(header.get(at + 1), '<')
    };
    match header.iter().enumerate().position(is_for) {
        Some(at) => (first_path(&header[..at]), first_path(&header[at + 1..])),
        None => (None, first_path(header)),
    }
}

/// The last name of the first path among tokens.
fn first_path(tokens: &[TokenTree]) -> Option<String> {
    let is_name = |at: &usize| {
        word(tokens.get(*at)).is_some_and(|word| !["dyn", "mut", "const", "where"].contains(&&*word))
            && !at.checked_sub(1).is_some_and(|before| is_sign(tokens.get(before), '\''))
    };
    let mut at = (0..tokens.len()).find(is_name)?;
    while is_path_separator(tokens, at + 1) && word(tokens.get(at + 3)).is_some() {
        at += 3;
    }
    word(tokens.get(at))
}
