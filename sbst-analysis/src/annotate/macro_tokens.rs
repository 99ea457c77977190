//! Functions among the tokens of macros, which need not be Rust.
//!
//! A function is recognised by `fn`, a name (written, `$name`, or `[<pasted>]`) and parameters in
//! parentheses, with a body in braces before the next `;`. Its beginning is found by the words
//! before `fn`; `$vis` counts as one of them if the macro takes it as a visibility.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use sbst_source::macro_input::{self, QUOTING};
use syn::Macro;

pub struct Function {
    /// Its first token after its attributes.
    pub first: Span,
    pub last: Span,
    /// Its name, or `$`, or the brackets of a pasted name.
    pub name: TokenTree,
    pub is_const: bool,
    /// True if it is plain `pub`.
    pub is_public: bool,
    pub body: Group,
    /// The block around it, determined by an expansion only.
    pub around: Around,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Around {
    /// The surroundings of the macro's use: no block, or a module.
    Use,
    /// The block with this header, on one line: `impl Width for $T`.
    Block(String),
    /// Another function, or another construct without functions.
    Other,
}

pub struct Rule {
    visibilities: BTreeSet<String>,
    pub stands_for: TokenStream,
}

/// Attributes of functions called by the harness or the compiler itself.
const OF_HARNESS: [&str; 5] = ["bench", "proc_macro", "proc_macro_attribute", "proc_macro_derive", "test"];

pub fn rules(definition: TokenStream) -> Vec<Rule> {
    let rules = macro_input::rules(definition).into_iter();
    rules
        .map(|(matcher, stands_for)| Rule {
            visibilities: visibility_fragments(matcher).into_iter().collect(),
            stands_for,
        })
        .collect()
}

pub fn in_rule(rule: &Rule) -> Vec<Function> {
    let mut scan = Scan { visibilities: rule.visibilities.clone(), ..Scan::default() };
    scan.tokens(rule.stands_for.clone());
    scan.functions
}

/// The functions among tokens of possible items.
pub fn in_tokens(tokens: TokenStream) -> Vec<Function> {
    let mut scan = Scan::default();
    scan.tokens(tokens);
    scan.functions
}

/// The functions in the input of a macro among items.
pub fn in_arguments(invocation: &Macro) -> Vec<Function> {
    let name = invocation.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    if QUOTING.contains(&&*name) {
        return Vec::new();
    }
    in_tokens(invocation.tokens.clone())
}

struct Scan {
    /// Names of the visibility fragments.
    visibilities: BTreeSet<String>,
    around: Around,
    functions: Vec<Function>,
}

impl Default for Scan {
    fn default() -> Scan {
        Scan { visibilities: BTreeSet::new(), around: Around::Use, functions: Vec::new() }
    }
}

impl Scan {
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // The attributes before the current item.
        let mut for_tests = false;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) if at > 0 && is_sign(&tokens[at - 1], '#') => {
                    for_tests |= is_for_tests(group.stream());
                }
                TokenTree::Group(group) => {
                    if !for_tests {
                        self.group(&tokens[..at], group);
                    }
                    for_tests &= group.delimiter() != Delimiter::Brace;
                }
                TokenTree::Punct(sign) if sign.as_char() == ';' => for_tests = false,
                TokenTree::Ident(word) if *word == "fn" && !for_tests => {
                    if let Some(body) = body(&tokens[at + 1..]) {
                        let first = self.beginning(&tokens, at);
                        let words = &tokens[first..at];
                        self.functions.push(Function {
                            first: tokens[first].span(),
                            last: body.span(),
                            name: tokens[at + 1].clone(),
                            is_const: words
                                .iter()
                                .any(|word| matches!(word, TokenTree::Ident(word) if *word == "const")),
                            is_public: is_public(words),
                            body: body.clone(),
                            around: self.around.clone(),
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn group(&mut self, before: &[TokenTree], group: &Group) {
        match before {
            [.., TokenTree::Ident(word), bang, TokenTree::Ident(_)]
                if *word == "macro_rules" && is_sign(bang, '!') =>
            {
                let functions = rules(group.stream()).iter().flat_map(in_rule).collect::<Vec<_>>();
                self.functions.extend(functions);
            }
            [.., TokenTree::Ident(name), bang] if is_sign(bang, '!') => {
                let quotes = QUOTING.iter().any(|quoting| name == quoting);
                if group.delimiter() == Delimiter::Brace && !quotes {
                    self.tokens(group.stream());
                }
            }
            _ => {
                let around = match group.delimiter() {
                    Delimiter::Brace => self.opened(before),
                    _ if before.last().is_some_and(|token| is_sign(token, '$')) => self.repeated(),
                    _ => self.around.clone(),
                };
                let outside = std::mem::replace(&mut self.around, around);
                self.tokens(group.stream());
                self.around = outside;
            }
        }
    }

    /// The surroundings of a macro's repetition: `$( … )*`. A header with its own repetition cannot
    /// be nested, because the two have different counts.
    fn repeated(&self) -> Around {
        match &self.around {
            Around::Block(header) if has_repetition(header.parse().unwrap_or_default()) => Around::Other,
            around => around.clone(),
        }
    }

    /// The construct opened by a brace after these tokens.
    fn opened(&self, before: &[TokenTree]) -> Around {
        let ends = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            token => is_sign(token, ';'),
        };
        let header = &before[before.iter().rposition(ends).map_or(0, |end| end + 1)..];
        let keyword = header.iter().position(|token| match token {
            TokenTree::Ident(word) => ["impl", "trait", "mod", "fn", "enum", "struct", "union"]
                .iter()
                .any(|keyword| word == keyword),
            _ => false,
        });
        let Some(keyword) = keyword else { return self.around.clone() };
        match &*header[keyword].to_string() {
            "mod" => Around::Use,
            "impl" | "trait" => Around::Block(
                header[keyword..].iter().cloned().collect::<TokenStream>().to_string().replace('\n', " "),
            ),
            _ => Around::Other,
        }
    }

    /// The index of the first word of the function whose `fn` is at `at`.
    fn beginning(&self, tokens: &[TokenTree], at: usize) -> usize {
        let mut first = at;
        loop {
            first = match &tokens[..first] {
                [.., TokenTree::Punct(dollar), TokenTree::Ident(name)]
                    if dollar.as_char() == '$' && self.visibilities.contains(&name.to_string()) =>
                {
                    first - 2
                }
                // `$(const)?`, `$($qualifier)*`
                [.., TokenTree::Punct(dollar), TokenTree::Group(group), TokenTree::Punct(_)]
                    if dollar.as_char() == '$' && is_qualifier(group) =>
                {
                    first - 3
                }
                [.., TokenTree::Ident(word)] if is_word_before_fn(word) => first - 1,
                [.., TokenTree::Ident(word), TokenTree::Literal(_)] if *word == "extern" => first - 2,
                [.., TokenTree::Ident(word), TokenTree::Group(_)] if *word == "pub" => first - 2,
                _ => return first,
            }
        }
    }
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punctuation) if punctuation.as_char() == sign)
}

/// True if these tokens contain a repetition of a macro.
fn has_repetition(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let repeats =
        tokens.windows(2).any(|pair| is_sign(&pair[0], '$') && matches!(pair[1], TokenTree::Group(_)));
    repeats
        || tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => has_repetition(group.stream()),
            _ => false,
        })
}

fn is_public(words: &[TokenTree]) -> bool {
    let at = words.iter().position(|word| matches!(word, TokenTree::Ident(word) if *word == "pub"));
    at.is_some_and(|at| !matches!(words.get(at + 1), Some(TokenTree::Group(_))))
}

fn is_word_before_fn(word: &proc_macro2::Ident) -> bool {
    ["pub", "const", "async", "unsafe", "extern", "default", "safe"].iter().any(|qualifier| word == qualifier)
}

fn is_qualifier(repeated: &Group) -> bool {
    repeated.stream().into_iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(sign) => sign.as_char() == '$',
        _ => false,
    })
}

/// The body of the function whose `fn` comes before `rest`; `None` without a body.
fn body(rest: &[TokenTree]) -> Option<&Group> {
    let behind_name = match rest {
        [dollar, TokenTree::Ident(_), ..] if is_sign(dollar, '$') => 2,
        [TokenTree::Ident(_), ..] => 1,
        [TokenTree::Group(pasted), ..] if pasted.delimiter() == Delimiter::Bracket => 1,
        _ => return None,
    };
    let mut has_parameters = false;
    for (at, token) in rest.iter().enumerate().skip(behind_name) {
        match token {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Parenthesis => has_parameters = true,
                Delimiter::Brace => return has_parameters.then_some(group),
                _ => {}
            },
            // The next item of a macro without a `;`.
            TokenTree::Punct(sign) if matches!(sign.as_char(), ';' | '#') => return None,
            TokenTree::Ident(word) if *word == "fn" => {
                let is_named = matches!(rest.get(at + 1), Some(TokenTree::Ident(_)));
                if is_named || !has_parameters {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

/// `vis` of every `$vis:vis`.
fn visibility_fragments(matcher: TokenStream) -> Vec<String> {
    let tokens: Vec<TokenTree> = matcher.into_iter().collect();
    let mut names = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => names.extend(visibility_fragments(group.stream())),
            TokenTree::Ident(kind) if *kind == "vis" && at >= 2 && is_sign(&tokens[at - 1], ':') => {
                names.push(tokens[at - 2].to_string());
            }
            _ => {}
        }
    }
    names
}

/// True if an attribute, in its brackets, is `test`, `cfg(test)` or similar.
pub(super) fn is_for_tests(attribute: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word)] => OF_HARNESS.iter().any(|name| word == name),
        [TokenTree::Ident(word), TokenTree::Group(condition)] if *word == "cfg" => {
            sbst_source::conditional::demands_test(condition.stream())
        }
        [TokenTree::Ident(word), TokenTree::Group(_)] => *word == "proc_macro_derive",
        _ => false,
    }
}
