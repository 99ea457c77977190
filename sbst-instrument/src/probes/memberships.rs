//! The probes of memberships.

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprMatch};

use super::{located, match_once, Probes};
use crate::leading_attributes::take_leading_attributes;
use crate::membership::{call_of, Known};

impl Probes<'_> {
    /// Puts a probe around a condition that is a membership, of which `known` was found out before it was visited.
    pub(crate) fn membership(&self, expression: &mut Expr, known: Known, site: usize) {
        let runtime = self.runtime;
        let span = expression.span();
        let at = located(span);
        let attributes = take_leading_attributes(expression);
        let (collection_name, value_name) = (Ident::new("collection", at), Ident::new("value", at));
        let Known { negated, collection, value } = known;
        let Some(call) = call_of(expression) else {
            return;
        };
        let collection_bound = collection.is_none().then(|| {
            let name = Expr::Verbatim(quote_spanned!(at=> (*#collection_name)));
            std::mem::replace(&mut *call.receiver, name)
        });
        let value_bound = match (&value, call.args.first_mut()) {
            (None, Some(argument)) => {
                let name = Expr::Verbatim(value_name.to_token_stream());
                Some(std::mem::replace(argument, name))
            }
            _ => None,
        };
        let collection = collection.unwrap_or_else(|| quote_spanned!(at=> *#collection_name));
        let value = value.unwrap_or_else(|| value_name.to_token_stream());
        let probe = quote_spanned! {at=>
            #runtime::__private::evaluate_membership(
                &__SBST_SITES[#site],
                {
                    #[allow(unused_imports)]
                    use #runtime::__private::{KnownMembers as _, UnknownMembers as _};
                    (&&#runtime::__private::Membered(&(#collection), &(#value))).membership()
                },
                #negated,
                #expression,
            )
        };
        let scrutinees = [
            collection_bound.map(|bound| (quote_spanned!(at=> &mut (#bound)), collection_name)),
            value_bound.map(|bound| (quote_spanned!(at=> #bound), value_name)),
        ];
        let (bound, names): (Vec<TokenStream>, Vec<Ident>) = scrutinees.into_iter().flatten().unzip();
        *expression = match &bound[..] {
            [] => Expr::Verbatim(quote_spanned!(at=> #(#attributes)* #probe)),
            _ => {
                let (scrutinee, names) =
                    (quote_spanned!(at=> (#(#bound,)*)), quote_spanned!(at=> (#(#names,)*)));
                Expr::Match(ExprMatch { attrs: attributes, ..match_once(span, scrutinee, names, probe) })
            }
        };
    }
}
