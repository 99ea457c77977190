use super::*;
use crate::call::resolve::view::in_user;
use syn::parse_str;

const SOURCE: &str = "
    pub mod shapes {
        pub trait Shape {} pub trait Scaled<T> {} pub trait Kind {} pub trait Named {}
        pub struct Red; impl Kind for Red {} struct Secret; impl Kind for Secret {}
        pub struct Square<K: Kind, const N: usize>(K); impl<K: Kind, const N: usize> Shape for Square<K, N> {}
        pub struct Circle<'a>(&'a str); impl<'a> Shape for &'a Circle<'a> {} impl Named for &Circle<'_> {}
        impl<T> Scaled<T> for Vec<T> {} impl<T: Shape> Shape for Box<T> {} impl Shape for str {}
        impl<T: Named + ?Sized> Scaled<u8> for T {}
        pub struct Text(str); impl Shape for Text {} pub struct Odd<T: std::error::Error>(T); impl<T: std::error::Error> Shape for Odd<T> {}
    }
    pub mod parsers {
        pub trait Parser<I, O> {} pub trait Wrong<I> {} pub struct At<I>(I); impl<I> Wrong<I> for At<I> {}
        impl<I> Parser<I, Self> for char {} pub struct Fail<E>(E);
        impl<I, E: Wrong<I>> Parser<I, u8> for Fail<E> {}
        pub struct Many<P>(P); impl<I, O, P: Parser<I, O>> Parser<I, Vec<O>> for Many<P> {}
        pub trait Reader<I, E> {} impl<I, E: Wrong<I> + Clone> Reader<I, E> for u8 {}
        pub struct Asking<E: Clone>(E); impl<I: Clone> Parser<I, u8> for Asking<I> {}
    }
    pub mod user { use crate::shapes::{Kind, Named, Scaled, Shape}; use crate::parsers::{Parser, Reader}; }";

fn types(bounds: &[&str]) -> Vec<String> {
    in_user(SOURCE, |view| {
        let bounds: Vec<TypeParamBound> = bounds.iter().map(|bound| parse_str(bound).unwrap()).collect();
        let asked: Vec<PlacedBound<'_>> = bounds.iter().map(|bound| (bound, view.module)).collect();
        let found = view.types_with(&asked);
        found.iter().map(|matching| matching.ty.to_token_stream().to_string().replace(' ', "")).collect()
    })
}

#[test]
fn blocks_are_met_with_types_for_their_own_parameters() {
    assert_eq!(
        types(&["Shape"]),
        ["&'sbstcrate::shapes::Circle<'sbst>", "crate::shapes::Square<crate::shapes::Red,3>"]
    );
    assert_eq!(types(&["Kind"]), ["crate::shapes::Red"], "the other is private");
}

#[test]
fn arguments_of_a_bound_are_arguments_of_the_type() {
    let circle = "&'sbstcrate::shapes::Circle<'sbst>";
    assert_eq!(types(&["Scaled<u16>"]), ["::std::vec::Vec<u16>"]);
    assert_eq!(types(&["Scaled<u8>"]), ["::std::vec::Vec<u8>", circle]);
}

#[test]
fn parameters_of_the_call_are_implied_by_the_types_found() {
    let found = in_user(SOURCE, |view| {
        let open: Ident = parse_str("I").unwrap();
        let output: Ident = parse_str("O").unwrap();
        let bound = parse_str("Parser<I, O>").unwrap();
        let bound = crate::call::types::markers::marked(&bound, &[&open, &output]);
        view.types_with(&[(&bound, view.module)])
    });
    let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
    let found: Vec<(String, Vec<String>)> = found
        .iter()
        .map(|matching| (text(&matching.ty), matching.implied.iter().map(|(_, ty)| text(ty)).collect()))
        .collect();
    let expected = |ty: &str, output: &str| (ty.to_owned(), vec![output.to_owned()]);
    assert_eq!(
        found,
        [
            expected("char", "char"),
            expected("crate::parsers::Fail<crate::parsers::At<__SbstOpenI>>", "u8"),
            expected("crate::parsers::Many<char>", "::std::vec::Vec<char>"),
        ]
    );
}

#[test]
fn bounds_of_a_block_propose_types_for_parameters_of_the_call() {
    let found = in_user(SOURCE, |view| {
        let open: [Ident; 2] = [parse_str("I").unwrap(), parse_str("E").unwrap()];
        let bound = parse_str("Reader<I, E>").unwrap();
        let bound = crate::call::types::markers::marked(&bound, &[&open[0], &open[1]]);
        view.types_with(&[(&bound, view.module)])
    });
    let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
    let wished: Vec<(String, String)> =
        found[0].wished.iter().map(|(name, ty)| (name.to_string(), text(ty))).collect();
    assert_eq!((found.len(), text(&found[0].ty)), (1, "u8".to_owned()));
    let place = "crate::parsers::At<__SbstOpenI>".to_owned();
    assert_eq!(wished, [("__SbstOpenE".to_owned(), place)]);
}

#[test]
fn associated_types_of_the_calls_parameters_imply_no_types() {
    let found = in_user(SOURCE, |view| {
        let open: Ident = parse_str("P").unwrap();
        let bound = parse_str("Scaled<P::Output>").unwrap();
        let bound = crate::call::types::markers::marked(&bound, &[&open]);
        view.types_with(&[(&bound, view.module)])
    });
    let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
    let found: Vec<String> = found.iter().map(|matching| text(&matching.ty)).collect();
    assert_eq!(found, ["&'sbstcrate::shapes::Circle<'sbst>", "::std::vec::Vec<i32>"]);
}

#[test]
fn types_without_a_size_come_last_if_allowed() {
    let found = in_user(SOURCE, |view| {
        let bound = parse_str("Shape").unwrap();
        let found = view.ranked(&[(&bound, view.module)], true);
        found
            .iter()
            .map(|matching| matching.ty.to_token_stream().to_string().replace(' ', ""))
            .collect::<Vec<_>>()
    });
    assert_eq!(found[..2], types(&["Shape"])[..2]);
    assert_eq!(found[2..], ["str", "crate::shapes::Text"]);
}

#[test]
fn types_that_meet_more_bounds_come_first() {
    let found = types(&["Shape", "Named"]);
    assert_eq!(found.first().map(String::as_str), Some("&'sbstcrate::shapes::Circle<'sbst>"), "{found:?}");
    assert_eq!(types(&["Clone", "Unknown"]), Vec::<String>::new());
}
