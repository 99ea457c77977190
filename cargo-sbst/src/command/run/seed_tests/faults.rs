//! Tests of earlier runs that are ignored because they show a fault.
//!
//! Earlier searches covered goals by their calls, but these overflow, hang or end the process. So
//! each test has its own process. It exits successfully after recording the call of the tested
//! function, before executing it.

use super::executables::OwnTests;
use super::harness::{self, Terms};
use crate::suite::{self, FaultTest};
use crate::ui::interrupt;
use crate::worker::describe::FoundTarget;
use sbst_model::messages::{ARGUMENTS_ONLY_OF, GENERATED_MODULE};
use std::time::Duration;

/// The longest time of a test until its call: it only builds arguments.
const LIMIT: Duration = Duration::from_secs(10);

/// Appends the calls of ignored tests of an earlier run in this executable.
pub fn record(tests: &OwnTests, targets: &[FoundTarget], terms: &Terms) -> anyhow::Result<()> {
    let mut written = suite::fault_tests(&tests.executable.package);
    // No call of a function without parameters is recorded, so the process would not end there.
    written.retain(|test| {
        let mut descriptions = targets.iter().map(|target| &target.description);
        descriptions.any(|function| function.id.path == test.function && !function.parameters.is_empty())
    });
    if !tests.has_harness || written.is_empty() {
        return Ok(());
    }
    for name in harness::list(tests, terms, &["--list", "--ignored"])? {
        let Some(test) = find(&written, &name) else { continue };
        if interrupt::requested() {
            break;
        }
        let child = terms.start(tests, |command| {
            command.args(["--exact", &name, "--ignored", "--test-threads=1"]);
            command.env(ARGUMENTS_ONLY_OF, &test.function);
            Ok(())
        })?;
        harness::wait(child, LIMIT)?;
    }
    Ok(())
}

/// Returns the generated test with this name in the harness; of several, the test in the module of
/// its function.
fn find<'a>(written: &'a [FaultTest], name: &str) -> Option<&'a FaultTest> {
    let (path, last) = name.rsplit_once("::")?;
    let module = path.strip_suffix(GENERATED_MODULE).map(|module| module.trim_end_matches("::"));
    let stands_there = |test: &&FaultTest| {
        let function = test.function.split_once("::").map_or("", |(_, rest)| rest);
        match module {
            Some("") => true,
            Some(module) => function.strip_prefix(module).is_some_and(|rest| rest.starts_with("::")),
            None => true,
        }
    };
    let is_meant = |test: &&FaultTest| test.name == last && test.is_inside == module.is_some();
    written.iter().filter(is_meant).find(stands_there)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, function: &str, is_inside: bool) -> FaultTest {
        FaultTest { name: name.into(), function: function.into(), is_inside }
    }

    #[test]
    fn a_generated_test_is_found_by_name_and_its_functions_module() {
        let written = [
            test("halve_1", "demo::numbers::halve", true),
            test("halve_1", "demo::shapes::halve", true),
            test("halve_1", "demo::halve", false),
        ];
        let function = |name| find(&written, name).map(|test| test.function.as_str());
        assert_eq!(function("shapes::sbst_tests::halve_1"), Some("demo::shapes::halve"));
        assert_eq!(function("numbers::sbst_tests::halve_1"), Some("demo::numbers::halve"));
        assert_eq!(function("crate_root::halve_1"), Some("demo::halve"));
        assert_eq!(function("crate_root::own_slow_test"), None);
        assert_eq!(function("halve_1"), None);
    }
}
