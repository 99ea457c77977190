//! Validates lines of JSON against the published schema, described in `docs/reference/json.md`.

use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference/messages.schema.json");

static PUBLISHED: LazyLock<Value> = LazyLock::new(|| {
    let text = fs::read_to_string(Path::new(FILE)).expect("the schema is published");
    serde_json::from_str(&text).expect("the schema is JSON")
});

/// Returns the errors of a line; empty if it is valid. Fields outside of its schema are errors as
/// well.
pub fn complaints(line: &Value) -> Vec<String> {
    let name = line["type"].as_str().unwrap_or_default();
    match PUBLISHED["$defs"].get(name) {
        None => vec![format!("there is no type `{name}`")],
        Some(schema) => {
            let mut wrong = Vec::new();
            validate(schema, line, name, &mut wrong);
            wrong
        }
    }
}

/// Adds the errors of a value by the keywords of its schema. Panics at an unknown keyword.
fn validate(schema: &Value, value: &Value, place: &str, wrong: &mut Vec<String>) {
    let mut refuse = |why: String| wrong.push(format!("{place}: {why}: {value}"));
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, told) in keywords {
        match keyword.as_str() {
            "description" | "format" | "title" => {}
            "type" => {
                let types = told.as_array().map_or(std::slice::from_ref(told), Vec::as_slice);
                if !types.iter().any(|name| is_of_type(value, name.as_str().expect("types have names"))) {
                    refuse(format!("it is not of type {told}"));
                }
            }
            "const" if value != told => refuse(format!("it is not {told}")),
            "enum" if !list(told).contains(value) => refuse(format!("it is none of {told}")),
            "minimum" if value.is_number() && value.as_f64() < told.as_f64() => {
                refuse(format!("it is less than {told}"))
            }
            "maximum" if value.is_number() && value.as_f64() > told.as_f64() => {
                refuse(format!("it is greater than {told}"))
            }
            "required" if value.is_object() => {
                let missing = list(told).iter().filter(|field| value.get(field.as_str().unwrap()).is_none());
                missing.for_each(|field| refuse(format!("there is no {field}")));
            }
            "minItems" if value.is_array() && (list(value).len() as u64) < told.as_u64().unwrap() => {
                refuse("too short".into())
            }
            "maxItems" if value.is_array() && list(value).len() as u64 > told.as_u64().unwrap() => {
                refuse("too long".into())
            }
            "required" | "const" | "enum" | "minimum" | "maximum" | "minItems" | "maxItems" => {}
            "anyOf" | "oneOf" | "properties" | "items" | "prefixItems" | "additionalProperties" => {}
            other => panic!("{place}: the keyword `{other}` is not known here"),
        }
    }
    if let Some(choices) = keywords.get("anyOf").or(keywords.get("oneOf")) {
        let is_valid = |choice: &Value| {
            let mut wrong = Vec::new();
            validate(choice, value, place, &mut wrong);
            wrong.is_empty()
        };
        if !list(choices).iter().any(is_valid) {
            wrong.push(format!("{place}: it fits none of {choices}: {value}"));
        }
    }
    let of_items = keywords.get("prefixItems").map(list).unwrap_or_default();
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(schema) = of_items.get(index).or(keywords.get("items")) {
            validate(schema, item, &format!("{place}[{index}]"), wrong);
        }
    }
    let none = Map::new();
    let properties = keywords.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let others = keywords.get("additionalProperties");
    for (name, field) in value.as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        match properties.get(name).or(others) {
            Some(schema) => validate(schema, field, &place, wrong),
            None if keywords.contains_key("anyOf") => {}
            None => wrong.push(format!("{place}: it is not in the schema")),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("there is no type {other} in JSON"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn errors_of_a_line_have_their_place() {
        let line = json!({"type": "run", "id": 1, "began": "", "seed": 0, "totals": null});
        assert_eq!(complaints(&line), [""; 0]);
        let mut wrong = line.clone();
        wrong["more"] = json!(1);
        wrong["id"] = json!("1");
        wrong["seed"] = json!(-1);
        wrong.as_object_mut().unwrap().remove("began");
        let complaints_of = |line: &Value| complaints(line).join("\n");
        for expected in
            ["run.more: it is not in", "run.id: it is not of type", "run.seed: it is less", "no \"began\""]
        {
            assert!(complaints_of(&wrong).contains(expected), "{expected} in {}", complaints_of(&wrong));
        }
        let mut within = line;
        within["totals"] = json!({"goals": 1});
        assert!(complaints_of(&within).starts_with("run.totals: there is no"), "{}", complaints_of(&within));
        assert_eq!(complaints(&json!({"type": "walk"})), ["there is no type `walk`"]);
    }
}
