//! The published JSON schema of the lines, which tests compare with the types of the messages. With
//! `UPDATE_DOCUMENTS=1` in the environment, the tests write it.
//!
//! 1. A line's schema is in `$defs` by its `type`, and refers to nothing, so each crate compares its
//!    own.
//! 2. Every `type` in the sources has one, and no other type has.

use super::Message;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde_json::{Map, Value, json};
use std::any::type_name;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::marker::PhantomData;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const FILE: &str = "docs/reference/messages.schema.json";
/// The crates whose commands print lines.
const CRATES: [&str; 2] = ["cargo-sbst", "sbst-lab"];
/// The text before a `type` in the sources.
const TYPE: &str = "message!(\"";

/// Returns the `type` and the schema of a line.
pub fn definition<M: Message + JsonSchema>() -> (String, Value) {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema: Value = settings.into_generator().into_root_schema_for::<M>().into();
    let object = schema.as_object_mut().expect("a line is an object");
    object.remove("title");
    let properties = object.entry("properties").or_insert_with(|| json!({}));
    properties["type"] = json!({"const": M::TYPE});
    let required = object.entry("required").or_insert_with(|| json!([]));
    required.as_array_mut().expect("a list").insert(0, json!("type"));
    (M::TYPE.to_owned(), schema)
}

/// Compares the lines of a crate with the published schema.
#[track_caller]
pub fn assert_published(name: &str, own: Vec<(String, Value)>) {
    let own: Map<String, Value> = own.into_iter().collect();
    assert_eq!(own.keys().cloned().collect::<BTreeSet<String>>(), types(name), "all lines of {name}");
    let all: BTreeSet<String> = CRATES.into_iter().flat_map(types).collect();
    let path = Path::new(ROOT).join(FILE);
    let published = fs::read_to_string(&path).unwrap_or_default();
    let published: Value = serde_json::from_str(&published).unwrap_or_default();
    let mut definitions = published["$defs"].as_object().cloned().unwrap_or_default();
    definitions.retain(|name, _| all.contains(name));
    definitions.extend(own);
    let lines: Vec<Value> =
        definitions.keys().map(|name| json!({"$ref": format!("#/$defs/{name}")})).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cargo sbst --message-format json",
        "description": "A line of standard output",
        "oneOf": lines,
        "$defs": definitions,
    });
    assert_written(&path, &format!("{schema:#}\n"));
}

/// Compares a file with its expected text, or writes it.
#[track_caller]
pub fn assert_written(path: &Path, expected: &str) {
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{} is stale; run the tests with UPDATE_DOCUMENTS=1", path.display());
}

/// Returns the types of the lines in a crate's sources.
fn types(name: &str) -> BTreeSet<String> {
    let mut types = BTreeSet::new();
    let mut folders = vec![Path::new(ROOT).join(name).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(path).unwrap();
                let found = text.split(TYPE).skip(1).filter_map(|rest| rest.split_once('"'));
                types.extend(found.map(|(name, _)| name.to_owned()));
            }
        }
    }
    types
}

/// The schema of a [`PathSummary`](sbst_model::messages::PathSummary).
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Paths {
    tried: u64,
    solved_by_solver: u64,
    solved_by_search: u64,
    infeasible: u64,
    not_solved: u64,
    diverged: u64,
    concrete: BTreeMap<String, u64>,
}

/// The fields of a place in a source file.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Place {
    file: String,
    line: u32,
    column: u32,
}

/// The schema of an enum of another crate that is written as a word.
pub struct Words<T>(PhantomData<T>);

impl<T: DeserializeOwned> JsonSchema for Words<T> {
    fn schema_name() -> Cow<'static, str> {
        type_name::<T>().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut words: &[&str] = &[];
        // It fails after passing the words on.
        _ = T::deserialize(Listener(&mut words));
        assert!(!words.is_empty(), "{} is no enum", type_name::<T>());
        json_schema!({"type": "string", "enum": words})
    }
}

/// A deserialiser that takes the words of an enum from its list of variants.
struct Listener<'w>(&'w mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Listener<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("this is no enum"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = words;
        Err(Error::custom("there is no value"))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
