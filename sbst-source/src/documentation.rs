//! Documentation, and the code in it.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The documentation among attributes, a line for each of them.
pub fn text(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(doc) = &attribute.meta {
            if let (true, Expr::Lit(ExprLit { lit: Lit::Str(line), .. })) =
                (doc.path.is_ident("doc"), &doc.value)
            {
                text.push_str(&line.value());
                text.push('\n');
            }
        }
    }
    text
}

/// The code between the fences of a text in Markdown, each block with the words behind its first
/// fence.
pub fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        match (&mut open, trimmed.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, block)), None) => {
                // A line that begins so is not shown, and is code.
                let hidden = trimmed.strip_prefix("# ").or((trimmed == "#").then_some(""));
                block.push_str(hidden.unwrap_or(line));
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}
