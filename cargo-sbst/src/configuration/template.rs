//! The file that `cargo sbst init` writes: every key, with its meaning and its default.

use super::json_schema::value;
use super::schema::{Key, Kind, Schema};

/// The width of comments.
const WIDTH: usize = 100;

/// Values of keys that have no default, by the name of the value in the help; that name is the value
/// of others.
const EXAMPLES: [(&str, &str); 6] = [
    ("BUDGET", "\"10m\""),
    ("NUMBER", "4"),
    ("N", "50_000"),
    ("PERCENT", "80"),
    ("K/N", "\"2/3\""),
    ("MOST", "\"all\""),
];

impl Schema {
    /// Returns the text of `sbst.toml` below a first comment, with these keys and values turned on.
    pub fn to_template(&self, first: &str, on: &[(&str, &str)]) -> String {
        let mut text = format!(
            "{first}# Options of `cargo sbst` for this workspace. A key is a long\n\
             # option of the command line, which takes precedence; then come variables (`total-budget` is\n\
             # SBST_TOTAL_BUDGET), then this file, then [package.metadata.sbst] and\n\
             # [workspace.metadata.sbst] in Cargo.toml. Each key is listed with its default.\n"
        );
        for heading in self.headings() {
            text.push_str(&format!("\n# --- {heading} ---\n"));
            for key in self.keys.iter().filter(|key| key.heading == heading) {
                text.push_str(&paragraph(key, on));
            }
        }
        text
    }

    /// The headings of the keys, in the order of the help.
    pub fn headings(&self) -> Vec<&str> {
        let mut headings: Vec<&str> = Vec::new();
        for key in &self.keys {
            if !headings.contains(&key.heading.as_str()) {
                headings.push(&key.heading);
            }
        }
        headings
    }
}

fn paragraph(key: &Key, on: &[(&str, &str)]) -> String {
    let mut comment = wrap(&key.help);
    if let Kind::Choice(choices) = &key.kind {
        comment.extend(wrap(&format!("Values: {}", choices.join(", "))));
    }
    let comment: String = comment.iter().map(|line| format!("# {line}\n")).collect();
    let name = &key.name;
    let line = match (on.iter().find(|(other, _)| other == name), default(key)) {
        (Some((_, value)), _) => format!("{name} = {value}"),
        (None, Some(default)) => format!("# {name} = {default}"),
        (None, None) => format!("# {name} = {} # an example", example(key)),
    };
    format!("\n{comment}{line}\n")
}

/// Returns a key's default as TOML, if it has one.
pub fn default(key: &Key) -> Option<String> {
    let mut texts = key.default.iter().map(|text| value(&key.kind, text).to_string());
    match key.is_list {
        true => Some(format!("[{}]", texts.collect::<Vec<_>>().join(", "))),
        false => texts.next(),
    }
}

fn example(key: &Key) -> String {
    let known = EXAMPLES.iter().find(|(name, _)| *name == key.value_name);
    known.map_or_else(|| format!("\"{}\"", key.value_name), |(_, example)| (*example).to_owned())
}

fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() + 3 <= WIDTH => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
