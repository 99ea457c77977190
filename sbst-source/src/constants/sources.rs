//! Sources of a program, and the functions required by its constants.

use std::collections::{BTreeMap, BTreeSet};

use super::{Name, Needed, ANY};

#[derive(Debug, Default)]
pub struct Sources {
    /// Functions called where the compiler evaluates.
    pub(super) called: BTreeSet<Name>,
    /// Functions called by each `const fn`.
    pub(super) calls: BTreeMap<Name, BTreeSet<Name>>,
    pub(super) types: BTreeSet<String>,
    /// New names from imports, and the old ones.
    pub(super) renamed: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    pub fn needed(&self) -> Needed {
        let mut needed = BTreeSet::new();
        let mut open: Vec<Name> = self.called.iter().flat_map(|name| self.meanings(name)).collect();
        while let Some(name) = open.pop() {
            if !needed.insert(name.clone()) {
                continue;
            }
            let is_meant = |defined: &&Name| {
                defined.name == name.name
                    && (defined.owner == name.owner
                        || defined.owner.is_some() && name.owner.as_deref() == Some(ANY))
            };
            for defined in self.calls.keys().filter(is_meant) {
                open.extend(self.calls[defined].iter().flat_map(|name| self.meanings(name)));
            }
        }
        Needed(needed)
    }

    /// The possible functions of a call's name.
    fn meanings(&self, name: &Name) -> Vec<Name> {
        let known = |owner: &String| match self.types.contains(owner) {
            true => owner.clone(),
            false => ANY.to_owned(),
        };
        let owner = name.owner.as_ref().map(known);
        let others = self.renamed.get(&name.name).into_iter().flatten().cloned();
        let names = others.chain([name.name.clone()]);
        names.map(|name| Name { owner: owner.clone(), name }).collect()
    }
}
