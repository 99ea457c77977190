//! Constructors that take the fields of a type: `Index::from_raw_parts(1, 2)` for a value with
//! private fields.

use crate::source::items;
use syn::Type;

/// A parameter that becomes a field.
#[derive(Debug, PartialEq)]
pub struct Given {
    /// The index of the field.
    pub field: usize,
    /// The type of the argument.
    pub type_: Type,
}

/// Assigns the parameters of a function to fields, by their names or else by their order. `None`
/// unless there are equally many, of the same types.
pub fn given(parameters: &[(String, Type)], fields: &syn::Fields) -> Option<Vec<Given>> {
    if parameters.is_empty() || parameters.len() != fields.len() {
        return None;
    }
    let names: Vec<Option<String>> =
        fields.iter().map(|field| field.ident.as_ref().map(items::plain_name)).collect();
    let named = |name: &String| names.iter().position(|other| other.as_ref() == Some(name));
    let by_name: Option<Vec<usize>> = parameters.iter().map(|(name, _)| named(name)).collect();
    let by_name = by_name.filter(|fields| (0..names.len()).all(|field| fields.contains(&field)));
    let order = by_name.unwrap_or_else(|| (0..names.len()).collect());
    let types: Vec<&Type> = fields.iter().map(|field| &field.ty).collect();
    let given = |(field, (_, type_)): (usize, &(String, Type))| {
        Some(Given { field, type_: argument(type_, types[field])? })
    };
    order.into_iter().zip(parameters).map(given).collect()
}

/// Returns the type of the argument that becomes a field of this type.
fn argument(parameter: &Type, field: &Type) -> Option<Type> {
    if parameter == field {
        return Some(field.clone());
    }
    let text = || syn::parse_quote!(&str);
    let takes_text = [
        text(),
        syn::parse_quote!(impl Into<String>),
        syn::parse_quote!(impl AsRef<str>),
        syn::parse_quote!(impl ToString),
    ];
    (*field == syn::parse_quote!(String) && takes_text.contains(parameter)).then(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::constructors;

    fn given_to(function: &str, fields: &str) -> Option<Vec<usize>> {
        let signature: syn::Signature = syn::parse_str(function).unwrap();
        let structure: syn::ItemStruct = syn::parse_str(&format!("struct Point {fields}")).unwrap();
        let makes = constructors::parameters(&signature, "Point");
        given(&makes?, &structure.fields).map(|given| given.iter().map(|given| given.field).collect())
    }

    #[test]
    fn parameters_become_fields_by_name_or_by_order() {
        let fields = "{ x: i32, y: i32 }";
        assert_eq!(given_to("fn new(y: i32, x: i32) -> Self", fields), Some(vec![1, 0]));
        assert_eq!(given_to("const fn at(a: i32, b: i32) -> Point", fields), Some(vec![0, 1]));
        assert_eq!(given_to("fn at(a: i32, b: u8) -> Point", fields), None);
        assert_eq!(given_to("fn new(x: i32) -> Self", fields), None);
        assert_eq!(given_to("fn with_x(self, x: i32) -> Self", "{ x: i32 }"), None);
        assert_eq!(given_to("fn new(x: i32, y: i32) -> Option<Self>", fields), None);
        assert_eq!(given_to("fn new(name: impl Into<String>) -> Self", "(String);"), Some(vec![0]));
    }
}
