//! The conditions of `#[cfg]` that are true in a compilation, as far as they can be determined.
//!
//! An attribute is part of the compiler's process, so the process has the arguments for the
//! compiled crate. They include:
//!
//! 1. Names and values from cargo, a build script or the user's flags: `--cfg feature="std"`. A
//!    name outside of the compiler's own is true if and only if it is given.
//! 2. `test` and `debug_assertions`.
//! 3. The system, if it is the compiler's own: the conditions of another `--target` are unknown.
//!
//! Names set by other tools (`doc`, `miri`) are false if the program is the compiler itself.

use std::collections::BTreeSet;
use std::env;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Meta};

use crate::conditional::parts;

/// Names set by the compiler, except those of the system.
const OF_COMPILER: [&str; 10] = [
    "contract_checks",
    "emscripten_wasm_eh",
    "fmt_debug",
    "overflow_checks",
    "panic",
    "proc_macro",
    "relocation_model",
    "sanitize",
    "sanitizer_cfi_normalize_integers",
    "ub_checks",
];

/// Names set by other tools when they replace the compiler.
const OF_TOOLS: [&str; 5] = ["clippy", "doc", "doctest", "miri", "rustfmt"];

/// The conditions of a compilation; `None` for an undecided one.
///
/// ```
/// use sbst_source::configuration::Configuration;
/// use syn::parse_quote;
///
/// let words = ["rustc", "--crate-name", "demo", "--cfg", "feature=\"std\""].map(str::to_owned);
/// let configuration = Configuration::from_arguments(&words);
/// let is_compiled = |attribute| configuration.is_compiled(&[attribute]);
/// assert_eq!(is_compiled(parse_quote!(#[cfg(feature = "std")])), Some(true));
/// assert_eq!(is_compiled(parse_quote!(#[cfg(any(test, feature = "x"))])), Some(false));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Configuration(Option<Told>);

#[derive(Clone, Debug)]
struct Told {
    /// The names from `--cfg`, with and without a value.
    given: BTreeSet<(String, Option<String>)>,
    is_for_tests: bool,
    has_debug_assertions: bool,
    is_for_host: bool,
    /// True if the program is the compiler itself.
    is_compiler: bool,
}

static COMPILER_WORDS: OnceLock<Vec<String>> = OnceLock::new();

/// Returns the arguments of the compiler: this process, or its client.
pub fn compiler_words() -> &'static [String] {
    COMPILER_WORDS.get_or_init(|| env::args_os().map(|word| word.to_string_lossy().into()).collect())
}

/// Sets the compiler for which this process works, by its arguments.
pub fn work_for_compiler(words: Vec<String>) {
    _ = COMPILER_WORDS.set(words);
}

impl Configuration {
    /// The configuration of the crate compiled by this process.
    pub fn compiled() -> &'static Configuration {
        static COMPILED: LazyLock<Configuration> =
            LazyLock::new(|| Configuration::from_arguments(compiler_words()));
        &COMPILED
    }

    /// Returns the configuration by the arguments of a process; unknown if it is no compiler, or if
    /// the arguments are in a file.
    pub fn from_arguments(words: &[String]) -> Configuration {
        let Some((program, arguments)) = words.split_first() else { return Configuration(None) };
        let is_compiling = arguments.iter().any(|argument| argument == "--crate-name");
        let is_in_file = arguments.iter().any(|argument| argument.starts_with('@'));
        if !is_compiling || is_in_file {
            return Configuration(None);
        }
        let has = |name: &str| arguments.iter().any(|argument| argument == name);
        let codegen: Vec<&str> = values(arguments, "-C").chain(values(arguments, "--codegen")).collect();
        let last = |name: &str| {
            let mut options =
                codegen.iter().rev().map(|option| option.split_once('=').unwrap_or((option, "yes")));
            options.find(|(option, _)| *option == name).map(|(_, value)| value)
        };
        let has_debug_assertions = match last("debug-assertions") {
            Some(value) => ["y", "yes", "on", "true"].contains(&value),
            None => !has("-O") && last("opt-level").is_none_or(|level| level == "0"),
        };
        let given = values(arguments, "--cfg").map(|given| match given.split_once('=') {
            Some((name, value)) => (name.trim().to_owned(), Some(value.trim().trim_matches('"').to_owned())),
            None => (given.to_owned(), None),
        });
        Configuration(Some(Told {
            given: given.collect(),
            is_for_tests: has("--test"),
            has_debug_assertions,
            is_for_host: values(arguments, "--target").next().is_none(),
            is_compiler: Path::new(program).file_stem().is_some_and(|name| name == "rustc"),
        }))
    }

    /// True if an item with `attributes` is compiled, false if it is not, `None` if unknown. True
    /// without conditions.
    pub fn is_compiled(&self, attributes: &[Attribute]) -> Option<bool> {
        all(conditions(attributes).map(|condition| holds(condition, &|name, value| self.known(name, value))))
    }

    fn known(&self, name: &str, value: Option<&str>) -> Option<bool> {
        let known = self.0.as_ref()?;
        if known.given.contains(&(name.to_owned(), value.map(str::to_owned))) {
            return Some(true);
        }
        match name {
            "test" => Some(known.is_for_tests),
            "debug_assertions" => Some(known.has_debug_assertions),
            _ if is_of_system(name) => is_host(name, value).filter(|_| known.is_for_host),
            _ if OF_TOOLS.contains(&name) => known.is_compiler.then_some(false),
            _ if OF_COMPILER.contains(&name) => None,
            _ => Some(false),
        }
    }
}

/// The values of an option, as `--name value`, `--name=value` or, for a short one, `-nvalue`.
pub(crate) fn values<'a>(arguments: &'a [String], name: &'a str) -> impl Iterator<Item = &'a str> {
    arguments.iter().enumerate().filter_map(move |(at, argument)| match argument.strip_prefix(name)? {
        "" => arguments.get(at + 1).map(String::as_str),
        joined if name.starts_with("--") => joined.strip_prefix('='),
        joined => Some(joined),
    })
}

fn is_of_system(name: &str) -> bool {
    name.starts_with("target_") || name == "unix" || name == "windows"
}

/// True if a condition is true on this program's system; `None` if unknown.
pub fn is_host(name: &str, value: Option<&str>) -> Option<bool> {
    let ours = match name {
        "unix" | "windows" => return value.is_none().then(|| name == env::consts::FAMILY),
        "target_arch" => env::consts::ARCH,
        "target_endian" if cfg!(target_endian = "little") => "little",
        "target_endian" => "big",
        "target_family" => env::consts::FAMILY,
        "target_os" => env::consts::OS,
        "target_pointer_width" => match usize::BITS {
            16 => "16",
            32 => "32",
            _ => "64",
        },
        "target_has_atomic" => {
            return match value? {
                "8" => Some(cfg!(target_has_atomic = "8")),
                "16" => Some(cfg!(target_has_atomic = "16")),
                "32" => Some(cfg!(target_has_atomic = "32")),
                "64" => Some(cfg!(target_has_atomic = "64")),
                "ptr" => Some(cfg!(target_has_atomic = "ptr")),
                _ => None,
            }
        }
        _ => return None,
    };
    value.map(|value| value == ours)
}

/// The conditions of the `#[cfg]`s among attributes.
pub fn conditions(attributes: &[Attribute]) -> impl Iterator<Item = TokenStream> + '_ {
    attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.clone()),
        _ => None,
    })
}

/// True if a condition is true. `known` returns the truth of names, with and without a value;
/// `None` if unknown.
pub fn holds(condition: TokenStream, known: &dyn Fn(&str, Option<&str>) -> Option<bool>) -> Option<bool> {
    let tokens: Vec<TokenTree> = condition.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word), TokenTree::Punct(sign), TokenTree::Literal(value)]
            if sign.as_char() == '=' =>
        {
            let value: syn::LitStr = syn::parse2(TokenTree::Literal(value.clone()).into()).ok()?;
            known(&word.to_string(), Some(&value.value()))
        }
        [TokenTree::Ident(word)] if *word == "true" || *word == "false" => Some(*word == "true"),
        [TokenTree::Ident(word)] => known(&word.to_string(), None),
        [TokenTree::Ident(word), TokenTree::Group(group), ..] => {
            let of_parts = parts(group.stream()).into_iter().map(|part| holds(part, known));
            match &*word.to_string() {
                "not" => of_parts.last()?.map(|holds| !holds),
                "all" => all(of_parts),
                "any" => all(of_parts.map(|part| part.map(|holds| !holds))).map(|none| !none),
                _ => None,
            }
        }
        _ => None,
    }
}

/// True if all parts are true, false if one is false, even if others are unknown.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut is_known = true;
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "/usr/bin/rustc --crate-name a --cfg feature=\"std\" --check-cfg cfg(feature,values(\"x\")) --cfg=feature=\"more\" --cfg fast --test -C opt-level=3";

    fn presence(line: &str, condition: &str) -> Option<bool> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let item: syn::ItemFn = syn::parse_str(&format!("#[cfg({condition})] fn a() {{}}")).unwrap();
        Configuration::from_arguments(&words).is_compiled(&item.attrs)
    }

    #[test]
    fn conditions_follow_from_the_command_line_of_the_compiler() {
        for (condition, expected) in [
            ("feature = \"std\"", Some(true)),
            ("feature = \"more\"", Some(true)),
            ("feature = \"x\"", Some(false)),
            ("fast", Some(true)),
            ("docsrs", Some(false)),
            ("test", Some(true)),
            ("debug_assertions", Some(false)),
            ("miri", Some(false)),
            ("panic = \"unwind\"", None),
            ("target_env = \"gnu\"", None),
            ("true", Some(true)),
        ] {
            assert_eq!(presence(LINE, condition), expected, "{condition}");
        }
        let debugging = format!("{LINE} -Cdebug-assertions=on");
        assert_eq!(presence(&debugging, "debug_assertions"), Some(true));
        assert_eq!(presence("clippy-driver --crate-name a", "any(miri, debug_assertions)"), Some(true));
        assert_eq!(presence("clippy-driver --crate-name a", "miri"), None);
    }

    #[test]
    fn system_is_determined_if_it_is_compilers() {
        let elsewhere = format!("{LINE} --target thumbv7em-none-eabi");
        let width = format!("target_pointer_width = \"{}\"", usize::BITS);
        for condition in [env::consts::FAMILY, &width] {
            assert_eq!(
                (presence(LINE, condition), presence(&elsewhere, condition)),
                (Some(true), None),
                "{condition}"
            );
        }
        assert_eq!(presence(LINE, "target_os = \"none-of-these\""), Some(false));
    }

    #[test]
    fn conditions_of_other_processes_are_unknown() {
        for line in ["test --exact name", "rustc --crate-name a @file"] {
            assert_eq!(presence(line, "feature = \"std\""), None, "{line}");
            assert_eq!(presence(line, "any(unix, not(unix))"), None, "{line}");
        }
    }

    #[test]
    fn a_condition_is_false_by_one_part_and_unknown_without_any() {
        let on = |condition: &str| {
            holds(condition.parse().unwrap(), &|name, value| match (name, value) {
                ("feature", Some(value)) => Some(value == "on"),
                _ => None,
            })
        };
        for (condition, expected) in [
            ("feature = \"on\"", Some(true)),
            ("not(feature = \"on\")", Some(false)),
            ("all(unix, feature = \"off\")", Some(false)),
            ("all(unix, feature = \"on\")", None),
            ("any(unix, feature = \"on\")", Some(true)),
            ("any(feature = \"off\", not(unix))", None),
            ("any()", Some(false)),
        ] {
            assert_eq!(on(condition), expected, "{condition}");
        }
    }
}
