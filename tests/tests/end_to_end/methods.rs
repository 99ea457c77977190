//! Functions beside which no entry can stand.

use sbst_tests::Project;

#[test]
fn methods_that_are_annotated_alone_are_known_by_their_type() {
    let project = Project::copy("methods", "methods");
    let output = project.sbst("list --message-format json").succeed();
    let targets = output.of_type("target");
    let paths: Vec<&str> = targets.iter().map(|target| target["target"].as_str().unwrap()).collect();
    let expected = [
        "fixture_methods::<Temperature as PartialOrd>::partial_cmp",
        "fixture_methods::Temperature::boils",
        "fixture_methods::Temperature::is_valid",
        "fixture_methods::Temperature::new",
        "fixture_methods::Warm::is_warm",
    ];
    assert_eq!(paths, expected);
    assert!(targets.iter().all(|target| target["goals"].as_array().unwrap().len() == 2), "{targets:#?}");
}
