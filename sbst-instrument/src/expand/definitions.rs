//! Definitions of macros (`macro_rules!`): decisions in their code become conditions, too.
//!
//! 1. The expansion of a macro belongs to no function, so it has its own sites. Each expansion of a
//!    rule has the statics of the rule in a block, and all of them are one target, `name!`.
//! 2. So only code in a block can have them: the body of a rule written `({ … })` or `{{ … }}`, or
//!    a single `if` or loop.
//! 3. The contents of a fragment are unknown. It is treated as a variable if it is a name, and
//!    otherwise as a macro, so that it is never read twice. The fragments are replaced before the
//!    body is parsed, and restored in the emitted code.
//! 4. Some code is left unchanged: repetitions (`$( … )*`), matches of a pattern with a fragment in
//!    it, and code that does not parse. So are assertions (they would show their rewritten text),
//!    definitions for other crates (these may lack the runtime), and definitions that a constant
//!    may need.

use std::collections::BTreeMap;

use proc_macro2::{Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, ToTokens as _};
use syn::{parse_quote_spanned, Block, Expr, ItemFn, ItemMacro, Pat, Path};

use crate::analysis::{condition_dependences, feasibility::Infeasible, Facts};
use crate::call::{bring_into_scope, Callee};
use crate::expand::body::items;
use crate::expand::statics::SITES;
use crate::expand::survivors::Survivors;
use crate::rewrite::{rewrite, Rewritten};
use crate::syntax::walk::{Node, Walk as _};
use crate::{
    attribute::arguments::Arguments,
    condition::literals::Literals,
    condition::macro_names::{FRAGMENT, FRAGMENT_NAME as NAME},
    condition::patterns::can_fail,
    expand::constness,
    expand::registration::Registration,
    expand::Mode,
};
use sbst_source::source_text::position;
use sbst_source::standing::{Owner, Standing};

/// The prefix of a type that replaces one.
const TYPE: &str = "__SbstType_";
/// The name that replaces `$crate`.
const CRATE: &str = "__sbst_crate";

/// Instruments the bodies of a definition's rules, where possible. Returns true if any was.
pub(crate) fn instrument_definition(
    item: &mut ItemMacro,
    standing: &Standing,
    runtime: &Path,
    mode: Mode,
) -> bool {
    let Some(name) = item.ident.clone().filter(|_| item.mac.path.is_ident("macro_rules")) else {
        return false;
    };
    let is_exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
    if is_exported || mentions(item.mac.tokens.clone(), &|word| word.to_string().starts_with(SITES)) {
        return false;
    }
    let definition = Definition { name, standing: standing.owned(Owner::Macro), runtime, mode };
    let mut changed = false;
    let mut tokens: Vec<TokenTree> = item.mac.tokens.clone().into_iter().collect();
    // `matcher => body ;`
    for index in 3..tokens.len() {
        let arrow = [&tokens[index - 2], &tokens[index - 1]].map(is_sign);
        let (TokenTree::Group(matcher), TokenTree::Group(body)) = (&tokens[index - 3], &tokens[index]) else {
            continue;
        };
        if arrow != [Some('='), Some('>')] {
            continue;
        }
        if let Some(body) = definition.body(matcher, body) {
            tokens[index] = body.into();
            changed = true;
        }
    }
    item.mac.tokens = tokens.into_iter().collect();
    changed
}

struct Definition<'a> {
    name: Ident,
    standing: Standing,
    runtime: &'a Path,
    mode: Mode,
}

impl Definition<'_> {
    /// The new body of a rule, if it contains conditions that can record.
    fn body(&self, matcher: &Group, body: &Group) -> Option<Group> {
        let mut kinds = BTreeMap::new();
        fragments(matcher.stream(), &mut kinds);
        let known = without_fragments(body.stream(), &kinds)?;
        // Macros that show their arguments on failure.
        if mentions(known.clone(), &|word| word == "assert" || word == "debug_assert") {
            return None;
        }
        let expression: Expr = syn::parse2(known).ok()?;
        let mut block = match expression {
            Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => block.block,
            Expr::If(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => {
                let at = body.span();
                parse_quote_spanned!(at=> { #expression })
            }
            _ => return None,
        };
        if matches_fragments(&block) {
            return None;
        }
        let written = block.clone();
        let Rewritten { mut conditions, captures, .. } = rewrite(&mut block, self.runtime);
        if conditions.is_empty() {
            return None;
        }
        let facts = Facts {
            dependences: condition_dependences(&written, &conditions),
            // A fragment may be anything.
            infeasible: vec![Infeasible::default(); conditions.len()],
        };
        for condition in &mut conditions {
            condition.text = as_written(&condition.text);
            // It begins with the `$`, not with the name after it.
            condition.column -= u32::from(condition.text.starts_with('$'));
        }
        let function = self.function(body);
        let callee =
            Callee::from_signature(&function.sig, &self.standing, &Arguments::at(self.runtime)).ok()?;
        let literals = Literals::from_tokens(TokenStream::new());
        let registration = Registration {
            function: &function,
            standing: &self.standing,
            callee: &callee,
            conditions: &conditions,
            checks: &[],
            survivors: &Survivors::default(),
            facts: &facts,
            literals: &literals,
            runtime: self.runtime,
            mode: self.mode,
        }
        .emit();
        let capturing: &[&str] = if captures { &["CaptureByReference", "CaptureByValue"] } else { &[] };
        let capturing = bring_into_scope(capturing, self.runtime);
        let dependence = constness::dependence();
        block.stmts.insert(0, items(quote!(#registration #capturing #dependence)));
        let tokens = own_sites(with_fragments(block.into_token_stream()), body);
        let mut group = Group::new(body.delimiter(), tokens);
        group.set_span(body.span());
        Some(group)
    }

    /// The function to register for a rule: under the name of the macro, at the place of its body.
    fn function(&self, body: &Group) -> ItemFn {
        let at = body.span_open();
        let name = Ident::new(&self.name.to_string(), at);
        parse_quote_spanned!(at=> fn #name() {})
    }
}

fn is_sign(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(sign) => Some(sign.as_char()),
        _ => None,
    }
}

/// Renames the sites of a rule: inside an instrumented function, the arguments have probes with the
/// function's sites, and all names have the same expansion.
fn own_sites(tokens: TokenStream, body: &Group) -> TokenStream {
    let (line, column) = position(body.span_open());
    let name = format!("{SITES}_{line}_{column}");
    renamed(tokens, &name)
}

fn renamed(tokens: TokenStream, name: &str) -> TokenStream {
    let renamed = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(word) if word == SITES => Ident::new(name, word.span()).into(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), name));
            inner.set_span(group.span());
            inner.into()
        }
        other => other,
    });
    renamed.collect()
}

/// The names of fragments in a matcher, with their kinds.
fn fragments(matcher: TokenStream, kinds: &mut BTreeMap<String, String>) {
    let tokens: Vec<TokenTree> = matcher.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            fragments(group.stream(), kinds);
        }
        let following = |distance: usize| tokens.get(index + distance);
        if let (Some('$'), Some(TokenTree::Ident(name)), Some(colon), Some(TokenTree::Ident(kind))) =
            (is_sign(token), following(1), following(2), following(3))
        {
            if is_sign(colon) == Some(':') {
                kinds.insert(name.to_string(), kind.to_string());
            }
        }
    }
}

/// A rule's body with each fragment replaced by tokens that parse as its kind.
fn without_fragments(body: TokenStream, kinds: &BTreeMap<String, String>) -> Option<TokenStream> {
    let mut replaced: Vec<TokenTree> = Vec::new();
    let mut tokens = body.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) if name == "crate" => {
                    replaced.push(Ident::new(CRATE, name.span()).into());
                }
                TokenTree::Ident(name) => {
                    let stand_in = stand_in(&name, kinds.get(&name.to_string())?)?;
                    replaced.extend(stand_in);
                }
                // A repetition.
                _ => return None,
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_fragments(group.stream(), kinds)?);
                inner.set_span(group.span());
                replaced.push(inner.into());
            }
            other => replaced.push(other),
        }
    }
    Some(replaced.into_iter().collect())
}

fn stand_in(name: &Ident, kind: &str) -> Option<TokenStream> {
    let span = name.span();
    let named = |beginning: &str| Ident::new(&format!("{beginning}{name}"), span).into_token_stream();
    match kind {
        "ident" => Some(named(NAME)),
        "ty" | "path" => Some(named(TYPE)),
        "expr" | "literal" | "tt" | "block" | "pat" | "pat_param" => {
            let fragment = Ident::new(FRAGMENT, span);
            Some(quote!(#fragment!(#name)))
        }
        _ => None,
    }
}

/// Restores the fragments that [`without_fragments`] has replaced.
fn with_fragments(tokens: TokenStream) -> TokenStream {
    let mut restored: Vec<TokenTree> = Vec::new();
    let dollar = |span: Span| {
        let mut dollar = Punct::new('$', Spacing::Alone);
        dollar.set_span(span);
        TokenTree::from(dollar)
    };
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) => {
                let text = word.to_string();
                let span = word.span();
                if text == FRAGMENT {
                    // `!(name)`
                    if let (Some(_), Some(TokenTree::Group(group))) = (tokens.next(), tokens.next()) {
                        restored.push(dollar(span));
                        restored.extend(group.stream());
                    }
                } else if text == CRATE {
                    restored.extend([dollar(span), Ident::new("crate", span).into()]);
                } else if let Some(name) = text.strip_prefix(NAME).or(text.strip_prefix(TYPE)) {
                    restored.extend([dollar(span), format_ident!("{name}", span = span).into()]);
                } else {
                    restored.push(word.into());
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_fragments(group.stream()));
                inner.set_span(group.span());
                restored.push(inner.into());
            }
            other => restored.push(other),
        }
    }
    restored.into_iter().collect()
}

/// The text of a condition with its original fragments.
fn as_written(text: &str) -> String {
    let opening = format!("{FRAGMENT}!(");
    let mut written = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&opening) {
        let (name, after) = after.split_once(')').unwrap_or((after, ""));
        written.push_str(before);
        written.push('$');
        written.push_str(name);
        rest = after;
    }
    written.push_str(rest);
    let written = written.replace(CRATE, "$crate").replace(NAME, "$").replace(TYPE, "$");
    // The `$` was a space while a name replaced the fragment.
    ["(", "[", "!"]
        .iter()
        .fold(written, |written, opening| written.replace(&format!("{opening} $"), &format!("{opening}$")))
}

/// True if a pattern that can fail contains a fragment.
fn matches_fragments(block: &Block) -> bool {
    let mut found = false;
    let can_fail_by_fragment =
        |pattern: &Pat| can_fail(pattern) && mentions_fragment(pattern.to_token_stream());
    block.walk(&mut |node| {
        found |= match node {
            // A single name may be a constant.
            Node::Arm(arm) => mentions_fragment(arm.pat.to_token_stream()),
            Node::Expr(Expr::Let(binding)) => can_fail_by_fragment(&binding.pat),
            Node::Local(local) => {
                local.init.as_ref().is_some_and(|init| init.diverge.is_some())
                    && can_fail_by_fragment(&local.pat)
            }
            Node::Macro(invocation) => {
                found |= invocation.path.is_ident("matches") && mentions_fragment(invocation.tokens.clone());
                return false;
            }
            _ => false,
        };
        true
    });
    found
}

fn mentions_fragment(tokens: TokenStream) -> bool {
    mentions(tokens, &|word| {
        let word = word.to_string();
        [FRAGMENT, NAME, TYPE].iter().any(|beginning| word.starts_with(beginning))
    })
}

/// True if the tokens contain such a word.
fn mentions(tokens: TokenStream, is_meant: &dyn Fn(&Ident) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => is_meant(&word),
        TokenTree::Group(group) => mentions(group.stream(), is_meant),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    /// Returns the new definition; `None` if it stays as it is.
    fn instrumented(definition: &str) -> Option<String> {
        let mut item: ItemMacro = syn::parse_str(definition).unwrap();
        let runtime = parse_quote!(rt);
        instrument_definition(&mut item, &Standing::free(), &runtime, Mode::Observe)
            .then(|| item.to_token_stream().to_string())
    }

    #[test]
    fn fragments_are_restored() {
        let emitted = instrumented(
            "macro_rules! m { ($p:ident, $e:expr, $t:ty) => ({
                if $p.is_empty() || $e != <$t>::MAX { return $crate::f($p) }
                let $p = $e?;
            }); }",
        );
        let emitted = emitted.unwrap();
        for kept in
            ["$ p . is_empty ()", "& ($ e)", "< $ t > :: MAX", "return $ crate :: f ($ p)", "let $ p ="]
        {
            assert!(emitted.contains(kept), "{kept} is not in {emitted}");
        }
        assert!(
            emitted.contains("name : \"m!\"") && emitted.contains("text : \"$e != < $t>::MAX\""),
            "{emitted}"
        );
        assert!(emitted.contains("text : \"$p.is_empty()\" , line : 2u32 , column : 20u32"), "{emitted}");
        assert!(!emitted.contains("__sbst_name") && !emitted.contains("__sbst_fragment"), "{emitted}");
    }

    #[test]
    fn each_rule_with_a_block_has_its_own_sites() {
        let emitted = instrumented(
            "macro_rules! m {
                ($x:expr) => {{ let x = $x; x > 3 }};
                () => { if a == b { c() } };
                (@inner $($x:expr),*) => {{ $(f($x == 1);)* }};
                [] => ( a == b );
            }",
        );
        assert_eq!(emitted.unwrap().matches("static __SBST_SITES").count(), 2);
    }

    #[test]
    fn rules_that_cannot_be_rewritten_safely_stay() {
        for definition in [
            "macro_rules! m { ($x:expr) => { $x == 1 }; }",
            "macro_rules! m { ($x:expr) => {{ match a { $x => b(), _ => c() } }}; }",
            "macro_rules! m { ($x:pat) => {{ if let $x = a { b() } }}; }",
            "macro_rules! m { ($x:pat) => {{ matches!(a, $x) }}; }",
            "macro_rules! m { ($x:expr) => {{ assert!($x == 1); }}; }",
            "macro_rules! m { ($x:expr) => {{ f($x) }}; }",
            "macro_rules! m { ($($x:expr),*) => {{ [$($x == 1),*] }}; }",
            "macro_rules! m { ($x:item) => { $x }; }",
            "#[macro_export] macro_rules! m { ($x:expr) => {{ let x = $x; x == 1 }}; }",
            "thread_local! { static A: u8 = { if a == b { 1 } else { 2 } }; }",
        ] {
            assert_eq!(instrumented(definition), None, "{definition}");
        }
    }

    #[test]
    fn rules_are_not_instrumented_twice() {
        let once = instrumented("macro_rules! m { () => {{ a == b }}; }").unwrap();
        assert_eq!(instrumented(&once), None);
    }
}
