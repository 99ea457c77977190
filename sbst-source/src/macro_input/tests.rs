use super::*;
use quote::ToTokens as _;

/// The items of a source, one a line, with the remaining tokens of calls.
fn items(source: &str) -> Vec<String> {
    let definitions = Definitions::default();
    items_with(source, &definitions)
}

fn items_with(source: &str, definitions: &Definitions) -> Vec<String> {
    let mut file = syn::parse_file(source).unwrap();
    move_out(&mut file, definitions);
    let text = |item: &Item| item.to_token_stream().to_string().replace(' ', "");
    file.items.iter().map(text).collect()
}

#[test]
fn items_are_moved_out_of_calls_with_any_delimiters() {
    assert_eq!(items("make! { struct A; fn f() {} }"), ["make!{}", "structA;", "fnf(){}"]);
    assert_eq!(items("make!(pub enum B { C });"), ["make!();", "pubenumB{C}"]);
    assert_eq!(items("mod m { make!(impl A {}); }"), ["modm{make!();implA{}}"]);
    assert_eq!(items("quote! { fn f() {} }"), ["quote!{fnf(){}}"]);
}

#[test]
fn a_trait_with_signs_of_a_macro_among_its_items_is_one() {
    let source = "template! { pub trait Nodes: Base { @escape [type Id] @section type type Id: Copy; @section self fn id(self) -> Self::Id; } }";
    assert_eq!(items(source), ["template!{}", "pubtraitNodes:Base{typeId:Copy;fnid(self)->Self::Id;}"]);
    let bodiless = "template! { trait No { @section self fn f() fn g() } }";
    assert_eq!(items(bodiless), ["template!{traitNo{@sectionselffnf()fng()}}"]);
}

#[test]
fn methods_are_moved_out_of_calls_in_blocks_and_traits() {
    let block = "impl S { const_fn!(const_if: #[cfg(not(loom))]; #[inline] pub const fn new() -> S { S }); }";
    assert_eq!(
        items(block),
        ["implS{const_fn!(const_if:#[cfg(not(loom))];);#[inline]pubconstfnnew()->S{S}}"]
    );
    assert_eq!(items("trait T { make! { fn f(&self); } }"), ["traitT{make!{}fnf(&self);}"]);
}

#[test]
fn conditions_of_calls_and_branches_hold_for_items_within() {
    let source = "#[cfg(all(a, b))] cfg_if! { if #[cfg(c)] { fn f() {} } else if #[cfg(d)] { fn g() {} } else { mod h; } }";
    assert_eq!(
        items(source)[1..],
        [
            "#[cfg(all(a,b))]#[cfg(c)]fnf(){}",
            "#[cfg(all(a,b))]#[cfg(not(any(all(c))))]#[cfg(d)]fng(){}",
            "#[cfg(all(a,b))]#[cfg(not(any(all(c),all(d))))]modh;",
        ]
    );
}

#[test]
fn calls_among_moved_items_are_read() {
    let source = "outer! { #[cfg(a)] { inner! { fn f() {} } } }";
    assert_eq!(items(source), ["outer!{}", "#[cfg(a)]inner!{}", "#[cfg(a)]fnf(){}"]);
}

#[test]
fn tokens_other_than_items_stay_in_call() {
    for source in [
        "bitflags!{pubstructA:u32{constB=1;}}",
        "thread_local!{staticA:u8=1;}",
        "counts!{u8,Vec<u8>}",
        "make!{traitT{fna(&self)#[cold]fnb(&self)->u8fnc(){}}}",
        "wrap!{impl(Iterator)for#[derive(Clone)]structA<T>where{T:Ord}iter:B,}",
        "quick!{pubenumE{Io(e:Error){from()}}}",
    ] {
        let spaced = [("pub", "pub "), ("struct", "struct "), ("const", "const "), ("static", "static ")]
            .into_iter()
            .chain([("trait", "trait "), ("fn", "fn "), ("enum", "enum ")])
            .fold(source.to_owned(), |text, (word, with)| text.replace(word, with));
        assert_eq!(items(&spaced), [source]);
    }
}

#[test]
fn a_definition_has_the_conditions_of_items_passed_on() {
    let definitions = r#"
        macro_rules! cfg_io { ($($item:item)*) => { $( #[cfg(feature = "io")] #[inline] $item )* } }
        macro_rules! either { ($item:item) => { #[cfg(a)] $item #[cfg(b)] $item } }
        macro_rules! form { ($(#[$c:meta])* fn $name:ident() $b:block) => { #[cfg($c)] const fn $name() $b } }
        macro_rules! inner { ($item:item) => { mod m { #[cfg(a)] fn f() {} } $item } }
    "#;
    let mut known = Definitions::default();
    known.add_file(&syn::parse_file(definitions).unwrap());
    let made = |name: &str| items_with(&format!("{name}! {{ fn f() {{}} }}"), &known)[1].clone();
    assert_eq!(made("cfg_io"), "#[cfg(any(feature=\"io\"))]fnf(){}");
    assert_eq!(made("either"), "#[cfg(any(a,b))]fnf(){}");
    assert_eq!([made("form"), made("inner"), made("foreign")], ["fnf(){}"; 3]);
}

#[test]
fn macro_without_attribute_rule_gets_no_attribute() {
    let definitions = "
        macro_rules! plain { (fn $name:ident($a:ident: $t:ty) $body:block) => { fn $name($a: $t) $body } }
        macro_rules! items { ($($item:item)*) => { $($item)* } }
        macro_rules! tokens { ($($rest:tt)*) => { $($rest)* } }
        macro_rules! with { ($(#[$attribute:meta])* fn $name:ident()) => { $(#[$attribute])* fn $name() {} } }
    ";
    let mut known = Definitions::default();
    known.add_file(&syn::parse_file(definitions).unwrap());
    let takes = ["plain", "items", "tokens", "with", "foreign"].map(|name| known.may_take_attributes(name));
    assert_eq!(takes, [false, true, true, true, true]);
}

#[test]
fn calls_have_their_places() {
    let source = "fn f() { other!() }\nouter! {\n    inner! { fn g() {} }\n}\n";
    let found = move_out(&mut syn::parse_file(source).unwrap(), &Definitions::default());
    let shown: Vec<_> = found.iter().map(|call| (&*call.name, call.lines.clone())).collect();
    assert_eq!(shown, [("outer", 2..=4), ("inner", 3..=3)]);
    assert_eq!(&source[found[1].bytes.clone()], "inner! { fn g() {} }");
}
