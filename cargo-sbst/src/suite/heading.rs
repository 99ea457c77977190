//! Headings of the tests of a function in a file.
//!
//! A heading is a comment line above the first test of a function. It contains the function's path,
//! relative to the module of the file: `// SmallMap::insert`. A trait follows the path: `//
//! Charset::not (Not)`. The next run finds the function of a test by it.

/// Returns the heading for a function by the path of its definition.
pub fn from_path(path: &str, module: &str) -> String {
    let Some(below) = path.strip_prefix(module).and_then(|rest| rest.strip_prefix("::")) else {
        return path.to_owned();
    };
    let implementation = split_last(below).and_then(|(owner, name)| {
        let (implementor, of_trait) = split_at_as(owner.strip_prefix('<')?.strip_suffix('>')?)?;
        Some((implementor, name, of_trait))
    });
    match implementation {
        Some((implementor, name, of_trait)) if find_outside(implementor, " ").is_some() => {
            format!("<{implementor}>::{name} ({of_trait})")
        }
        Some((implementor, name, of_trait)) => format!("{implementor}::{name} ({of_trait})"),
        None => below.to_owned(),
    }
}

/// Returns the path of the function in a heading; `None` for another comment.
pub fn to_path(comment: &str, module: &str) -> Option<String> {
    let (below, of_trait) = match comment.split_once(" (") {
        Some((below, of_trait)) => (below, Some(of_trait.strip_suffix(')')?)),
        None => (comment, None),
    };
    if below.is_empty() || find_outside(below, " ").is_some() {
        return None;
    }
    let below = match of_trait {
        Some(of_trait) => {
            let (implementor, name) = split_last(below)?;
            let inside = implementor.strip_prefix('<').and_then(|inside| inside.strip_suffix('>'));
            format!("<{} as {of_trait}>::{name}", inside.unwrap_or(implementor))
        }
        None => below.to_owned(),
    };
    let krate = module.split("::").next().unwrap_or_default();
    let is_whole = below.strip_prefix(krate).is_some_and(|rest| rest.starts_with("::"));
    Some(if is_whole || module.is_empty() { below } else { format!("{module}::{below}") })
}

/// Splits a path before its last name.
fn split_last(path: &str) -> Option<(&str, &str)> {
    let mut last = None;
    let mut from = 0;
    while let Some(at) = find_outside(&path[from..], "::") {
        from += at + 2;
        last = Some(from);
    }
    last.map(|last| (&path[..last - 2], &path[last..]))
}

/// Splits an implementation at its ` as `.
fn split_at_as(owner: &str) -> Option<(&str, &str)> {
    let at = find_outside(owner, " as ")?;
    Some((&owner[..at], &owner[at + " as ".len()..]))
}

/// Returns the place of a text outside of brackets.
fn find_outside(text: &str, wanted: &str) -> Option<usize> {
    let mut depth = 0;
    let mut before = ' ';
    text.char_indices().find_map(|(at, letter)| {
        if depth == 0 && text[at..].starts_with(wanted) {
            return Some(at);
        }
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        before = letter;
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_convert_to_paths_and_back() {
        for (path, module, heading) in [
            ("kinds::entries::SmallMap::insert", "kinds::entries", "SmallMap::insert"),
            ("kinds::parse", "kinds", "parse"),
            ("kinds::charset::<Charset as Not>::not", "kinds::charset", "Charset::not (Not)"),
            ("k::<Map<K, V> as From<[(K, V); N]>>::from", "k", "Map<K, V>::from (From<[(K, V); N]>)"),
            ("k::<&'a Set as IntoIterator>::into_iter", "k", "<&'a Set>::into_iter (IntoIterator)"),
            ("k::<Fail as Fn(u8) -> u8>::f#2", "k", "Fail::f#2 (Fn(u8) -> u8)"),
            ("k::other::f", "k::own", "k::other::f"),
            ("k::<[u8]>::first", "k", "<[u8]>::first"),
        ] {
            assert_eq!(from_path(path, module), heading);
            assert_eq!(to_path(heading, module).as_deref(), Some(path));
        }
        assert_eq!(to_path("The order is that of insertion.", "k"), None);
    }
}
