//! The functions required by the constants of a program.
//!
//! They are found in sources alone, by names. Too many are better than too few: a superfluous one
//! does not record, but a missing one does not compile.
//!
//! 1. A function is required if it is called where the compiler evaluates. That is a `const`, a
//!    `static`, the length of an array, an argument or a default for a constant parameter, a
//!    discriminant, or a `const` block.
//! 2. A required `const fn` requires its callees.
//! 3. `Type::f()` means the function of a type that the sources define. For any other type, or in a
//!    method call, it means the functions of that name of all types.
//! 4. The use of a macro's tokens is unknown: if they contain `const` or `static`, all functions
//!    they call are required.
//! 5. The examples in documentation are sources, too.

mod sources;
mod reader;

pub use sources::Sources;

use std::{collections::BTreeSet, fmt};

use syn::{ext::IdentExt as _, Type};

/// The environment variable with the file that contains the text of [`Needed`].
pub const CONSTANTS: &str = "SBST_CONSTANTS";

/// All macros: the compiler evaluated the probe of a macro without a use found there.
pub const ANY_MACRO: &str = "*!";

/// Any type.
const ANY: &str = "*";

/// The functions required by constants. [`Display`](fmt::Display) writes them, a line each;
/// [`Needed::parse`] reads these lines.
///
/// ```
/// use sbst_source::constants::{Needed, Sources};
/// let mut sources = Sources::default();
/// sources.add("const fn size() -> usize { least() * 2 } const fn least() -> usize { 1 } const fn other() {}");
/// sources.add("static BUFFER: [u8; size()] = [0; 2];");
/// assert_eq!(sources.needed().to_string(), "least\nsize\n");
/// assert!(Needed::parse("least\nsize\n").function("least"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needed(BTreeSet<Name>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    owner: Option<String>,
    name: String,
}

impl Needed {
    pub fn parse(text: &str) -> Needed {
        let name = |line: &str| match line.split_once("::") {
            Some((owner, name)) => Name { owner: Some(owner.to_owned()), name: name.to_owned() },
            None => Name { owner: None, name: line.to_owned() },
        };
        Needed(text.lines().map(name).collect())
    }

    pub fn function(&self, name: &str) -> bool {
        self.0.contains(&Name { owner: None, name: name.to_owned() })
    }

    /// True if a function of this name, of that type, may be required.
    pub fn associated(&self, self_type: &Type, name: &str) -> bool {
        let owner = owner_name(self_type);
        let owners = [Some(ANY.to_owned()), owner];
        owners
            .into_iter()
            .flatten()
            .any(|owner| self.0.contains(&Name { owner: Some(owner), name: name.to_owned() }))
    }

    pub fn macro_definition(&self, name: &str) -> bool {
        self.function(&format!("{name}!")) || self.function(ANY_MACRO)
    }

    /// True if any function of this name may be required.
    pub fn any(&self, name: &str) -> bool {
        self.0.iter().any(|needed| needed.name == name)
    }
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Name { owner, name } in &self.0 {
            match owner {
                Some(owner) => writeln!(f, "{owner}::{name}")?,
                None => writeln!(f, "{name}")?,
            }
        }
        Ok(())
    }
}

fn owner_name(self_type: &Type) -> Option<String> {
    match self_type {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.unraw().to_string()),
        Type::Paren(inner) => owner_name(&inner.elem),
        Type::Group(inner) => owner_name(&inner.elem),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(sources: &[&str]) -> Vec<String> {
        let mut all = Sources::default();
        sources.iter().for_each(|source| all.add(source));
        all.needed().to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn functions_called_where_the_compiler_evaluates_are_needed() {
        assert_eq!(needed(&["const A: u8 = a::f(g(1)); fn h() { i() }"]), ["f", "g"]);
        assert_eq!(needed(&["fn h() -> [u8; f()] { const { g() }; [0; i()] }"]), ["f", "g", "i"]);
        assert_eq!(needed(&["enum E { A = f() } type T = S<{ g() }>; static S: u8 = i();"]), ["f", "g", "i"]);
        assert_eq!(
            needed(&["trait T { const A: u8 = f(); } impl T for S { const A: u8 = g(); }"]),
            ["f", "g"]
        );
    }

    #[test]
    fn required_functions_require_their_callees() {
        let source = "const fn a() { b() } const fn b() { c() } const fn c() {} const fn d() { c() }";
        assert_eq!(needed(&[source]), [""; 0]);
        assert_eq!(needed(&[source, "const A: () = b();"]), ["b", "c"]);
    }

    #[test]
    fn functions_are_those_of_their_types() {
        let source =
            "struct S; struct T; impl S { const fn new() -> S { Self::other() } const fn other() -> S { S } }
            impl T { const fn new() -> T { T } const A: T = T::new(); }";
        assert_eq!(needed(&[source]), ["T::new"]);
        assert_eq!(needed(&[source, "static A: S = S::new();"]), ["S::new", "S::other", "T::new"]);
        assert_eq!(
            needed(&[source, "static A: S = Alias::new().x();"]),
            ["*::new", "*::x", "S::other", "T::new"]
        );
        let needed = Needed::parse("*::new\nS::f");
        let [s, t] = ["S", "m::T<u8>"].map(|name| syn::parse_str::<Type>(name).unwrap());
        assert!(needed.associated(&t, "new") && needed.associated(&s, "f"));
        assert!(!needed.associated(&t, "f") && !needed.function("f") && needed.any("f"));
    }

    #[test]
    fn imports_may_have_other_names() {
        assert_eq!(needed(&["use a::f as g; const A: u8 = g();"]), ["f", "g"]);
    }

    #[test]
    fn macros_with_constants_require_all_their_callees() {
        assert_eq!(needed(&["bits! { const A = S::f(1); }"]), ["f", "*::f"]);
        assert_eq!(
            needed(&["fn f() { print!(\"{}\", f(1)) } const A: () = assert!(g(1));"]),
            ["assert!", "g", "*::g"]
        );
    }

    #[test]
    fn macros_in_constants_are_needed_with_the_functions_they_call() {
        let source = "macro_rules! m { ($x:expr) => {{ f($x); n!() }} } macro_rules! o { () => { g() } }
            const A: u8 = m!(1); fn h() { o!() }";
        assert_eq!(needed(&[source]), ["f", "m!", "n!", "*::f"]);
        assert!(Needed::parse("m!").macro_definition("m") && Needed::parse("*!").macro_definition("m"));
    }

    #[test]
    fn examples_are_sources() {
        let source = "/// Text.\n/// ```\n/// # use x::f;\n/// const A: u8 = f();\n/// ```\n/// const B: u8 = g();\nfn h() {}";
        assert_eq!(needed(&[source]), ["f"]);
        let mut sources = Sources::default();
        sources.add_documentation("```rust\nstatic A: u8 = f();\nassert!(true);\n```\n");
        assert_eq!(sources.needed().to_string(), "f\n");
    }
}
