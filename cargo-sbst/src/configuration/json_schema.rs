//! The keys as JSON schema, for editors.

use super::schema::{Key, Kind, Schema};
use serde_json::{Map, Value, json};

impl Schema {
    /// Returns the schema of `sbst.toml`, of draft 7, as supported by the editors' plugins for
    /// TOML.
    pub fn to_json_schema(&self) -> String {
        let properties: Map<String, Value> =
            self.keys.iter().map(|key| (key.name.clone(), property(key))).collect();
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "sbst.toml",
            "description": "Options of `cargo sbst` for a workspace",
            "type": "object",
            "additionalProperties": false,
            "properties": properties,
        });
        format!("{schema:#}\n")
    }
}

fn property(key: &Key) -> Value {
    let item = values(&key.kind);
    let mut property = match key.is_list {
        true => json!({"anyOf": [item, {"type": "array", "items": item}]}),
        false => item,
    };
    property["description"] = json!(key.help);
    let mut defaults = key.default.iter().map(|text| value(&key.kind, text));
    if key.is_list {
        property["default"] = defaults.collect();
    } else if let Some(default) = defaults.next() {
        property["default"] = default;
    }
    property
}

fn values(kind: &Kind) -> Value {
    match kind {
        Kind::Boolean => json!({"type": "boolean"}),
        Kind::Integer => json!({"type": "integer", "minimum": 0}),
        Kind::Number => json!({"type": "number", "minimum": 0}),
        Kind::Bytes => json!({"anyOf": [
            {"type": "integer", "minimum": 1},
            {"type": "string", "pattern": "^[0-9_]+(B|KiB|MiB|GiB)?$"},
        ]}),
        Kind::Budget => json!({"type": "string", "pattern": "^[0-9._]+(ms|s|m|h|evals?)$"}),
        Kind::Choice(choices) => json!({"enum": choices}),
        Kind::Path | Kind::Text => json!({"type": "string"}),
    }
}

/// Returns a default, which the command line has as text, as a value.
pub fn value(kind: &Kind, text: &str) -> Value {
    let digits = text.replace('_', "");
    match kind {
        Kind::Boolean => json!(text == "true"),
        Kind::Integer => digits.parse::<u64>().map_or_else(|_| json!(text), |number| json!(number)),
        Kind::Number => digits.parse::<f64>().map_or_else(|_| json!(text), |number| json!(number)),
        _ => json!(text),
    }
}
