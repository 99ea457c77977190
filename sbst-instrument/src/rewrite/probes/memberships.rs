//! The probes of memberships.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::{Expr, ExprMatch};

use crate::condition::membership::{find_call, is_byte_string, Collection, Known, Question};
use crate::condition::scrutinee::{from_root, root};
use crate::rewrite::probes::{match_once, Probes};
use crate::syntax::{leading_attributes::take_leading_attributes, spans::located};

impl Probes<'_> {
    /// Puts a probe around a membership condition; `known` was determined before its visit.
    pub(crate) fn membership(&self, expression: &mut Expr, known: Known, site: usize) {
        let runtime = self.runtime;
        let Known { span, question, negated, collection, value } = known;
        let asked = (question, site, negated);
        let at = located(span);
        let attributes = take_leading_attributes(expression);
        let (collection_name, value_name) = (Ident::new("collection", at), Ident::new("value", at));
        let Some(call) = find_call(expression) else {
            return;
        };
        // The length of a literal of bytes is part of its type, which the runtime could not
        // distinguish from others.
        let is_bytes = question.is_of_text() && call.args.first().is_some_and(is_byte_string);
        let seen = |value: TokenStream| if is_bytes { quote_spanned!(at=> #value[..]) } else { value };
        let (collection, collection_bound) = match collection {
            Collection::Place(place) => (place, None),
            Collection::Bound => {
                let name = quote_spanned!(at=> (*#collection_name));
                let bound = std::mem::replace(&mut *call.receiver, Expr::Verbatim(name));
                (quote_spanned!(at=> *#collection_name), Some(bound))
            }
            Collection::Passing(whole) => {
                let passed = root(&mut call.receiver);
                let looked_at = from_root(&whole, root, &collection_name);
                let membership = self.distances(&looked_at, &seen(value.unwrap_or_default()), asked, at);
                let body = quote_spanned! {at=> {
                    #runtime::__private::look_at_membership(&__SBST_SITES[#site], #membership, #negated);
                    #collection_name
                }};
                let name = collection_name.to_token_stream();
                *passed = Expr::Match(match_once(span, quote_spanned!(at=> (#passed)), name, body));
                *expression = Expr::Verbatim(quote_spanned! {at=>
                    #(#attributes)* #runtime::__private::evaluate_looked_at(&__SBST_SITES[#site], #expression)
                });
                return;
            }
        };
        let value_bound = match (&value, call.args.first_mut()) {
            (None, Some(argument)) => {
                let name = Expr::Verbatim(value_name.to_token_stream());
                Some(std::mem::replace(argument, name))
            }
            _ => None,
        };
        let value = value.unwrap_or_else(|| value_name.to_token_stream());
        let value = seen(value);
        let membership = self.distances(&collection, &value, asked, at);
        let probe = quote_spanned! {at=>
            #runtime::__private::evaluate_membership(
                &__SBST_SITES[#site],
                #membership,
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

    /// The probe of a value and a collection at a site.
    pub(super) fn distances(
        &self,
        collection: &TokenStream,
        value: &TokenStream,
        (question, site, negated): (Question, usize, bool),
        at: Span,
    ) -> TokenStream {
        let runtime = self.runtime;
        let name = match question {
            Question::Member => "membership",
            Question::Beginning => "beginning",
            Question::End => "end",
            Question::IgnoringCase => "ignoring_case",
            Question::Emptiness => "emptiness",
            Question::Class(_) => "class",
            Question::Digit => "digit",
            Question::Quality(_) => "quality",
            Question::Multiple => "multiple",
            Question::Sorted => "sortedness",
        };
        let name = Ident::new(name, at);
        match question {
            Question::Member
            | Question::Emptiness
            | Question::Beginning
            | Question::End
            | Question::Sorted => {
                quote_spanned! {at=>
                    {
                        #[allow(unused_imports)]
                        use #runtime::__private::{KnownMembers as _, UnknownMembers as _};
                        (&&#runtime::__private::Membered(&(#collection), &(#value)))
                            .#name(&__SBST_SITES[#site], #negated)
                    }
                }
            }
            Question::Class(class) => {
                let class = Ident::new(class, at);
                quote_spanned! {at=>
                    #runtime::__private::#name(
                        &(#collection), #runtime::__private::Class::#class, &__SBST_SITES[#site], #negated,
                    )
                }
            }
            Question::Quality(quality) => {
                let quality = Ident::new(quality, at);
                quote_spanned! {at=>
                    #runtime::__private::#name(
                        &(#collection), #runtime::__private::Quality::#quality, &__SBST_SITES[#site], #negated,
                    )
                }
            }
            Question::IgnoringCase | Question::Digit | Question::Multiple => {
                quote_spanned! {at=>
                    #runtime::__private::#name(&(#collection), &(#value), &__SBST_SITES[#site], #negated)
                }
            }
        }
    }
}
