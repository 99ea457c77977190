//! What a crate that was looked into is to those that use it: which of its names reach an effect.
//!
//! 1. A **path** into it reaches what the functions, types, constants and macros of its last name reach, and what the types on the way do. A function of a type that
//!    the crate does not declare so (another name of the type, a default of a trait) means all functions of that name.
//! 2. A **name that it passes on** (`pub use`) means what it stands for; what it does not declare may come from everything that it passes on.
//! 3. A **method** is known by its name, unless the standard library has one of the same name: then the type of which it is counts as the effect, wherever
//!    it is mentioned, because who calls the method must have got a value.
//! 4. What a **procedural macro** writes stands in what it is given, which is seen where it is used, or in its own sources: see [`super::written`].

use super::uses::is_lower;
use super::{Cause, standard};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often a name may stand for another one.
const MOST_RENAMES: usize = 8;

/// A crate, as those that use it see it.
#[derive(Debug, Default)]
pub struct Surface {
    /// Functions by name and by the type or trait that they belong to, which is empty for others; with what they reach.
    pub functions: BTreeMap<String, BTreeMap<String, Option<Cause>>>,
    /// Types and constants that reach something.
    pub others: BTreeMap<String, Cause>,
    /// What the functions reach to which macros give their names.
    pub nameless: Option<Cause>,
    /// What stands for something else.
    pub passed_on: BTreeMap<String, Vec<PassedOn>>,
    /// Everything of these is there, too.
    pub globs: Vec<PassedOn>,
    /// Its methods and its macros, and those of crates that it uses, since it may hand on what they make.
    pub declared: Declared,
    /// Whether no type of it has a function in its values.
    pub is_plain: bool,
    /// Whether there are only macros in it.
    pub is_of_macros: bool,
}

/// What may be used without the name of its crate.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    pub macros: BTreeMap<String, Expansion>,
    /// Methods and functions of types, with what they reach.
    pub methods: BTreeMap<String, Option<Cause>>,
}

/// What a macro writes.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    /// What that reaches.
    pub cause: Option<Cause>,
    /// Of a procedural macro, the words that it may write.
    pub words: Option<Rc<BTreeSet<String>>>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum PassedOn {
    /// Something of the standard library.
    Standard(Vec<String>),
    /// Something of a crate that was looked into.
    Known(Rc<Surface>, Vec<String>),
    /// Something of one that was not.
    Unknown(Vec<String>),
    /// Something of the crate itself, of this name.
    Own(String),
}

impl Surface {
    /// What a path reaches that begins in the crate, without the crate's name.
    pub fn reached(&self, path: &[String]) -> Option<Cause> {
        self.within(path, MOST_RENAMES)
    }

    /// Whether nothing that it has reaches an effect.
    pub fn is_harmless(&self) -> bool {
        let passed_on = self.passed_on.values().flatten().chain(&self.globs);
        self.others.is_empty()
            && self.nameless.is_none()
            && self.functions.values().flat_map(BTreeMap::values).all(Option::is_none)
            && self.declared.macros.values().all(|expansion| expansion.cause.is_none())
            && passed_on.clone().all(|passed_on| match passed_on {
                PassedOn::Standard(path) => !standard::may_lead_to_effects(path),
                PassedOn::Known(surface, _) => surface.is_harmless(),
                PassedOn::Unknown(_) => false,
                PassedOn::Own(_) => true,
            })
    }

    fn within(&self, path: &[String], renames: usize) -> Option<Cause> {
        let last = path.last().filter(|_| !self.is_of_macros && renames > 0)?;
        for (at, name) in path.iter().enumerate() {
            let rest = &path[at + 1..];
            let passed_on = self.passed_on.get(name).into_iter().flatten();
            let of_name = passed_on.filter_map(|passed_on| self.beyond(passed_on, rest, renames - 1)).next();
            if of_name.is_some() {
                return of_name;
            }
            if let Some(cause) = self.others.get(name) {
                return Some(cause.clone());
            }
        }
        let owner = path.len().checked_sub(2).map(|at| path[at].as_str()).filter(|owner| !is_lower(owner));
        match self.functions.get(last) {
            Some(by_owner) => match by_owner.get(owner.unwrap_or_default()) {
                Some(found) => found.clone(),
                None => by_owner.values().flatten().next().cloned(),
            },
            None => {
                let of_macro = self.nameless.clone().filter(|_| is_lower(last));
                let of_globs = || self.globs.iter().find_map(|glob| self.beyond(glob, path, renames - 1));
                of_macro.or_else(of_globs)
            }
        }
    }

    fn beyond(&self, passed_on: &PassedOn, rest: &[String], renames: usize) -> Option<Cause> {
        let with = |path: &[String]| path.iter().chain(rest).cloned().collect::<Vec<String>>();
        match passed_on {
            PassedOn::Standard(path) => {
                let path = with(path);
                standard::has_effects(&path).then(|| Cause::known(format!("`{}`", path.join("::"))))
            }
            PassedOn::Known(surface, path) => surface.within(&with(path), renames),
            PassedOn::Unknown(path) => {
                let path = with(path);
                let is_call = path.last().is_some_and(|last| is_lower(last));
                is_call.then(|| Cause::unknown(format!("`{}`", path.join("::"))))
            }
            PassedOn::Own(name) => self.within(&[std::slice::from_ref(name), rest].concat(), renames),
        }
    }
}

impl Declared {
    /// Adds what another crate declares.
    pub fn extend(&mut self, other: &Declared) {
        for (name, cause) in &other.methods {
            let known = self.methods.entry(name.clone()).or_default();
            *known = known.take().or_else(|| cause.clone());
        }
        for (name, expansion) in &other.macros {
            let known = self.macros.entry(name.clone()).or_default();
            known.cause = known.cause.take().or_else(|| expansion.cause.clone());
            known.words = match (known.words.take(), &expansion.words) {
                (Some(known), Some(more)) if !Rc::ptr_eq(&known, more) => {
                    Some(Rc::new(known.union(more).cloned().collect()))
                }
                (known, more) => known.or_else(|| more.clone()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(surface: &Surface, path: &str) -> Option<String> {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        surface.reached(&path).map(|cause| cause.what)
    }

    #[test]
    fn a_path_reaches_what_its_names_reach() {
        let effect = |what: &str| Some(Cause::known(what.to_owned()));
        let functions = [
            ("open", vec![("Reader", effect("disk")), ("Writer", None)]),
            ("new", vec![("Reader", None), ("Writer", None)]),
            ("wipe", vec![("", effect("disk"))]),
        ];
        let with_owners = |(name, owners): (&str, Vec<(&str, Option<Cause>)>)| {
            (name.to_owned(), owners.into_iter().map(|(owner, cause)| (owner.to_owned(), cause)).collect())
        };
        let other = Surface {
            functions: functions.clone().map(with_owners).into(),
            others: [("Open".to_owned(), Cause::known("file".to_owned()))].into(),
            ..Surface::default()
        };
        for (path, expected) in [
            ("Reader::open", Some("disk")),
            ("Writer::open", None),
            ("Renamed::open", Some("disk")),
            ("m::Reader::new", None),
            ("m::wipe", Some("disk")),
            ("Open::new", Some("file")),
            ("unknown", None),
        ] {
            assert_eq!(reached(&other, path).as_deref(), expected, "{path}");
        }
        let own = |name: &str| PassedOn::Own(name.to_owned());
        let standard = PassedOn::Standard(vec!["std".to_owned(), "fs".to_owned()]);
        let unknown = PassedOn::Unknown(vec!["libc".to_owned()]);
        let other = Rc::new(other);
        let facade = Surface {
            passed_on: [
                ("disk".to_owned(), vec![standard]),
                ("base".to_owned(), vec![PassedOn::Known(other.clone(), Vec::new())]),
                ("erase".to_owned(), vec![own("gone")]),
                ("c".to_owned(), vec![unknown]),
            ]
            .into(),
            functions: [with_owners(("gone", vec![("", effect("gone"))]))].into(),
            globs: vec![PassedOn::Known(other, Vec::new())],
            ..Surface::default()
        };
        for (path, expected) in [
            ("disk::read", Some("`std::fs::read`")),
            ("base::Writer::open", None),
            ("base::wipe", Some("disk")),
            ("erase", Some("gone")),
            ("c::open", Some("`libc::open`")),
            ("wipe", Some("disk")),
            ("Writer::new", None),
        ] {
            assert_eq!(reached(&facade, path).as_deref(), expected, "{path}");
        }
    }
}
