//! Types with `#[derive(sbst::Input)]`: the built value equals the written one.

use crate::drawn::{calls, check, tell};
use std::fmt::Debug;

#[derive(Debug, sbst::Input)]
pub struct Named {
    pub flag: bool,
    #[sbst(range = 1..=9)]
    pub number: u8,
    #[sbst(skip)]
    pub left_out: u8,
}

#[derive(Debug, sbst::Input)]
pub struct Unnamed(Option<bool>, #[sbst(skip)] u8, #[sbst(range = 'a'..='z')] char);

#[derive(Debug, sbst::Input)]
pub struct Unit;

#[derive(Debug, sbst::Input)]
pub struct Braces {}

#[derive(Debug, sbst::Input)]
#[non_exhaustive]
pub enum Variants {
    Unit,
    #[sbst(skip)]
    #[allow(dead_code)]
    Skipped(std::convert::Infallible),
    Unnamed(Unnamed, bool),
    #[deprecated]
    Named {
        r#in: Named,
        #[cfg(not(any()))]
        here: Box<Unit>,
        #[cfg(any())]
        elsewhere: Missing,
    },
}

/// `Debug` omits the skipped field, and `Box`, `&` and names of enums.
fn as_debug(source: &str) -> String {
    let names = ["Variants::", "List::", "Tree::", "Sum::", "&", " {}", "r#"];
    let text = names.iter().fold(source.to_owned(), |text, name| text.replace(name, ""));
    let mut text = text.replace("Default::default()", "0").replace("vec![", "[");
    while let Some(start) = text.find("Box::new(") {
        let inside = start + "Box::new(".len();
        let mut depth = 1;
        let end = text[inside..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let end = inside + end.unwrap();
        text = format!("{}{}{}", &text[..start], &text[inside..end], &text[end + 1..]);
    }
    text
}

#[sbst::instrument]
fn structures(named: Named, unnamed: &Unnamed, unit: Unit, braces: &&Braces) -> usize {
    tell(named);
    tell(unnamed);
    tell(unit);
    tell(braces);
    0
}

#[sbst::instrument]
fn variants(one: Variants, many: Vec<Variants>) {
    tell(one);
    tell(many);
}

#[test]
fn fields_and_variants_are_built_as_they_are_written() {
    check("structures", as_debug);
    check("variants", as_debug);
}

#[test]
fn paths_are_full_and_skipped_fields_have_their_default() {
    let full: Vec<String> = calls("variants").into_iter().flat_map(|call| call.full).collect();
    let contains = |text: &str| full.iter().any(|source| source.contains(text));
    assert!(full.contains(&"inputs::derived::Variants::Unit".to_owned()));
    assert!(contains(
        "inputs::derived::Variants::Unnamed(inputs::derived::Unnamed(None, Default::default(), '"
    ));
    assert!(contains(
        "inputs::derived::Variants::Named { r#in: inputs::derived::Named { flag: true, number: "
    ));
    assert!(contains(", left_out: Default::default() }, here: Box::new(inputs::derived::Unit) }"));
    assert!(!contains("Skipped"));
}

trait Owner {
    type Item;
}

impl Owner for bool {
    type Item = Option<bool>;
}

#[derive(Debug, sbst::Input)]
struct Pair<A: Clone, B = Unit>
where
    B: Debug,
{
    left: A,
    right: Option<B>,
}

#[derive(Debug, sbst::Input)]
struct Owned<T: Owner>(T, T::Item, Vec<<T as Owner>::Item>);

#[derive(Debug, sbst::Input)]
struct Grid<const N: usize, const WIDE: bool = true> {
    #[sbst(length = N..=N + 1)]
    cells: Vec<[bool; N]>,
}

#[derive(Debug, sbst::Input)]
struct Token<'a, 'b: 'a, T: 'b>
where
    'a: 'a,
{
    #[sbst(alphabet = 'a'..='z')]
    text: &'a str,
    flags: Option<&'b [bool]>,
    others: Vec<&'a &'b T>,
}

#[sbst::instrument]
fn generic(pair: Pair<bool, Pair<Option<bool>>>, owned: &Owned<bool>, grid: Grid<2>) {
    tell(pair.left);
    tell(&pair.right);
    tell(owned);
    assert!((2..=3).contains(&grid.cells.len()), "{grid:?}");
}

#[sbst::instrument]
fn borrowing<'a>(token: Token<'a, 'a, ()>, other: &'a Token<'a, '_, Token<'a, 'a, bool>>) -> &'a str {
    tell(&token);
    tell(other);
    token.text
}

#[test]
fn generic_types_are_built_of_their_parameters() {
    for call in calls("generic") {
        let [left, right, owned] = &call.told[..] else { panic!("{:?}", call.read) };
        assert_eq!(as_debug(&call.read[0]), format!("Pair {{ left: {left}, right: {right} }}"));
        assert_eq!(as_debug(&call.read[1]), *owned);
    }
    check("borrowing", as_debug);
}

#[derive(Debug, sbst::Input)]
enum Tree {
    Leaf(#[sbst(range = 0..=9)] i32),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Debug, sbst::Input)]
enum List<'a, T> {
    More { first: T, rest: &'a List<'a, T> },
    End,
}

#[derive(Debug, sbst::Input)]
enum Sum {
    Number(bool),
    Operation(Box<Operation>),
}

#[derive(Debug, sbst::Input)]
struct Operation {
    operands: (Sum, Sum),
    inner: Option<Box<Operation>>,
}

#[derive(Debug, sbst::Input)]
struct Folder {
    #[sbst(length = ..=2)]
    entries: Vec<Folder>,
}

#[sbst::instrument]
fn recursive(tree: &Tree, list: List<'_, bool>, sum: Sum, folder: Folder) {
    tell(tree);
    tell(list);
    tell(sum);
    tell(folder);
}

#[test]
fn recursive_types_are_built() {
    check("recursive", as_debug);
}

/// A type made at its use.
const _: () = {
    #[derive(Debug, sbst::Input)]
    struct Local(bool);

    #[sbst::instrument]
    fn takes_local(local: Local) -> bool {
        tell(&local);
        local.0
    }
};

#[test]
fn a_type_may_be_local() {
    check("takes_local", as_debug);
}

/// A macro's argument stands for itself.
macro_rules! made_by_a_macro {
    ($type:ident { $($(#[$meta:meta])* $field:ident: $field_type:ty,)* } $function:ident $bound:expr, $with:path) => {
        #[derive(Debug, sbst::Input)]
        struct $type { $($(#[$meta])* $field: $field_type,)* #[sbst(range = $bound..=1)] bit: u8 }

        #[sbst::instrument]
        fn $function(value: $type, #[sbst(range = $bound..=1)] bit: u8, #[sbst(with = $with)] made: bool) {
            tell(value);
            assert!(bit < 2 && made);
        }
    };
}
made_by_a_macro! { Made { #[sbst(skip)] left_out: u8, #[sbst(range = 1..=2)] number: i8, } takes_made 0, always }

fn always() -> bool {
    true
}

#[test]
fn macros_make_types_and_functions() {
    for call in calls("takes_made") {
        assert_eq!(call.ending, sbst_search::Ending::Returned);
        assert_eq!(as_debug(&call.read[0]), call.told[0]);
    }
}

/// A type that cannot be built.
#[derive(Debug)]
#[allow(dead_code)]
struct Foreign(u8);

#[derive(Debug, sbst::Input)]
#[sbst(lenient)]
#[allow(dead_code)]
enum Mixed<'a, T> {
    Built(&'a [T], Option<Box<Mixed<'a, T>>>),
    Foreign(Foreign),
    Static(&'static mut String),
    Deep(Vec<Lacking>, bool),
}

#[derive(Debug, sbst::Input)]
#[sbst(lenient)]
#[allow(dead_code)]
struct Lacking(u8, Foreign);

#[sbst::instrument]
fn lenient(mixed: Mixed<'_, bool>) {
    tell(mixed);
}

#[test]
fn unbuildable_variants_are_skipped_without_derive() {
    let as_told = |source: &str| as_debug(&source.replace("Mixed::", ""));
    check("lenient", as_told);
    let read: Vec<String> = calls("lenient").into_iter().flat_map(|call| call.read).collect();
    let has = |text: &str| read.iter().any(|source| source.contains(text));
    assert!(has("Mixed::Built") && has("Mixed::Deep(vec![], true)"));
    assert!(!has("Foreign") && !has("Static") && !has("Lacking"));
}
