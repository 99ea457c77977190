//! Crates in unusual places and of unusual kinds.

use sbst_tests::Project;

#[test]
fn names_and_places_of_manifest_are_respected() {
    let project = Project::copy("layout", "layout");
    let output = project.sbst("--message-format json").succeed();
    for path in ["another_name::here::found", "another_name::large", "another_name::small", "some_tool::tool"]
    {
        assert_eq!(output.target(path)["covered"], 2, "{output:?}");
    }
    assert!(project.read("tests/sbst/here.rs").contains("use another_name::here::found;"));
    let files = output.find_messages("file-written");
    let private = files.iter().filter(|file| file["private"] == true);
    let private: Vec<&str> = private.map(|file| file["path"].as_str().unwrap()).collect();
    // For a function made by a macro, no source shows its visibility.
    for folder in ["/bin_some-tool/", "/another_name/"] {
        assert!(private.iter().any(|path| path.contains(folder)), "{folder}: {private:?}");
    }
    project.cargo("test").succeed();
}

#[test]
fn a_crate_without_the_standard_library_can_be_searched() {
    let project = Project::copy("no-std", "no-std");
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.target("fixture_no_std::chosen")["covered"], 4, "{output:?}");
    assert_eq!(output.target("fixture_no_std::doubled")["covered"], 4, "{output:?}");
    project.cargo("test").succeed();
}

#[test]
fn folders_may_have_spaces_and_other_letters_in_their_names() {
    let project = Project::copy("renamed", "a folder of Zoë's");
    let private = Project::copy("binary", "another folder of Zoë's");
    let output = project.sbst("--message-format json").succeed();
    assert_eq!(output.target("fixture_renamed::is_answer")["covered"], 2, "{output:?}");
    project.cargo("test").succeed();
    private.sbst("--write-private --quiet").succeed();
    private.cargo("test").succeed();
}

#[cfg(unix)]
#[test]
fn a_project_may_be_reached_by_a_link() {
    let project = Project::copy("renamed", "linked");
    let link = project.directory().with_file_name("link-to-linked");
    if std::fs::symlink_metadata(&link).is_err() {
        std::os::unix::fs::symlink(project.directory(), &link).unwrap();
    }
    project.sbst("--quiet").within(&link).succeed();
    assert!(project.has("tests/sbst/crate_root.rs"));
    project.cargo("test").within(&link).succeed();
}
