//! The functions of an item: a function itself, those of an `impl` block, a trait or a module, and
//! those within functions.
//!
//! 1. Each function with a body is instrumented once. Our attributes on parts of a larger
//!    instrumented item are removed, and obeyed. An attribute of uncertain origin stays
//!    (`#[instrument]` may be another library's): it finds the function already instrumented, and
//!    returns it unchanged.
//! 2. Constants, statics and types are left alone, with their contents. But for a search, an enum
//!    in a module becomes an input, because any code that can name it can make each of its
//!    variants. In a macro's definition, the decisions of its rules are instrumented
//!    (`definitions.rs`).
//! 3. A worker needs one entry into the executable, so an item gets an entry beside it. A function
//!    annotated alone within an `impl` block or a trait has none, because there is no place for
//!    one.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, ToTokens};
use sbst_source::visit_mut::VisitMut;
use syn::{
    Attribute, Block, Error, FnArg, ImplItem, ImplItemFn, Item, ItemFn, ItemMacro, Meta, Path, Result,
    TraitItem, Visibility,
};

use crate::attribute::arguments::{Arguments, Choice};
use crate::expand::body::{instrument_body, is_instrumented, items};
use crate::expand::mutated::mutate_body;
use crate::expand::survivors::Survivors;
use crate::expand::{constness, registration, within, Mode};
use crate::mutants::Place;
use crate::{
    attribute::ours, call::building::input, call::Callee, expand::definitions::instrument_definition,
};
use sbst_source::enclosing;
use sbst_source::standing::{Owner, Standing};

/// Instruments `item`, whose attribute has these arguments; returns it with its entry.
pub(crate) fn instrument_item(
    mut item: Item,
    arguments: &Arguments,
    runtime: &Path,
    mode: Mode,
) -> Result<TokenStream> {
    let standing = match &item {
        Item::Fn(function) => match &arguments.within {
            Some(within) => within::find_standing(within, &function.sig),
            None => enclosing::find_standing(&function.sig),
        },
        _ => Standing::free(),
    };
    let entry = match (mode, &standing.owner) {
        (_, Owner::None) if mode.searches() => registration::entry(&item, runtime),
        _ => TokenStream::new(),
    };
    let around = match &item {
        Item::Fn(_) => Arguments::default(),
        _ => arguments.clone(),
    };
    let mut functions = Functions {
        runtime,
        mode,
        standing,
        around,
        heeded: BTreeSet::new(),
        twins: Vec::new(),
        count: 0,
        error: None,
    };
    match &mut item {
        Item::Fn(function) => functions.function(function, arguments),
        other => functions.visit_item_mut(other),
    }
    functions.check_heeded();
    match functions {
        Functions { error: Some(error), .. } => Err(error),
        Functions { count: 0, .. } => Ok(item.into_token_stream()),
        Functions { twins, .. } => Ok(quote!(#item #(#twins)* #entry)),
    }
}

struct Functions<'a> {
    runtime: &'a Path,
    mode: Mode,
    standing: Standing,
    /// The arguments of the attribute on the whole item.
    around: Arguments,
    /// The generic parameters with a choice that exist in the function.
    heeded: BTreeSet<String>,
    /// Functions to be put next to the visited ones.
    twins: Vec<ItemFn>,
    count: usize,
    error: Option<Error>,
}

impl Functions<'_> {
    fn within(&mut self, standing: Standing, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.standing, standing);
        visit(self);
        self.standing = outside;
    }

    fn part(&mut self, function: &mut ItemFn) {
        match self.take_arguments(&mut function.attrs) {
            Ok(mut arguments) => {
                let heeded = arguments.inherit(&self.around, &function.sig.generics, &self.standing.owner);
                self.heeded.extend(heeded);
                self.function(function, &arguments);
            }
            Err(error) => self.fail(error),
        }
    }

    fn function(&mut self, function: &mut ItemFn, arguments: &Arguments) {
        if is_instrumented(&function.block) {
            return;
        }
        self.count += 1;
        if let Err(error) = self.instrument(function, arguments) {
            self.fail(error);
        }
    }

    fn instrument(&mut self, function: &mut ItemFn, arguments: &Arguments) -> Result<()> {
        let arguments = Arguments { runtime: Some(self.runtime.clone()), ..arguments.clone() };
        if self.mode == Mode::Mutate {
            self.mutate(function);
            return Ok(());
        }
        let callee = Callee::from_signature(&function.sig, &self.standing, &arguments)?;
        let callee = callee.with_body(&function.block);
        if self.mode == Mode::AskBounds {
            self.ask(function, &callee);
            return Ok(());
        }
        function.sig.inputs.iter_mut().for_each(strip);
        let was_constant = function.sig.constness.is_some();
        let is_needed = was_constant && constness::is_needed(&function.sig.ident, &self.standing);
        if is_needed && self.mode.has_twins() && constness::may_have_twin(&self.standing) {
            let mut twin = constness::twin(function);
            let name = std::mem::replace(&mut twin.sig.ident, function.sig.ident.clone());
            self.rewrite(&mut twin, &callee.called_as(name.clone()), &Survivors::default());
            twin.sig.ident = name;
            function.block.stmts.insert(0, items(constness::instrumented()));
            self.twins.push(twin);
            return Ok(());
        }
        if was_constant && !is_needed {
            function.sig.constness = None;
        }
        let survivors = match self.mode {
            Mode::SearchForMutants => Survivors::of(function, &self.standing, self.runtime),
            _ => Survivors::default(),
        };
        self.rewrite(function, &callee, &survivors);
        if was_constant {
            function.block.stmts.insert(1, items(constness::dependence()));
        }
        Ok(())
    }

    /// Gives a function mutants, unless constants need it.
    fn mutate(&mut self, function: &mut ItemFn) {
        function.sig.inputs.iter_mut().for_each(strip);
        let was_constant = function.sig.constness.is_some();
        let is_needed = was_constant && constness::is_needed(&function.sig.ident, &self.standing);
        if !is_needed {
            function.sig.constness = None;
        }
        let place = Place::of_body(&function.block);
        let inside = self.standing.inside(&function.sig.ident);
        self.within(inside, |this| this.visit_block_mut(&mut function.block));
        mutate_body(function, place, &self.standing, self.runtime);
        if was_constant {
            function.block.stmts.insert(1, items(constness::dependence()));
        }
    }

    /// Leaves a function as it is, but adds queries for types that meet its bounds.
    fn ask(&self, function: &mut ItemFn, callee: &Callee) {
        let mut searched = function.clone();
        if !constness::is_needed(&function.sig.ident, &self.standing)
            || constness::may_have_twin(&self.standing)
        {
            searched.sig.constness = None;
        }
        let has_obstacle = callee.obstacle(&searched, &self.standing).is_some();
        function.sig.inputs.iter_mut().for_each(strip);
        let questions = if has_obstacle { TokenStream::new() } else { callee.questions(self.runtime) };
        if !questions.is_empty() {
            function.block.stmts.insert(0, items(questions));
        }
    }

    fn rewrite(&mut self, function: &mut ItemFn, callee: &Callee, survivors: &Survivors) {
        let inside = self.standing.inside(&function.sig.ident);
        self.within(inside, |this| this.visit_block_mut(&mut function.block));
        instrument_body(function, callee, &self.standing, self.runtime, self.mode, survivors);
    }

    /// Returns the items to be put next to those of a block or a module that `visit` walks over.
    fn beside(&mut self, visit: impl FnOnce(&mut Self)) -> Vec<ItemFn> {
        let outside = std::mem::take(&mut self.twins);
        visit(self);
        std::mem::replace(&mut self.twins, outside)
    }

    /// Rejects choices for parameters that no function has.
    fn check_heeded(&mut self) {
        let unheeded = |(name, _): &&(Ident, Choice)| !self.heeded.contains(&name.to_string());
        if let Some((name, _)) = self.around.chosen.iter().find(unheeded) {
            let message = format!("no function here has a generic parameter `{name}`; take this away");
            self.fail(Error::new(name.span(), message));
        }
    }

    /// The definition of a macro, unless a constant may need it.
    fn definition(&mut self, definition: &mut ItemMacro) {
        if let Err(error) = self.take_arguments(&mut definition.attrs) {
            return self.fail(error);
        }
        if self.mode == Mode::Mutate {
            return;
        }
        let is_needed = definition.ident.as_ref().is_some_and(constness::is_needed_macro);
        if !is_needed && instrument_definition(definition, &self.standing, self.runtime, self.mode) {
            self.count += 1;
        }
    }

    /// Returns the arguments of our attribute in a list, and removes the attribute if it is
    /// certainly ours.
    fn take_arguments(&self, attributes: &mut Vec<Attribute>) -> Result<Arguments> {
        let mut taken = Arguments::default();
        let mut error = None;
        attributes.retain(|attribute| {
            let path = attribute.path();
            let is_last = path.segments.last().is_some_and(|name| name.ident == "instrument");
            let certain = path.segments.len() > 1 && self.is_runtime(path);
            if !is_last || path.segments.len() > 1 && !certain {
                return true;
            }
            let tokens = match &attribute.meta {
                Meta::List(list) => list.tokens.clone(),
                _ => TokenStream::new(),
            };
            match Arguments::parse(tokens) {
                Ok(arguments) => taken = arguments,
                Err(found) if certain => error = Some(found),
                Err(_) => {}
            }
            !certain
        });
        match error {
            Some(error) => Err(error),
            None => Ok(taken),
        }
    }

    /// True if a path of several names begins with the runtime's name, or its usual one.
    fn is_runtime(&self, path: &Path) -> bool {
        let first = path.segments.first().map(|name| &name.ident);
        let runtime = self.runtime.segments.last().map(|name| &name.ident);
        first.is_some_and(|first| first == "sbst" || runtime.is_some_and(|runtime| runtime == first))
    }

    fn fail(&mut self, error: Error) {
        match &mut self.error {
            Some(errors) => errors.combine(error),
            None => self.error = Some(error),
        }
    }
}

impl VisitMut for Functions<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Fn(function) => self.part(function),
            Item::Impl(block) => {
                let standing = self.standing.owned(Owner::from_impl(block));
                let twins = self.beside(|this| {
                    this.within(standing, |this| {
                        for item in &mut block.items {
                            this.visit_impl_item_mut(item);
                        }
                    });
                });
                block.items.extend(twins.into_iter().map(method));
            }
            Item::Trait(definition) => {
                let standing = self.standing.owned(Owner::from_trait(definition));
                self.within(standing, |this| {
                    for item in &mut definition.items {
                        this.visit_trait_item_mut(item);
                    }
                });
            }
            Item::Macro(definition) => self.definition(definition),
            Item::Mod(module) => {
                let standing = self.standing.inside_module(&module.ident);
                let twins = self.beside(|this| {
                    this.within(standing, |this| {
                        for item in module.content.iter_mut().flat_map(|(_, items)| items) {
                            this.visit_item_mut(item);
                        }
                    });
                });
                if let Some((_, items)) = &mut module.content {
                    items.extend(twins.into_iter().map(Item::Fn));
                }
            }
            Item::Enum(definition)
                if self.mode.searches() && !self.standing.is_nested() && input::may_derive(definition) =>
            {
                input::derive(definition, self.runtime);
            }
            _ => {}
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        let ImplItem::Fn(method) = item else { return };
        let no_block = Block { brace_token: Default::default(), stmts: Vec::new() };
        let mut function = ItemFn {
            attrs: std::mem::take(&mut method.attrs),
            vis: method.vis.clone(),
            modifiers: method.modifiers.clone(),
            sig: method.sig.clone(),
            block: Box::new(std::mem::replace(&mut method.block, no_block)),
        };
        self.part(&mut function);
        (method.attrs, method.sig, method.block) = (function.attrs, function.sig, *function.block);
    }

    fn visit_trait_item_mut(&mut self, item: &mut TraitItem) {
        let TraitItem::Fn(method) = item else { return };
        let Some(block) = method.default.take() else { return };
        let mut function = ItemFn {
            attrs: std::mem::take(&mut method.attrs),
            vis: Visibility::Inherited,
            modifiers: method.modifiers.clone(),
            sig: method.sig.clone(),
            block: Box::new(block),
        };
        self.part(&mut function);
        (method.attrs, method.sig, method.default) = (function.attrs, function.sig, Some(*function.block));
    }
}

/// Removes our attributes from a parameter.
fn strip(input: &mut FnArg) {
    if let FnArg::Typed(parameter) = input {
        ours::strip(&mut parameter.attrs);
    }
}

fn method(function: ItemFn) -> ImplItem {
    let ItemFn { attrs, vis, modifiers, sig, block } = function;
    ImplItem::Fn(ImplItemFn { attrs, vis, modifiers, sig, block: *block })
}
