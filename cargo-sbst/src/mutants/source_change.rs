//! The lines of a source changed by a mutant.

use super::mutant::Mutant;

/// The most lines shown of a replaced text.
const MOST_LINES: usize = 4;

/// Returns the changed lines, with `-` or `+` before each.
pub fn changed_lines(mutant: &Mutant, source: &str) -> Vec<String> {
    let [(line, column), (end_line, end_column)] =
        mutant.place.map(|(line, column)| (line as usize, column as usize));
    let lines: Vec<&str> = source.lines().collect();
    let Some(old) =
        lines.get(line.saturating_sub(1)..end_line.min(lines.len())).filter(|old| !old.is_empty())
    else {
        return Vec::new();
    };
    let before: String = old[0].chars().take(column.saturating_sub(1)).collect();
    let behind: String = old[old.len() - 1].chars().skip(end_column.saturating_sub(1)).collect();
    let mut changed: Vec<String> = old.iter().take(MOST_LINES).map(|line| format!("- {line}")).collect();
    if old.len() > MOST_LINES {
        changed.push("- …".to_owned());
    }
    let new = format!("{before}{}{behind}", mutant.replacement);
    if !new.trim().is_empty() {
        changed.push(format!("+ {}", new.trim_end()));
    }
    changed
}
