//! Functions called by templates.

use crate::expression::callee;
use crate::shape::Template;

/// True if a template is a call of the function with this path, by two names: its own, and that of
/// its type or module.
pub fn names(template: Template, path: &str) -> bool {
    let Some(meant) = last_names(path) else { return false };
    // That distinguishes most of them.
    let may = template.contains(meant.1) || meant.1 == "from_str";
    may && function(template).as_deref().and_then(last_names) == Some(meant)
}

/// Returns the path of the function called by a template.
pub fn function(template: Template) -> Option<String> {
    if let Some(parsed) = template.strip_prefix("{0}.parse::<{") {
        return Some(format!("{}::from_str", parsed.split_once('}')?.0));
    }
    if let Some(implementor) = template.strip_prefix("<{") {
        let (owner, rest) = implementor.split_once('}')?;
        let function = rest.split_once('(')?.0.rsplit("::").next()?;
        return Some(format!("{owner}::{function}"));
    }
    callee(template)
}

/// Returns the last names of a path: `demo::<Day as FromStr>::from_str` is `Day` and `from_str`.
///
/// ```
/// use sbst_model::called::last_names;
///
/// assert_eq!(last_names("demo::Map<K, V>::new"), Some(("Map", "new")));
/// assert_eq!(last_names("demo::<Day as FromStr>::from_str"), Some(("Day", "from_str")));
/// ```
pub fn last_names(path: &str) -> Option<(&str, &str)> {
    let (owner, function) = path.rsplit_once("::")?;
    let of_trait = owner.split_once("::<").filter(|(module, _)| !module.contains('<'));
    let owner = of_trait.map_or(owner, |(_, implementor)| implementor.trim_start_matches('&'));
    let owner = owner.split(['<', ' ', '>']).next()?;
    Some((owner.rsplit("::").next()?, function))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_names_the_function_however_it_is_written() {
        for (template, path) in [
            ("{demo::Arguments}::from_env()", "demo::Arguments::from_env"),
            ("{demo::Map}::new({0})", "demo::Map<K, V>::new"),
            ("{demo::days::make}({0})", "demo::days::make"),
            ("{0}.parse::<{demo::days::Day}>()", "demo::days::<Day as FromStr>::from_str"),
            (
                "<{demo::Day} as std::convert::TryFrom<_>>::try_from({0})",
                "demo::<Day as TryFrom<&'a str>>::try_from",
            ),
        ] {
            assert!(names(template, path), "{template} {path}");
        }
        assert!(!names("{demo::Arguments}::from_args({0})", "demo::Arguments::from_env"));
        assert!(!names("{demo::Point} {{ x: {0} }}", "demo::Point::new"));
    }
}
