//! The optimisation levels of the user's packages: a level that the user has chosen stays.
//!
//! Levels are chosen in the workspace's manifest, in cargo's configuration and in the environment.
//! Unreadable files are ignored: cargo reports them.

use crate::cargo::configuration;
use crate::cargo::workspace::Workspace;
use std::env;
use toml::Table;

/// The profiles that tests are built with.
const PROFILES: [&str; 2] = ["dev", "test"];

/// Returns the members of the workspace that are built without optimisation by default, as cargo
/// names packages.
pub fn unoptimised_members(workspace: &Workspace) -> Vec<String> {
    let in_environment = PROFILES
        .iter()
        .any(|profile| env::var_os(format!("CARGO_PROFILE_{}_OPT_LEVEL", profile.to_uppercase())).is_some());
    if in_environment {
        return Vec::new();
    }
    let manifest = workspace.metadata.workspace_root.join("Cargo.toml").into_std_path_buf();
    let configured = configuration::read_all().into_iter().map(|file| file.table);
    let files: Vec<Table> = configured.chain(configuration::read(&manifest)).collect();
    let members = workspace.metadata.workspace_packages().into_iter();
    let unoptimised =
        members.filter(|member| !files.iter().any(|file| has_level(file, member.name.as_str())));
    unoptimised.map(|member| format!("{}@{}", member.name, member.version)).collect()
}

/// True if a manifest or a configuration chooses the level of a member's tests.
fn has_level(file: &Table, member: &str) -> bool {
    PROFILES.iter().any(|name| {
        let profile = file.get("profile").and_then(|profiles| profiles.get(name)).and_then(|p| p.as_table());
        profile.is_some_and(|profile| {
            let of_member = |package: &(&String, &toml::Value)| {
                // `name`, or `name@version`, or a URL that ends so; `*` is for packages of others
                let name = package.0.rsplit(['#', '/']).next().unwrap_or_default();
                name.split(['@', ':']).next() == Some(member) && package.1.get("opt-level").is_some()
            };
            let packages = profile.get("package").and_then(|packages| packages.as_table());
            profile.contains_key("opt-level")
                || packages.is_some_and(|packages| packages.iter().any(|package| of_member(&package)))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_chosen_for_all_or_for_one() {
        let has = |text: &str| has_level(&text.parse().unwrap(), "mine");
        assert!(has("[profile.dev]\nopt-level = 0"));
        assert!(has("[profile.test]\nopt-level = \"s\""));
        assert!(has("[profile.dev.package.mine]\nopt-level = 3"));
        assert!(has("[profile.test.package.\"mine@1.0.0\"]\nopt-level = 3"));
        for text in [
            "",
            "[profile.release]\nopt-level = 3",
            "[profile.dev]\ndebug = false",
            "[profile.dev.package.\"*\"]\nopt-level = 3",
            "[profile.dev.package.another]\nopt-level = 3",
            "[profile.dev.package.mine]\ndebug = false",
            "[profile.dev.build-override]\nopt-level = 3",
        ] {
            assert!(!has(text), "{text}");
        }
    }
}
