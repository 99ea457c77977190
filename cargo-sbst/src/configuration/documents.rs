//! The pages about keys, which a test compares with the definitions. With `UPDATE_DOCUMENTS=1` in
//! the environment, the test writes them.

use super::schema::{Key, Schema};
use super::template::default;
use crate::cli;
use crate::ui::json_lines::published::assert_written;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference");
const BEGIN: &str = "<!-- keys: begin -->\n";
const END: &str = "<!-- keys: end -->\n";

/// Returns the keys as tables of Markdown, one for each heading.
fn tables(schema: &Schema) -> String {
    let mut text = String::new();
    for heading in schema.headings() {
        let keys = schema.keys.iter().filter(|key| key.heading == heading);
        let rows: String = keys.map(row).collect();
        text.push_str(&format!("\n### {heading}\n\n| key | values | default | |\n|---|---|---|---|\n{rows}"));
    }
    text.trim_start().to_owned()
}

fn row(key: &Key) -> String {
    let values = key.kind.words().replace('"', "`");
    let values = if key.is_list { format!("{values}; a list") } else { values };
    let default = default(key).map_or_else(String::new, |default| format!("`{default}`"));
    format!("| `{}` | {values} | {default} | {} |\n", key.name, key.help.replace('|', "\\|"))
}

#[test]
fn the_published_schema_is_that_of_the_definitions() {
    assert_written(&Path::new(FOLDER).join("sbst.schema.json"), &cli::schema().to_json_schema());
}

#[test]
fn the_reference_has_all_keys() {
    let path = Path::new(FOLDER).join("configuration.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).expect("the page has the mark");
    let (_, after) = rest.split_once(END).expect("the page has the other mark");
    let tables = tables(&cli::schema());
    assert_written(&path, &format!("{before}{BEGIN}\n{tables}\n{END}{after}"));
}
