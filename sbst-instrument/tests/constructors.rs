//! `#[sbst(construct = path)]`, once and more often.

use quote::quote;
use sbst_instrument::derive_input;
use syn::parse_quote;

#[test]
fn every_constructor_is_in_the_shape_and_in_what_builds_values() {
    for functions in [quote!(Self::new), quote!(Self::new, construct = Self::whole, construct = made)] {
        let count = functions.to_string().matches("construct").count() + 1;
        let item = quote! {
            #[sbst(construct = #functions)]
            struct Percentage(u32);
        };
        let emitted = derive_input(item, parse_quote!(::sbst)).unwrap().to_string();
        assert_eq!(emitted.matches(":: constructed_shape ::").count(), count, "{emitted}");
        assert_eq!(emitted.matches("frame . construct ::").count(), count, "{emitted}");
    }
}
