//! Parses the compiler's diagnostics from its readable output.
//!
//! `cargo sbst test` shows them as cargo does. A diagnostic begins with `error` or `warning` at the
//! start of a line, and its places are behind arrows: `--> file:line:column`, and `:::` for further
//! files.

use std::collections::BTreeSet;
use std::path::Path;

use crate::build::Remark;

/// Returns the diagnostics in `log` that have a place in `root`, in order, without repetitions.
pub fn remarks(log: &str, root: &Path) -> Vec<Remark> {
    let mut remarks: Vec<Remark> = Vec::new();
    let mut is_open = false;
    for line in log.lines() {
        if let Some(remark) = beginning(line) {
            remarks.push(remark);
            is_open = true;
        } else if let Some(remark) = remarks.last_mut().filter(|_| is_open) {
            // Cargo's own messages are not indented, and have none of the compiler's signs.
            let is_sign = |sign: char| sign == ' ' || sign == '.' || sign.is_ascii_digit();
            let is_part = line.is_empty() || line.starts_with(is_sign);
            is_open = is_part || line.starts_with("For more information");
            if is_part {
                remark.rendered.push('\n');
                remark.rendered.push_str(line);
                remark.places.extend(place(line));
            }
        }
    }
    remarks.retain(|remark| remark.places.iter().any(|(file, _)| root.join(file).is_file()));
    let mut seen = BTreeSet::new();
    remarks.retain(|remark| seen.insert((remark.message.clone(), remark.places.first().cloned())));
    remarks
}

fn beginning(line: &str) -> Option<Remark> {
    let (head, message) = line.split_once(": ")?;
    let (kind, code) = match head.split_once('[') {
        Some((kind, code)) => (kind, code.strip_suffix(']').map(str::to_owned)),
        None => (head, None),
    };
    matches!(kind, "error" | "warning").then(|| Remark {
        is_error: kind == "error",
        code,
        message: message.to_owned(),
        places: Vec::new(),
        target: Default::default(),
        rendered: line.to_owned(),
    })
}

/// Parses `--> src/lib.rs:3:5`, also where more follows.
fn place(line: &str) -> Option<(String, usize)> {
    let trimmed = line.trim_start();
    if let Some(rest) = trimmed.strip_prefix("--> ").or_else(|| trimmed.strip_prefix("::: ")) {
        let mut parts = rest.rsplitn(3, ':');
        let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
        return Some((file.to_owned(), line.parse().ok()?));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_have_message_and_places_without_repetition() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("src")).expect("a folder");
        std::fs::write(folder.path().join("src/lib.rs"), "").expect("a file");
        let error = "error[E0308]: mismatched types\n  --> src/lib.rs:12:5\n   |\n12 |     1 + true\n   |     ^ expected\n   \
                     |\n  ::: src/lib.rs:3:1\n   |\nhelp: that\n\n";
        let log = format!(
            "   Compiling demo v0.1.0\n{error}{error}warning: unused\n --> src/lib.rs:1:1\n\nwarning: `demo` (lib) generated 1 \
             warning\nerror: could not compile `demo`\nwarning: elsewhere\n --> /other/lib.rs:1:1\n"
        );
        let found = remarks(&log, folder.path());
        let told: Vec<(bool, &str, usize)> =
            found.iter().map(|remark| (remark.is_error, &*remark.message, remark.places.len())).collect();
        assert_eq!(told, [(true, "mismatched types", 2), (false, "unused", 1)]);
        assert_eq!(found[0].places[0], ("src/lib.rs".to_owned(), 12));
        assert_eq!(found[0].code.as_deref(), Some("E0308"));
    }
}
