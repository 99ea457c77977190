//! The attribute in a package whose sources implement a trait for several types.

use quote::quote;
use sbst_instrument::Mode;
use syn::parse_quote;

#[test]
fn among_several_types_that_have_a_trait_the_search_chooses() {
    let package = tempfile::tempdir().unwrap();
    std::fs::create_dir(package.path().join("src")).unwrap();
    let source =
        "trait Device {} struct Lamp; struct Heater; impl Device for Lamp {} impl Device for Heater {}";
    std::fs::write(package.path().join("src/lib.rs"), source).unwrap();
    // No other test runs in this process, so the environment may be changed.
    std::env::set_var("CARGO_MANIFEST_DIR", package.path());
    let item = quote!(
        fn is_lit(at_least: u8, device: &mut dyn Device) -> bool {
            device.power() > at_least
        }
    );
    let expanded = sbst_instrument::instrument(quote!(), item, parse_quote!(::sbst), Mode::Search).unwrap();
    insta::assert_snapshot!(prettyplease::unparse(&syn::parse2(expanded).unwrap()));
}
