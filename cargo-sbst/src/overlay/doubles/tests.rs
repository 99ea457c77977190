//! Traits that have a double, and its source.

use super::*;
use crate::cargo::features::Features;
use cargo_metadata::camino::Utf8Path;

/// Returns the doubles of a file.
fn doubles(text: &str) -> Vec<Double> {
    let parsed = syn::parse_file(text).unwrap();
    let (path, features) = (Utf8Path::new("/a.rs"), Features::only(&["on"]));
    let sources = [Source { path, text, parsed: &parsed, skipped: 0, features: &features }];
    find(&sources).into_values().flatten().collect()
}

fn names(text: &str) -> Vec<String> {
    doubles(text).iter().map(|double| name_of_double(&double.name)).collect()
}

/// Returns the source of the first double in tests.
fn in_tests(text: &str) -> String {
    let double = doubles(text).into_iter().next().unwrap();
    double.source.all().in_tests(&name_of_double(&double.name)).replace("{{", "{").replace("}}", "}")
}

const TRAITS: &str = "
pub trait Clock { fn now(&self) -> u64; fn late(&self) -> bool { false } }
pub trait Store: Sized { type Error: std::fmt::Debug; const N: usize; fn load(&self, key: &Key) -> Result<Option<Kind>, Self::Error>; fn name(&self) -> &str; fn again(&self) -> Self; }
pub trait Steps { fn next(&mut self) -> Option<Token>; fn roll(&mut self, sides: u8) -> u8; fn finish(self) -> Vec<Token>; fn end(&mut self); }
pub trait Sink<T> { fn take(&mut self, item: T) -> bool; }
pub trait Source<T> where T: Copy { fn give(&self) -> Option<T>; }
trait Named: std::fmt::Debug + Send { fn label(&self) -> String; }
trait Paid: Named { fn wage(&self) -> u32; }
trait Failure: std::error::Error { fn code(&self) -> i32; }
#[derive(Clone, Debug)] pub enum Kind { A } pub struct Token; pub struct Key;
impl<L: Clock + ?Sized> Clock for &L { fn now(&self) -> u64 { 0 } } #[cfg(test)] mod tests { struct Own; impl super::Clock for Own { fn now(&self) -> u64 { 1 } } }";

#[test]
fn unimplemented_traits_have_a_double() {
    let expected = ["Clock", "Store", "Steps", "Sink", "Source", "Named", "Paid", "Failure"];
    assert_eq!(names(TRAITS), expected.map(|name| format!("{name}Double")));
}

#[test]
fn source_beside_the_trait_and_in_tests_is_rust() {
    for double in doubles(TRAITS) {
        let items: syn::File = syn::parse_str(&double.items()).unwrap();
        assert!(items.items.len() > 1);
        assert!(!double.items().contains('\n'), "no line moves");
        let source = double.source.all().in_tests("Name").replace("{{", "(").replace("}}", ")");
        let paths = source.replace(['{', '}'], "").replace('(', "{").replace(')', "}");
        assert!(paths.contains("struct Name"), "{paths}");
    }
    insta::assert_snapshot!(in_tests(TRAITS));
    let all = doubles(TRAITS);
    let shown = |double: &Double| double.source.all().in_tests(&name_of_double(&double.name));
    insta::assert_snapshot!(all.iter().skip(1).map(shown).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_trait_without_possible_answers_has_no_double() {
    for unanswered in [
        "pub trait A { fn a<T>(&self, t: T) -> T; }",
        "pub trait B { fn b(&self) -> Box<dyn Fn()>; }",
        "pub trait C<'a> { fn c(&self) -> &'a str; }",
        "pub unsafe trait D { fn d(&self) -> u8; }",
        "pub trait E { unsafe fn e(&self) -> u8; }",
        "pub trait F { type T: Iterator<Item = u8>; fn f(&self) -> Self::T; }",
        "pub trait G { fn g(&self) -> Token; } pub struct Token;",
        "pub trait H: other::Sealed { fn h(&self) -> u8; }",
        "pub trait I { fn i(&self) -> std::io::Result<u8>; }",
        "pub trait J { fn new() -> Self; }",
        "pub trait K {}",
        "pub trait L { fn l(&self) -> impl Iterator<Item = u8>; }",
        "#[async_trait] pub trait N { async fn n(&self) -> u8; }",
        "#[cfg(feature = \"off\")] pub trait M { fn m(&self); }",
    ] {
        assert_eq!(names(unanswered), Vec::<String>::new(), "{unanswered}");
    }
}

#[test]
fn supertraits_are_derived_if_all_fields_have_them() {
    for derived in [
        "pub trait A: PartialOrd { fn a(&self) -> f64; }",
        "pub trait B: Eq { fn b(&self) -> HashMap<String, u8>; }",
        "pub trait C: Hash { fn c(&self) -> Ipv4Addr; }",
    ] {
        assert_eq!(names(derived).len(), 1, "{derived}");
    }
    for missing in [
        "pub trait A: Eq { fn a(&self) -> f64; }",
        "pub trait B: PartialOrd { fn b(&self) -> HashMap<String, u8>; }",
        "pub trait C: Default { fn c(&self) -> Instant; }",
        "pub trait D: Clone { fn d(&self) -> Cell<String>; }",
    ] {
        assert_eq!(names(missing), [""; 0], "{missing}");
    }
}

#[test]
fn implemented_traits_have_no_double() {
    for implemented in [
        "pub trait A { fn a(&self); } struct S; impl A for S { fn a(&self) {} }",
        "pub trait B { fn b(&self); } impl<T: std::fmt::Display> B for T { fn b(&self) {} }",
        "pub trait C { fn c(&self); } macro_rules! m { ($t:ty) => { impl C for $t { fn c(&self) {} } } }",
    ] {
        assert_eq!(names(implemented), Vec::<String>::new(), "{implemented}");
    }
    let called = "pub trait A { fn a(&self, n: u8) -> u8; } impl<F: Fn(u8) -> u8> A for F { fn a(&self, n: u8) -> u8 { self(n) } }";
    assert_eq!(names(called), ["ADouble"]);
}

#[test]
fn two_traits_of_one_name_have_doubles_of_two_names() {
    let text = "mod a { pub trait Visit { fn a(&self); } } mod b { pub trait Visit { fn b(&self); } }";
    assert_eq!(names(text), ["VisitDouble", "Visit2Double"]);
}

#[test]
fn double_follows_the_trait() {
    let text = "trait Listen: Debug { fn heard(&mut self) {} }";
    assert_eq!(doubles(text)[0].site.end, text.len());
}
