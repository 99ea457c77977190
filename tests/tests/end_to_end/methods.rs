//! Functions in places without room for another item.

use sbst_tests::Project;

#[test]
fn singly_annotated_methods_have_their_types_path() {
    let project = Project::copy("methods", "methods");
    let output = project.sbst("list --message-format json").succeed();
    let targets = output.find_messages("target");
    let paths: Vec<(&str, usize)> = targets
        .iter()
        .map(|target| (target["target"].as_str().unwrap(), target["goals"].as_array().unwrap().len()))
        .collect();
    let expected = [
        ("fixture_methods::<Temperature as PartialOrd>::partial_cmp", 2),
        ("fixture_methods::Temperature::boils", 2),
        ("fixture_methods::Temperature::is_valid", 2),
        ("fixture_methods::Temperature::new", 2),
        ("fixture_methods::Warm::is_warm", 2),
        ("fixture_methods::both::part", 2),
        ("fixture_methods::both::part#2", 4),
        ("fixture_methods::least", 2),
    ];
    assert_eq!(paths, expected);
}
