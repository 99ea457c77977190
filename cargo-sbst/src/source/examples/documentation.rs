//! The code in documentation.

use sbst_source::documentation::blocks;

/// Returns the text of the documentation comments of a source file.
pub fn comments(source: &str) -> String {
    let lines = source.lines().map(|line| {
        let line = line.trim_start();
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).unwrap_or_default()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the Rust code in a text in Markdown: the fenced blocks without another language.
pub fn code(text: &str) -> Vec<String> {
    let blocks = blocks(text).into_iter().filter(|(language, _)| is_rust(language));
    blocks.map(|(_, code)| code).collect()
}

/// True if the words behind a fence are those of a documentation test.
fn is_rust(language: &str) -> bool {
    const WORDS: [&str; 6] = ["rust", "no_run", "should_panic", "ignore", "compile_fail", "edition"];
    let mut words = language.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.all(|word| WORDS.iter().any(|known| word.starts_with(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_stands_between_fences_of_no_other_language() {
        let source = "/// Text.\n///\n/// ```\n/// # use demo::f;\n/// f(1);\n/// ```\n/// ```text\n/// no\n/// ```\n\
                      fn f() {}\n//! ```rust,no_run\n//! g();\n//! ```\n// ```\n";
        assert_eq!(
            code(&comments(source)),
            [" use demo::f;\n f(1);\n", " g();\n"].map(|code| { code.replace(" use demo", "use demo") })
        );
        assert!(code("```\nopen").is_empty());
    }
}
