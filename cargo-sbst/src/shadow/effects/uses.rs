//! What a piece of source names: paths, methods, macros. Read from tokens, so that what macros are given is seen as well.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Words that name nothing.
const KEYWORDS: [&str; 35] = [
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "extern", "false", "fn",
    "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self",
    "static", "struct", "trait", "true", "type", "unsafe", "where", "while", "_",
];
/// Words before a name that is new.
const INTRODUCING: [&str; 10] =
    ["const", "enum", "fn", "for", "let", "mod", "static", "struct", "trait", "type"];
/// What stands for a type that is not told by a path, as in `<T as Trait>::f`.
pub const SOME_TYPE: &str = "?";

/// Something that is named.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A path of one name or more, and whether it is called.
    Path { names: Vec<String>, called: bool },
    /// A method that is called, and whether on `self`.
    Method { name: String, of_self: bool },
    /// A macro, by its path.
    Macro(Vec<String>),
    /// `?`, which converts errors.
    Question,
}

/// What tokens name.
pub fn uses(tokens: TokenStream) -> Vec<Use> {
    let mut uses = Vec::new();
    walk(&tokens.into_iter().collect::<Vec<_>>(), &mut uses);
    uses
}

fn walk(tokens: &[TokenTree], uses: &mut Vec<Use>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Group(group) => {
                if !is_attribute(tokens, at) {
                    walk(&group.stream().into_iter().collect::<Vec<_>>(), uses);
                }
                at += 1;
            }
            TokenTree::Ident(word) if *word == "use" => {
                at += tokens[at..].iter().position(|token| is_sign(Some(token), ';')).unwrap_or(1);
            }
            TokenTree::Ident(_) => at = name(tokens, at, uses),
            TokenTree::Punct(sign) => {
                let is_variable =
                    sign.as_char() == '$' && word(tokens.get(at + 1)).is_some_and(|word| word != "crate");
                if sign.as_char() == '?' {
                    uses.push(Use::Question);
                }
                at += if sign.as_char() == '\'' || is_variable { 2 } else { 1 };
            }
            TokenTree::Literal(_) => at += 1,
        }
    }
}

/// Reads what begins with the word at `at`; returns where it ends.
fn name(tokens: &[TokenTree], at: usize, uses: &mut Vec<Use>) -> usize {
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    if is_sign(before(1), '.') && !is_sign(before(2), '.') {
        let behind = if is_path_separator(tokens, at + 1) { angle_end(tokens, at + 3) } else { Some(at + 1) };
        if behind.is_some_and(|behind| is_group(tokens.get(behind), Delimiter::Parenthesis)) {
            let of_self = word(before(2)).is_some_and(|word| word == "self") && !is_sign(before(3), '.');
            uses.push(Use::Method { name: text(&tokens[at]), of_self });
        }
        return at + 1;
    }
    let is_new = word(before(1)).is_some_and(|word| INTRODUCING.contains(&&*word));
    let mut names = Vec::new();
    if is_sign(before(1), ':') && is_sign(before(2), ':') && is_sign(before(3), '>') {
        names.push(SOME_TYPE.to_owned());
    }
    let mut end = at;
    loop {
        names.push(text(&tokens[end]));
        end += 1;
        if is_path_separator(tokens, end)
            && let Some(behind) = angle_end(tokens, end + 2)
        {
            walk(&tokens[end + 3..behind - 1], uses);
            end = behind;
        }
        if !is_path_separator(tokens, end) || word(tokens.get(end + 2)).is_none() {
            break;
        }
        end += 2;
    }
    let is_alone = names.len() == 1;
    let is_keyword = is_alone && KEYWORDS.contains(&&*names[0]);
    // `$name:ident!` in a rule of a macro says what kind of name is given.
    let is_kind = is_alone && is_sign(before(1), ':') && word(before(2)).is_some() && is_sign(before(3), '$');
    if !is_keyword
        && !is_kind
        && is_sign(tokens.get(end), '!')
        && matches!(tokens.get(end + 1), Some(TokenTree::Group(_)))
    {
        if !is_plain_assembler(&names, &tokens[end + 1]) {
            uses.push(Use::Macro(names));
        }
    } else if is_keyword || is_alone && is_new && is_lower(&names[0]) {
        // Names nothing.
    } else {
        let called = is_group(tokens.get(end), Delimiter::Parenthesis);
        let is_label = is_alone
            && is_lower(&names[0])
            && is_sign(tokens.get(end), ':')
            && !is_path_separator(tokens, end);
        if !is_label {
            uses.push(Use::Path { names, called });
        }
    }
    end
}

/// Words of assembler by which control leaves it, or that reach a device, on any processor; and operands that name functions.
const LEAVING: [&str; 28] = [
    "b", "bl", "blr", "bx", "blx", "br", "call", "callq", "ecall", "hlt", "hvc", "in", "int", "jal", "jalr",
    "jmp", "jr", "lcall", "out", "ret", "sc", "scall", "smc", "svc", "swi", "syscall", "sysenter", "sym",
];

/// Whether this is assembler that does no more than compute: all of its instructions are told, and none leads elsewhere.
fn is_plain_assembler(names: &[String], given: &TokenTree) -> bool {
    let TokenTree::Group(given) = given else { return false };
    if names.last().is_none_or(|last| last != "asm") {
        return false;
    }
    let given: Vec<TokenTree> = given.stream().into_iter().collect();
    let begins_with_text = matches!(given.first(), Some(TokenTree::Literal(_)));
    let is_made_of_text = !given.iter().any(|token| is_sign(Some(token), '!'));
    // Of texts, what names an operand is none of the instructions.
    let instructions = |text: &str| {
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, behind)| behind));
        parts.collect::<String>().replace("\\n", " ").replace("\\t", " ").to_lowercase()
    };
    let mut words = given.iter().flat_map(|token| match token {
        TokenTree::Literal(text) => {
            let text = instructions(&text.to_string());
            text.split(|sign: char| !sign.is_alphanumeric()).map(str::to_owned).collect()
        }
        TokenTree::Ident(word) if *word == "sym" => vec![word.to_string()],
        _ => Vec::new(),
    });
    begins_with_text && is_made_of_text && !words.any(|word| LEAVING.contains(&&*word))
}

/// Whether a name is that of a function, a module or a variable.
pub fn is_lower(name: &str) -> bool {
    !name.starts_with(char::is_uppercase)
}

/// Behind the `>` that closes the `<` at `at`, if there is one.
pub fn angle_end(tokens: &[TokenTree], at: usize) -> Option<usize> {
    if !is_sign(tokens.get(at), '<') {
        return None;
    }
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        let is_arrow = place > 0 && is_sign(tokens.get(place - 1), '-');
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '<' => depth += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' && !is_arrow => depth = depth.saturating_sub(1),
            TokenTree::Punct(sign) if sign.as_char() == ';' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

/// Whether `::` is at `at`.
pub fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    let first_is_joint = matches!(tokens.get(at), Some(TokenTree::Punct(sign)) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint);
    first_is_joint && is_sign(tokens.get(at + 1), ':')
}

/// Whether the group at `at` is that of an attribute.
pub fn is_attribute(tokens: &[TokenTree], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    let is_bracket = is_group(tokens.get(at), Delimiter::Bracket);
    is_bracket && (is_sign(before(1), '#') || is_sign(before(1), '!') && is_sign(before(2), '#'))
}

/// Whether a token is this sign.
pub fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == sign)
}

/// Whether a token is a group in these delimiters.
pub fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

/// The word that a token is.
pub fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(token @ TokenTree::Ident(_)) => Some(text(token)),
        _ => None,
    }
}

fn text(token: &TokenTree) -> String {
    let text = token.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembler_is_named_unless_it_only_computes() {
        for plain in [
            r#"core::arch::asm!("fsqrt {0}, {0}", inout(reg) x, options(pure, nomem))"#,
            r#"asm!("mov {a}, 1", "add {a}, {b}", a = out(reg) a, b = in(reg) b)"#,
        ] {
            let named = uses(plain.parse().unwrap());
            assert!(!named.iter().any(|found| matches!(found, Use::Macro(_))), "{plain}");
        }
        for other in [
            r#"asm!("mov rax, 1\nsyscall")"#,
            r#"asm!("svc 0")"#,
            r#"asm!("{}", sym f)"#,
            "asm!(x)",
            r#"asm!(concat!("sys", "call"))"#,
            r#"global_asm!("nop")"#,
        ] {
            let named = uses(other.parse().unwrap());
            assert!(named.iter().any(|found| matches!(found, Use::Macro(_))), "{other}");
        }
    }

    #[test]
    fn the_kind_of_name_that_a_macro_is_given_is_no_macro() {
        let rule = "(0, $inner:ident ! ($($rest:tt)*)) => ($inner!(1, $($rest)*); other!(2));";
        let named = uses(rule.parse().unwrap());
        let macros: Vec<&Use> = named.iter().filter(|found| matches!(found, Use::Macro(_))).collect();
        assert_eq!(macros, [&Use::Macro(vec!["other".to_owned()])]);
    }

    #[test]
    fn paths_methods_and_macros_are_told_apart() {
        let text = "let a: &'a m::T<u8> = b::<c::D>::e(0..n, f.g, h.i::<u8>()?); self.j(k!(l)); <T as U>::v(S { w: x }); o!=p; if !(q) {}";
        let shown: Vec<String> = uses(text.parse().unwrap())
            .into_iter()
            .map(|found| match found {
                Use::Path { names, called } => names.join("::") + if called { "()" } else { "" },
                Use::Method { name, of_self } => format!("{}.{name}", if of_self { "self" } else { "" }),
                Use::Macro(names) => names.join("::") + "!",
                Use::Question => "?".to_owned(),
            })
            .collect();
        let expected = "m::T u8 c::D b::e() n f h .i u8 ? self.j k! l T U ?::v() S x o p q";
        assert_eq!(shown.join(" "), expected);
    }
}
