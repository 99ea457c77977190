//! Consumption of lazy results in tests, and claims about their items.
//!
//! 1. Items that can be written or shown are collected and compared as a list
//!    (`assert_eq!(f(..).collect::<Vec<_>>(), [1, 2])`).
//! 2. Otherwise they are counted, if each execution gives equally many.
//! 3. Otherwise, or if the call does not return, the test only iterates over them.
//! 4. If the search stopped at a limit, in case of an endless iterator, the test stops there too.
//!    It compares the [first](MOST_COMPARED) items (`f(..).take(64).collect::<Vec<_>>()[..3]`).

use super::claim::{self, Claim, Shown};
use super::expression::before_dot;
use super::scope::Scope;
use sbst_model::messages::Items;
use sbst_model::target::Lazy;
use sbst_model::words::outside_quotes;

/// The compared items of an endless result: a fourth would show readers no more.
const MOST_COMPARED: usize = 3;

/// A lazy result and its observed items.
#[derive(Clone, Copy, Debug)]
pub struct Consumption {
    lazy: Lazy,
    items: Items,
}

impl Consumption {
    /// Returns the consumption of a result with these items.
    pub fn from_items(lazy: Option<Lazy>, items: Option<Items>) -> Option<Consumption> {
        Some(Consumption { lazy: lazy?, items: items? })
    }

    /// Returns the consumption of a whole result, regardless of its items.
    pub fn whole(lazy: Lazy) -> Consumption {
        Consumption { lazy, items: Items { count: None, cut_after: None } }
    }

    /// Returns the consumption of an iterator with these items.
    pub fn of_iterator(items: Items) -> Consumption {
        Consumption { lazy: Lazy { is_iterator: true, is_inner: false }, items }
    }

    /// Returns the claim that a call's result has exactly these items.
    pub fn exact(&self, scope: &mut Scope<'_>, call: &str, shown: &Shown<'_>) -> Option<Claim> {
        if !self.lazy.is_inner && self.items.count == Some(0) {
            return Some(Claim::new(format!("assert!({}.is_none());", self.asked(call, "next()"))));
        }
        let first = self.items.cut_after.filter(|_| !self.lazy.is_inner);
        let first = first.and_then(|_| first_items(shown.debug?, MOST_COMPARED));
        let Some(first) = first else { return claim::exact(scope, &self.collected(call), shown) };
        let compared = format!("{}[..{MOST_COMPARED}]", self.collected(call));
        claim::exact(scope, &compared, &Shown { debug: Some(&first), ..*shown })
    }

    /// Returns an expression for the list of the items.
    pub fn collected(&self, call: &str) -> String {
        self.asked(call, "collect::<Vec<_>>()")
    }

    /// Returns claims about a call's result, the strongest first. `shown` is the list of the items;
    /// its `{:?}` text is compared if `is_plain`.
    pub fn claims(&self, scope: &mut Scope<'_>, call: &str, shown: &Shown<'_>, is_plain: bool) -> Vec<Claim> {
        let mut all: Vec<Claim> = self.exact(scope, call, shown).into_iter().collect();
        all.extend(claim::text(&self.collected(call), shown).filter(|_| is_plain));
        if let Some(count) = self.items.count {
            let counted = self.asked(call, "count()");
            let line = match (self.lazy.is_inner, shown.type_name.starts_with("core::result::")) {
                (false, _) => format!("assert_eq!({counted}, {count});"),
                (true, false) => format!("assert_eq!({counted}, Some({count}));"),
                // The error may not be comparable.
                (true, true) => format!("assert_eq!({counted}.ok(), Some({count}));"),
            };
            all.push(Claim::new(line));
        }
        all
    }

    /// Returns the statement that iterates over a call's result.
    pub fn statement(&self, call: &str) -> String {
        let unused = if self.lazy.is_inner { "let _ = " } else { "" };
        format!("{unused}{};", self.asked(call, "for_each(drop)"))
    }

    /// Calls a method of iterators on the result of a call.
    fn asked(&self, call: &str, method: &str) -> String {
        let made = if self.lazy.is_iterator { "" } else { ".into_iter()" };
        let cut = self.items.cut_after.map(|count| format!(".take({count})")).unwrap_or_default();
        let call = before_dot(call);
        match self.lazy.is_inner {
            false => format!("{call}{made}{cut}.{method}"),
            true => format!("{call}.map(|items| items{made}{cut}.{method})"),
        }
    }
}

/// Returns the text of a list with its first items alone, if it has more.
fn first_items(list: &str, count: usize) -> Option<String> {
    let (mut depth, mut items) = (0_usize, 0);
    for (at, sign) in outside_quotes(list) {
        match sign {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 1 => {
                items += 1;
                if items == count {
                    return Some(format!("{}]", &list[..at]));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;
    use crate::suite::reach::Reach;

    /// Returns claims about the items of `f()`, and the statement that iterates over them.
    fn said(
        lazy: (bool, bool),
        (count, cut_after): (Option<usize>, Option<usize>),
        shown: (&str, &str),
    ) -> Vec<String> {
        let exports = Directory::with_files(&[("src/lib.rs", "")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let lazy = Lazy { is_iterator: lazy.0, is_inner: lazy.1 };
        let consumption = Consumption { lazy, items: Items { count, cut_after } };
        let (type_name, debug) = shown;
        let shown = Shown { type_name, debug: (!debug.is_empty()).then_some(debug), unordered: false };
        let claims = consumption.claims(&mut scope, "f()", &shown, true);
        claims.into_iter().map(|claim| claim.line).chain([consumption.statement("f()")]).collect()
    }

    #[test]
    fn items_are_compared_counted_or_only_iterated() {
        assert_eq!(
            said((true, false), (Some(2), None), ("alloc::vec::Vec<&str>", "[\"a\", \"b\"]")),
            [
                "assert_eq!(f().collect::<Vec<_>>(), [\"a\", \"b\"]);",
                "assert_eq!(format!(\"{:?}\", f().collect::<Vec<_>>()), \"[\\\"a\\\", \\\"b\\\"]\");",
                "assert_eq!(f().count(), 2);",
                "f().for_each(drop);",
            ]
        );
        assert_eq!(
            said((false, false), (Some(3), None), ("alloc::vec::Vec<demo::Opaque>", "")),
            ["assert_eq!(f().into_iter().count(), 3);", "f().into_iter().for_each(drop);"]
        );
        assert_eq!(said((true, false), (None, None), ("alloc::vec::Vec<u8>", "")), ["f().for_each(drop);"]);
    }

    #[test]
    fn tests_stop_iterating_where_the_search_stopped() {
        assert_eq!(
            said((true, false), (Some(2), Some(2)), ("alloc::vec::Vec<u8>", ""))[..],
            ["assert_eq!(f().take(2).count(), 2);", "f().take(2).for_each(drop);"]
        );
    }

    #[test]
    fn first_items_of_endless_results_are_compared() {
        let items = format!("[{}]", vec!["(1, \"a],\")"; 64].join(", "));
        let claims = said((true, false), (Some(64), Some(64)), ("alloc::vec::Vec<(u8, &str)>", &items));
        assert_eq!(
            claims[0],
            "assert_eq!(f().take(64).collect::<Vec<_>>()[..3], [(1, \"a],\"), (1, \"a],\"), (1, \"a],\")]);"
        );
        assert_eq!(first_items("[1, 2, 3]", 3), None);
    }

    #[test]
    fn items_inside_an_option_or_a_result_are_mapped() {
        let shown =
            said((true, true), (Some(1), None), ("core::option::Option<alloc::vec::Vec<u8>>", "Some([7])"));
        assert_eq!(shown[0], "assert_eq!(f().map(|items| items.collect::<Vec<_>>()), Some(vec![7]));");
        assert_eq!(shown[2], "assert_eq!(f().map(|items| items.count()), Some(1));");
        assert_eq!(shown[3], "let _ = f().map(|items| items.for_each(drop));");
        let shown =
            said((true, true), (Some(1), None), ("core::result::Result<alloc::vec::Vec<u8>, demo::E>", ""));
        assert_eq!(shown[0], "assert_eq!(f().map(|items| items.count()).ok(), Some(1));");
    }
}
