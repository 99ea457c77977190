use std::fmt;

/// The reason why a text is no script that can be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError(pub(super) String);

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SyntaxError {}

/// Lists within lists. Readers recurse, so there is a limit.
const DEPTH: usize = 1_000;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

impl Expression {
    /// Reads all expressions of a text. A comment begins with `;`, and `|` encloses a symbol.
    pub(super) fn read_all(text: &str) -> Result<Vec<Self>, SyntaxError> {
        let mut open: Vec<Vec<Self>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let mut length = 1;
            match first {
                ';' => length = rest.find('\n').unwrap_or(rest.len()),
                '(' if open.len() > DEPTH => {
                    return Err(SyntaxError(format!("more than {DEPTH} lists nested")))
                }
                '(' => open.push(Vec::new()),
                ')' => {
                    let list = open.pop().unwrap_or_default();
                    let outer = open.last_mut().ok_or_else(|| SyntaxError("a `)` too many".to_owned()))?;
                    outer.push(Self::List(list));
                }
                _ => {
                    let quoted = first == '|' || first == '"';
                    let end = if quoted {
                        rest[1..].find(first).map(|end| end + 2)
                    } else {
                        rest.find(|letter: char| letter.is_whitespace() || "();".contains(letter))
                    };
                    length = end.unwrap_or(rest.len());
                    let atom = rest[..length].trim_matches('|').to_owned();
                    open.last_mut().expect("the outermost list").push(Self::Atom(atom));
                }
            }
            rest = rest[length..].trim_start();
        }
        match <[Vec<Self>; 1]>::try_from(open) {
            Ok([expressions]) => Ok(expressions),
            Err(_) => Err(SyntaxError("a `)` is missing at the end".to_owned())),
        }
    }

    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(text) => Some(text),
            Self::List(_) => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            Self::Atom(_) => None,
        }
    }

    /// Returns the value and the width of `#b101`, `#x2a` or `(_ bv42 8)`.
    pub(super) fn number(&self) -> Option<(u128, u32)> {
        let (value, width) = match self {
            Self::Atom(text) => {
                let (digits, base, bits) = match text.split_at_checked(2)? {
                    ("#b", digits) => (digits, 2, 1),
                    ("#x", digits) => (digits, 16, 4),
                    _ => return None,
                };
                (
                    u128::from_str_radix(digits, base).ok()?,
                    u32::try_from(digits.len()).ok()?.checked_mul(bits)?,
                )
            }
            Self::List(list) => {
                let [underscore, value, width] = &list[..] else { return None };
                (underscore.atom()? == "_").then_some(())?;
                (value.atom()?.strip_prefix("bv")?.parse().ok()?, width.atom()?.parse().ok()?)
            }
        };
        ((1..=128).contains(&width) && (width == 128 || value >> width == 0)).then_some((value, width))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atom(text) => f.write_str(text),
            Self::List(list) => {
                f.write_str("(")?;
                for (index, expression) in list.iter().enumerate() {
                    write!(f, "{}{expression}", if index > 0 { " " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_printed_as_they_were_read() {
        let text = "(a (b |c d|) ; comment\n #x2a)\n(_ bv42 8)";
        let read: Vec<String> =
            Expression::read_all(text).unwrap().iter().map(Expression::to_string).collect();
        assert_eq!(read, ["(a (b c d) #x2a)", "(_ bv42 8)"]);
    }

    #[test]
    fn numbers_have_the_width_of_their_digits() {
        let number = |text| Expression::read_all(text).unwrap()[0].number();
        assert_eq!(number("#b101"), Some((5, 3)));
        assert_eq!(number("#x2a"), Some((42, 8)));
        assert_eq!(number("(_ bv42 8)"), Some((42, 8)));
        assert_eq!(number("(_ bv256 8)"), None);
        assert_eq!(number("(_ bv1 0)"), None);
        assert_eq!(number("#"), None);
        assert_eq!(number("é"), None);
    }

    #[test]
    fn texts_that_end_too_early_or_nest_too_deeply_are_refused() {
        assert!(Expression::read_all("(a").is_err());
        assert!(Expression::read_all("a)").is_err());
        assert!(Expression::read_all(&"(".repeat(100_000)).is_err());
    }
}
