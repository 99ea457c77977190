//! `--only`: which of the annotated functions are meant.

use anyhow::bail;
use clap::Args;

/// The most similar paths offered when a name means nothing.
const CANDIDATES: usize = 5;

/// Returns true for each of `paths` that one of `names` selects; all are selected if there are no
/// names. A name selects the path that equals it; else the paths that end with it after `::`; else
/// the paths that contain it.
pub fn select(paths: &[&str], names: &[String]) -> anyhow::Result<Vec<bool>> {
    let mut chosen = vec![names.is_empty(); paths.len()];
    for name in names {
        let meant = meant_by(paths, name);
        if meant.is_empty() {
            bail!(
                "no annotated function is called `{name}`\n  similar names: {}\n  `cargo sbst list` shows all",
                similar(paths, name).join(", ")
            );
        }
        for index in meant {
            chosen[index] = true;
        }
    }
    Ok(chosen)
}

/// The indices of the paths that a name means.
pub fn meant_by(paths: &[&str], name: &str) -> Vec<usize> {
    let ending = format!("::{name}");
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|path| path == name, &|path| path.ends_with(&ending), &|path| path.contains(name)];
    ways.iter()
        .map(|way| (0..paths.len()).filter(|index| way(paths[*index])).collect::<Vec<_>>())
        .find(|meant| !meant.is_empty())
        .unwrap_or_default()
}

/// The paths most like a name, best first.
pub fn similar<'a>(paths: &[&'a str], name: &str) -> Vec<&'a str> {
    let last = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
    let likeness =
        |path: &str| strsim::jaro_winkler(path, name).max(strsim::jaro_winkler(&last(path), &last(name)));
    let mut paths: Vec<&str> = paths.to_vec();
    paths.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)).then(a.cmp(b)));
    paths.truncate(CANDIDATES);
    paths
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Selection")]
pub struct SelectionOptions {
    /// All functions, annotated or not; changes nothing in the package
    #[arg(long)]
    pub all: bool,
    /// Only functions whose path is, ends with or contains this; may be repeated
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
    /// Only this package of the workspace; may be repeated
    #[arg(short, long = "package", value_name = "PACKAGE")]
    pub packages: Vec<String>,
    /// All packages of the workspace
    #[arg(long)]
    pub workspace: bool,
    /// Exclude this package; may be repeated
    #[arg(long, value_name = "PACKAGE", requires = "workspace")]
    pub exclude: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 4] = ["d::gcd", "d::inner::gcd", "d::gcd_of_all", "d::triangle"];

    fn selected(names: &[&str]) -> Vec<&'static str> {
        let names: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        let chosen = select(&PATHS, &names).unwrap();
        PATHS.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(path, _)| path).collect()
    }

    #[test]
    fn the_strictest_meaning_counts() {
        assert_eq!(selected(&["d::gcd"]), ["d::gcd"]);
        assert_eq!(selected(&["gcd"]), ["d::gcd", "d::inner::gcd"]);
        assert_eq!(selected(&["gcd_"]), ["d::gcd_of_all"]);
        assert_eq!(selected(&["triangle", "inner"]), ["d::inner::gcd", "d::triangle"]);
        assert_eq!(selected(&[]), PATHS);
    }

    #[test]
    fn a_name_that_means_nothing_is_an_error_that_offers_similar_ones() {
        let error = select(&PATHS, &["trinagle".into()]).unwrap_err().to_string();
        assert!(error.contains("`trinagle`") && error.contains("similar names: d::triangle"), "{error}");
    }
}
