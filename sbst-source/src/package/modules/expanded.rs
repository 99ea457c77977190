//! Items emitted by a macro without input at its call: `crate_root!();` for all modules of a crate.
//!
//! The definition is in the same file, or in that of a module with `#[macro_use]`. A rule without
//! parameters expands to its text.

use crate::macro_input::{parse_file, rules};
use crate::module_files::Folders;
use std::fs;
use syn::{Item, ItemMacro};

/// Appends the items of calls without input to those of a file.
pub(super) fn add_expanded(items: &mut Vec<Item>, folders: &Folders) {
    let calls = items.iter().filter_map(|item| match item {
        Item::Macro(call) if call.ident.is_none() && call.mac.tokens.is_empty() => Some(call),
        _ => None,
    });
    let found: Vec<Item> = calls.flat_map(|call| expanded(call, items, folders)).collect();
    items.extend(found);
}

fn expanded(call: &ItemMacro, items: &[Item], folders: &Folders) -> Vec<Item> {
    let Some(name) = call.mac.path.get_ident() else { return Vec::new() };
    let is_it = |item: &&Item| matches!(item, Item::Macro(item) if item.ident.as_ref() == Some(name));
    let here = items.iter().find(is_it).cloned();
    let definition = here.or_else(|| {
        items.iter().find_map(|item| {
            let Item::Mod(module) = item else { return None };
            let is_used = module.attrs.iter().any(|attribute| attribute.path().is_ident("macro_use"));
            let (file, _) = folders.find_file(module).filter(|_| is_used && module.content.is_none())?;
            let parsed = parse_file(&fs::read_to_string(file).ok()?).ok()?;
            parsed.items.iter().find(is_it).cloned()
        })
    });
    let Some(Item::Macro(definition)) = definition else { return Vec::new() };
    let mut bodies = rules(definition.mac.tokens).into_iter();
    let body = bodies.find(|(matcher, _)| matcher.is_empty());
    let parsed = body.and_then(|(_, body)| syn::parse2::<syn::File>(body).ok());
    parsed.map_or_else(Vec::new, |parsed| parsed.items)
}
