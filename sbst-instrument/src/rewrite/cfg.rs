//! Code under a `#[cfg]`. An attribute gets its item before the compiler removes code, so each
//! condition carries the `#[cfg]`s around it, and the compiler decides whether it exists.

use syn::{Attribute, Meta};

use super::Rewriter;

impl Rewriter<'_> {
    pub(super) fn within<R>(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut Self) -> R) -> R {
        let outside = self.cfgs.len();
        for attribute in attributes {
            match &attribute.meta {
                Meta::List(list) if list.path.is_ident("cfg") => {
                    let predicate = list.tokens.to_string();
                    if !self.cfgs.contains(&predicate) {
                        self.cfgs.push(predicate);
                    }
                }
                _ => {}
            }
        }
        let visited = visit(self);
        self.cfgs.truncate(outside);
        visited
    }
}
