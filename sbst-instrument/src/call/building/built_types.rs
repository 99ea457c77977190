//! Types of the package without a derive, built from their parts: enums by their variants, and
//! structures without fields of smaller visibility. For whole crates, the command derives the same.
//! The definition is read from the sources and written again for the module that builds values.
//!
//! 1. A type with our derive is left to the derive. Method look-up prefers every other way to build
//!    a type.
//! 2. In the types of fields, each name is written as the module can name it. Otherwise the field,
//!    and so its variant, has no values: its type is written `_`, which only the compiler can
//!    infer.
//! 3. If the value of a `#[cfg]` is unknown, the variant under it is skipped, and so is a structure
//!    with such a field. Code that is certainly not compiled is ignored.
//! 4. A structure of another crate with hidden fields is built by its [makers]. A
//!    `#[non_exhaustive]` structure is not built from its fields. Constants of such a structure in
//!    modules are values of it, also in the package.
//! 5. Generic parameters have the arguments of the type in the signature, and lifetimes are that of
//!    the execution.

use crate::call::building::composition::trait_objects::Pointer;
use crate::call::building::items::Place;
use sbst_source::span::mixed_site;
use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use sbst_source::visit_mut::{self, VisitMut};
use syn::punctuated::Punctuated;
use syn::{
    parse_quote_spanned, Attribute, Data, DataEnum, DeriveInput, Field, Fields, FieldsNamed, FieldsUnnamed,
    Generics, Item, Type, TypePath,
};

use crate::call::building::derive::built;
use crate::call::building::derive::Naming;
use crate::call::building::input::is_of_ours;
use crate::call::building::input::mark_lenient;
use crate::call::building::items::Items;
use crate::call::building::makers::free_constants;
use crate::call::building::makers::makers;
use crate::call::resolve::view::parameters;
use crate::call::resolve::view::View;
use crate::syntax::lifetimes::{peeled, Mentioned};
use crate::syntax::spans::as_ours;
use sbst_source::package::modules::{Crate, Meaning, Module};
use sbst_source::visibility::Visibility;

/// The most types of the package with an item that builds them. The parameters of a function have
/// fewer, unless a generic type contains itself with ever new arguments.
const MOST_TYPES: usize = 64;

/// The most types of other crates among these: types of some crates contain hundreds of others.
const MOST_OF_OTHERS: usize = 16;

/// A type of the package, as a module names it.
pub(crate) struct Definition {
    /// The type as the module writes it, with the lifetime of an execution.
    value: Type,
    naming: Naming,
    /// Its definition, as written in the module.
    input: DeriveInput,
    pub(crate) is_own: bool,
}

/// The definition of a type under its name in a module, if its values can be built from their
/// parts.
pub(crate) fn definition(ty: &Type, own: &Rc<Crate>, module: &Rc<Module>) -> Option<Definition> {
    let Type::Path(TypePath { qself: None, path, .. }) = peeled(ty) else { return None };
    let Meaning::Item(home, index) = own.resolve(module, path, module)?.meaning else { return None };
    let item = home.item(index)?;
    let mut input = match &*item {
        Item::Enum(item) => DeriveInput::from(item.clone()),
        Item::Struct(item) => DeriveInput::from(item.clone()),
        _ => return None,
    };
    if input.attrs.iter().any(is_of_ours) {
        return None;
    }
    Compiled { own, home: &home }.visit_derive_input_mut(&mut input);
    let mut made_by: Vec<Attribute> = Vec::new();
    if let Data::Struct(data) = &mut input.data {
        if !is_plain(&data.fields, &input.vis, &home, module) || is_closed(&input.attrs, &home) {
            made_by.extend(free_constants(own, &home, index, (path, module)));
            made_by.extend(makers(&item, own, &home, index).filter(|_| !home.is_own()));
            data.fields = Fields::Unit;
            if made_by.is_empty() {
                return None;
            }
        }
    }
    let view = View { own, module, depth: 0 };
    let value = view.value(path, &input.generics)?;
    let mut substitution = view.substitution(path, &input.generics)?;
    substitution.types.insert(Ident::new("Self", Span::call_site()), value.clone());
    let parameters = parameters(&input.generics);
    let mut each = |field: &mut Field| {
        let written = view.rewritten(&field.ty, &home, &parameters);
        field.ty = written.unwrap_or_else(|| parse_quote_spanned!(mixed_site()=> _));
        substitution.visit_type_mut(&mut field.ty);
    };
    match &mut input.data {
        Data::Struct(data) => data.fields.iter_mut().for_each(each),
        Data::Enum(data) => {
            let variants = std::mem::take(&mut data.variants).into_iter();
            data.variants = variants
                .filter(|variant| {
                    !is_closed(&variant.attrs, &home)
                        && !has_condition(&variant.attrs)
                        && !variant.fields.iter().any(|field| has_condition(&field.attrs))
                })
                .collect();
            data.variants.iter_mut().flat_map(|variant| &mut variant.fields).for_each(&mut each);
            if data.variants.is_empty() {
                return None;
            }
        }
        Data::Union(_) => return None,
    }
    input.generics = Generics::default();
    input.attrs = made_by;
    let is_own = home.is_own();
    Some(Definition { naming: Naming::path(path, &value), value, input, is_own })
}

/// The builder type of this name for a definition.
pub(crate) fn emit(definition: &Definition, name: &Ident, items: &mut Items<'_>) -> TokenStream {
    let (at, runtime) = (mixed_site(), items.runtime);
    let Definition { value, naming, input, .. } = definition;
    let mut input = input.clone();
    mark_lenient(&mut input.attrs, runtime);
    let (shape, build) = match built(&input, naming, items) {
        Ok(built) => built,
        // Some attributes on fields belong to other macros.
        Err(error) => return error.into_compile_error(),
    };
    let value = as_ours(value);
    let mentioned = Mentioned::from_type(&definition.value);
    let borrows = !mentioned.named.is_empty();
    quote_spanned! {at=>
        struct #name;
        #[automatically_derived]
        #[allow(deprecated)]
        impl<'sbst> #runtime::__private::Build<'sbst> for #name {
            type SbstValue = #value;
            const BORROWS: ::core::primitive::bool = #borrows;
            fn shape<__SbstBounds: #runtime::__private::Within>()
                -> &'static #runtime::__private::shape::Shape
            {
                #shape
            }
            #[inline]
            fn build(frame: &'sbst #runtime::__private::Frame<'sbst>) -> #value {
                #build
            }
        }
    }
}

/// Rule 3: removes code that is not compiled, and the conditions of the rest.
struct Compiled<'a> {
    own: &'a Crate,
    home: &'a Module,
}

impl Compiled<'_> {
    fn leave<T: Clone, P: Default>(
        &self,
        all: &mut Punctuated<T, P>,
        attributes: impl Fn(&mut T) -> &mut Vec<Attribute>,
    ) {
        let kept = std::mem::take(all).into_iter().filter_map(|mut each| {
            let attributes = attributes(&mut each);
            let is_missing = self.own.is_missing(self.home, attributes);
            if !self.own.may_be_missing(self.home, attributes) {
                attributes.retain(|attribute| !attribute.path().is_ident("cfg"));
            }
            (!is_missing).then_some(each)
        });
        *all = kept.collect();
    }
}

impl VisitMut for Compiled<'_> {
    fn visit_data_enum_mut(&mut self, data: &mut DataEnum) {
        self.leave(&mut data.variants, |variant| &mut variant.attrs);
        visit_mut::visit_data_enum_mut(self, data);
    }

    fn visit_fields_named_mut(&mut self, fields: &mut FieldsNamed) {
        self.leave(&mut fields.named, |field| &mut field.attrs);
    }

    fn visit_fields_unnamed_mut(&mut self, fields: &mut FieldsUnnamed) {
        self.leave(&mut fields.unnamed, |field| &mut field.attrs);
    }
}

/// True if a condition with an unknown value is left.
fn has_condition(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg"))
}

/// True if another crate may not build the type by its fields.
fn is_closed(attributes: &[Attribute], home: &Module) -> bool {
    !home.is_own() && attributes.iter().any(|attribute| attribute.path().is_ident("non_exhaustive"))
}

/// True if all fields of a structure are as visible as it, and the module can name them.
fn is_plain(fields: &Fields, of: &syn::Visibility, home: &Module, module: &Module) -> bool {
    let is_private = matches!(of, syn::Visibility::Inherited);
    let is_same = |visibility: &syn::Visibility| {
        visibility.to_token_stream().to_string() == of.to_token_stream().to_string()
    };
    fields.iter().all(|field| {
        let is_as_visible =
            matches!(field.vis, syn::Visibility::Public(_)) || !is_private && is_same(&field.vis);
        is_as_visible
            && Visibility::resolve(&field.vis, &home.path).reaches(&module.path)
            && !has_condition(&field.attrs)
    })
}

impl Items<'_> {
    /// The builder type of a pointer to a trait object, if types with the trait are known.
    pub(crate) fn pointer(&mut self, ty: &Type) -> Option<Ident> {
        let pointer = Pointer::from_type(ty, || self.types())?;
        let written = ty.to_token_stream().to_string();
        if let Some(known) = self.built.get(&written) {
            return known.clone();
        }
        if self.built.len() >= MOST_TYPES {
            return None;
        }
        let name = self.name_of_built();
        self.built.insert(written, Some(name.clone()));
        let emitted = pointer.emit(&name, self);
        self.tokens.extend(emitted);
        Some(name)
    }

    /// The builder type of a type of the package, if its values can be built from their parts.
    pub(crate) fn built(&mut self, ty: &Type) -> Option<Ident> {
        let written = ty.to_token_stream().to_string();
        if let Some(known) = self.built.get(&written) {
            return known.clone();
        }
        let Place { own, module } = self.place.clone()?;
        let has_room = self.built.len() < MOST_TYPES;
        let definition = definition(ty, &own, &module)
            .filter(|found| has_room && (found.is_own || self.of_others < MOST_OF_OTHERS));
        self.of_others += usize::from(definition.as_ref().is_some_and(|found| !found.is_own));
        let name = definition.is_some().then(|| self.name_of_built());
        self.built.insert(written, name.clone());
        let emitted = definition.zip(name.as_ref()).map(|(definition, name)| emit(&definition, name, self));
        self.tokens.extend(emitted);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_source::configuration::Configuration;
    use sbst_source::package::modules::keep_arguments;
    use std::fs;
    use syn::parse_str;

    const FILES: [(&str, &str); 3] = [
        ("lib.rs", "mod shop; mod till; pub type Cents = u64;"),
        (
            "shop.rs",
            "use std::time::Duration; use crate::Cents; mod card { pub struct Card { pub number: u64 } pub enum Brand { Visa } }
             pub use card::Card as Plastic;
             pub enum Payment { Nothing, Cash { cents: Cents }, Card(Plastic, Vec<Option<Self>>), Later(Duration), Brand(card::Brand), #[cfg(unix)] Here }
             pub enum Pair<'a, T, const N: usize> { Left(&'a str, Box<dyn Fn()>), Right([T; N]) }
             pub struct Point { pub x: i8, pub y: i8 } pub struct Angle { degrees: u16 } pub(crate) struct Half(pub(crate) u8); pub struct Unit;
             pub enum Gated { #[cfg(feature = \"on\")] Here, #[cfg(feature = \"off\")] There, Else { #[cfg(feature = \"off\")] a: u8, b: u8 } }
             pub struct Open { pub a: u8, #[cfg(feature = \"off\")] b: u8 }
             pub enum Never {} #[derive(sbst::Input)] pub enum Told { A }",
        ),
        ("till.rs", "use crate::shop::{self, Pair, Payment as Paid};"),
    ];

    fn in_till<T>(ask: impl FnOnce(&Rc<Crate>, &Rc<Module>) -> T) -> T {
        ask_in_till(Configuration::default(), ask)
    }

    fn ask_in_till<T>(configuration: Configuration, ask: impl FnOnce(&Rc<Crate>, &Rc<Module>) -> T) -> T {
        let folder = tempfile::tempdir().unwrap();
        FILES.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        let own = Rc::new(Crate::new(&folder.path().join("lib.rs"), false, configuration));
        let till = own.module_in(&folder.path().join("till.rs"), &[]).unwrap();
        ask(&own, &till)
    }

    fn definitions<const N: usize>(types: [&str; N]) -> [Option<String>; N] {
        in_till(|own, till| types.map(|ty| text(ty, own, till)))
    }

    fn text(ty: &str, own: &Rc<Crate>, module: &Rc<Module>) -> Option<String> {
        let Definition { value, input, .. } = definition(&parse_str(ty).unwrap(), own, module)?;
        let body = match input.data {
            Data::Enum(data) => data.variants.to_token_stream(),
            Data::Struct(data) => data.fields.to_token_stream(),
            Data::Union(_) => TokenStream::new(),
        };
        let makers = input.attrs.iter().map(|makers| makers.to_token_stream().to_string());
        let text = format!("{}: {}{body}", value.to_token_stream(), makers.collect::<String>());
        Some(text.replace(' ', "").replace(',', ", "))
    }

    #[test]
    fn an_enum_is_built_by_names_of_its_variants_and_itself() {
        let emitted = in_till(|own, till| {
            let runtime = syn::parse_quote!(rt);
            let mut items = Items::new(&runtime, Vec::new()).in_module(own.clone(), till.clone());
            let [first, again] = ["Paid", "Paid"].map(|ty| items.built(&parse_str(ty).unwrap()));
            assert_eq!(first, again);
            items.tokens
        });
        insta::assert_snapshot!(prettyplease::unparse(&syn::parse2(emitted).unwrap()));
    }

    #[test]
    fn variants_and_fields_are_written_with_names_of_the_module() {
        let [paid, pair, point, half, unit] =
            definitions(["Paid", "Pair<'_, Vec<&str>, 2>", "shop::Point", "shop::Half", "shop::Unit"]);
        assert_eq!(
            paid.unwrap(),
            "Paid:Nothing, Cash{cents:u64}, Card(crate::shop::Plastic, ::std::vec::Vec<::core::option::Option<Paid>>), \
             Later(::std::time::Duration), Brand(_)"
        );
        assert_eq!(
            pair.unwrap(),
            "Pair<'sbst, Vec<&'sbststr>, 2>:Left(&'sbststr, _), Right([Vec<&'sbststr>;2])"
        );
        assert_eq!(point.unwrap(), "shop::Point:{pubx:i8, puby:i8}");
        assert_eq!((half.is_some(), unit.is_some()), (true, true));
    }

    #[test]
    fn types_of_another_crate_are_built_by_public_functions() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(
            "outside.rs",
            "pub trait Width {} pub struct Rate<W: Width> { pub width: u8, pub base: W } pub enum Kind { Flat, #[non_exhaustive] Later, Old(Text) }
             mod parts { pub struct Own; } pub use parts::Own as Part; pub struct Half { pub part: Part, pub(crate) n: u8 }
             #[non_exhaustive] pub struct Limit { pub most: u8 } pub struct Text(String); pub struct Set(u8); #[derive(Default)] pub struct Empty(()); pub struct Spot<T> { at: T }
             pub mod known { pub const HALF: super::Limit = super::Limit { most: 5 }; pub const CENTRE: crate::Spot<u8> = crate::Spot { at: 0 }; const OWN: crate::Spot<u8> = CENTRE; }
             impl Limit { pub const NONE: Self = Limit { most: 0 }; pub const fn new(most: u8) -> Option<Limit> { None } const fn own() -> Limit { Limit::NONE }
                 pub fn open(n: u8) -> Limit { Limit::NONE } pub const fn of(part: Part) -> Limit { Limit::NONE } pub const fn most(&self) -> u8 { 0 } }
             impl From<&str> for Text { fn from(text: &str) -> Text { Text(text.into()) } } impl From<Part> for Text { fn from(part: Part) -> Text { Text(String::new()) } }
             impl From<u8> for Set { fn from(n: u8) -> Set { Set(n) } } impl std::str::FromStr for Set { type Err = (); fn from_str(s: &str) -> Result<Set, ()> { Err(()) } }",
        );
        write("lib.rs", "use outside::*;");
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let outside =
            words("rustc --crate-name outside --edition=2021 outside.rs --crate-type lib --out-dir .");
        keep_arguments(&outside, folder.path()).unwrap();
        let words =
            words("rustc --crate-name own --edition=2021 lib.rs --test --extern outside=liboutside.rmeta");
        let own = Rc::new(Crate::from_words(&words, folder.path()).unwrap());
        let root = own.module_in(&folder.path().join("lib.rs"), &[]).unwrap();
        let shown = [
            "Rate<u32>",
            "Kind",
            "Limit",
            "Text",
            "Set",
            "Half",
            "Empty",
            "outside::Part",
            "Spot<u8>",
            "Spot<u16>",
        ]
        .map(|ty| text(ty, &own, &root).unwrap_or_default());
        assert_eq!(
            shown,
            [
                "Rate<u32>:{pubwidth:u8, pubbase:u32}",
                "Kind:Flat, Old(::outside::Text)",
                "Limit:#[sbst(constant=::outside::known::HALF)]#[sbst(construct=Self::new, constant=Self::NONE)]",
                "Text:#[sbst(construct=<Selfas::core::convert::From<&str>>::from)]",
                "Set:#[sbst(construct=<Selfas::core::str::FromStr>::from_str, construct=<Selfas::core::convert::From<u8>>::from)]",
                "",
                "Empty:#[sbst(construct=Self::default)]",
                "outside::Part:",
                "Spot<u8>:#[sbst(constant=::outside::known::CENTRE)]",
                "",
            ]
        );
    }

    #[test]
    fn code_that_is_not_compiled_is_ignored() {
        let words = "rustc --crate-name shop --cfg feature=\"on\"".split(' ').map(str::to_owned);
        let configuration = Configuration::from_arguments(&words.collect::<Vec<_>>());
        let [gated, open] = ask_in_till(configuration, |own, till| {
            ["shop::Gated", "shop::Open"].map(|ty| text(ty, own, till))
        });
        assert_eq!(gated.unwrap(), "shop::Gated:Here, Else{b:u8}");
        assert_eq!(open.unwrap(), "shop::Open:{puba:u8}");
        let unknown = definitions(["shop::Gated", "shop::Open"]);
        assert_eq!(unknown, [None, None]);
    }

    #[test]
    fn types_with_a_derive_or_hidden_fields_are_left_alone() {
        let found =
            definitions(["shop::Angle", "shop::Never", "shop::Told", "Pair<'_, Cow<str>, 2>", "Other"]);
        assert!(found.iter().all(Option::is_none), "{found:?}");
    }
}
