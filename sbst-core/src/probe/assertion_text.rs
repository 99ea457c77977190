//! The original texts of assertions, which the messages of failed ones contain as written.

/// Marks around the original text of an assertion: characters that no program contains.
const MARKS: [char; 2] = ['\u{2045}', '\u{2046}'];

/// Returns the message of a panic as the program without instrumentation would print it.
pub(crate) fn as_written(message: String) -> String {
    restored(&message).unwrap_or(message)
}

/// Returns `before text after` for `before …::__private::asserted(…, "⁅text⁆") after`, with or
/// without spaces between the tokens.
fn restored(message: &str) -> Option<String> {
    let call =
        ["__private::asserted", "__private :: asserted"].into_iter().find_map(|call| message.find(call))?;
    let before = without_path(&message[..call]);
    let (text_from, text_to) = (message.rfind(MARKS[0])?, message.rfind(MARKS[1])?);
    let text = message.get(text_from + MARKS[0].len_utf8()..text_to)?;
    let end = text_to + message[text_to..].find(')')? + 1;
    Some(format!("{before}{text}{}", &message[end..]))
}

/// Returns `text` without the path `…::` at its end.
fn without_path(text: &str) -> &str {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
    let mut path = text;
    while let Some(before) = path.trim_end().strip_suffix("::") {
        let segment = before.trim_end();
        let start = segment.trim_end_matches(is_part_of_name);
        path = if start.len() < segment.len() { start } else { before };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_the_program_is_put_back() {
        let rewritten = [
            "assertion failed: ::sbst::__private::asserted(match a { _ => \"⁅x⁆\" }, \"⁅a == b⁆\")",
            "assertion failed: crate::r#fn::__private::asserted(!x,\n    \"⁅a == b⁆\")",
            "assertion failed: :: sbst :: __private :: asserted (! x , r#\"⁅a == b⁆\"#)",
        ];
        for message in rewritten {
            assert_eq!(as_written(message.to_owned()), "assertion failed: a == b");
        }
        assert_eq!(as_written("check x::__private::asserted(y, \"⁅y⁆\") failed".into()), "check y failed");
    }

    #[test]
    fn other_messages_stay_as_they_are() {
        for message in ["assertion failed: a == b", "", "__private::asserted", "⁆⁅", "__private::asserted ⁆⁅"]
        {
            assert_eq!(as_written(message.to_owned()), message);
        }
    }
}
