//! `cargo sbst landscape`.

use sbst_tests::Project;

/// The rows of a CSV file, without the names of its columns.
fn rows(project: &Project, path: &str) -> Vec<Vec<String>> {
    let text = project.read(path);
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_landscape_lies_over_one_input_or_two() {
    let project = Project::shared("library");
    let options = "landscape sign --goal 2 --over number --from=-3 --to 3 --output pictures";
    let output = project.sbst(options).succeed();
    output.says("fixture_library::sign over number, goal 2: number == 0 is true");
    let name = "pictures/fixture_library.sign-goal-2-over-number";
    let heights: Vec<[String; 2]> = rows(&project, &format!("{name}.csv"))
        .into_iter()
        .map(|row| [row[0].clone(), row[2].clone()])
        .collect();
    // The condition is not evaluated for negative numbers.
    let at = |number: &str| heights.iter().find(|[at, _]| at == number).unwrap()[1].clone();
    assert_eq!(["0", "1", "2", "3"].map(at), ["0", "1", "2", "3"]);
    assert_eq!(heights.len(), 7);
    assert!(project.read(&format!("{name}.svg")).starts_with("<svg "));

    let options = "landscape is_diagonal --goal 0 --over from.0,to.1 --from 0 --to 4 --at from.1=2 --at to.0=7 --steps 5 \
                   --message-format json --output pictures";
    let output = project.sbst(options).succeed();
    let name = "pictures/fixture_library.collections.is_diagonal-goal-0-over-from.0-to.1";
    let written: Vec<String> = output
        .find_messages("picture-written")
        .iter()
        .map(|line| line["file"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(written, ["svg", "csv"].map(|extension| format!("{name}.{extension}")));
    for row in rows(&project, &format!("{name}.csv")) {
        let [from, to]: [i32; 2] = [0, 1].map(|column| row[column].parse().unwrap());
        let expected = from.abs_diff(7).abs_diff(2i32.abs_diff(to));
        assert_eq!(row[3], expected.to_string(), "{row:?}");
    }
}

#[test]
fn other_points_continue_after_worker_crash() {
    let project = Project::shared("trouble");
    let options = "landscape aborts --goal 0 --over code --from 7600 --to 7800 --output pictures";
    project.sbst(options).succeed().says("a worker crashed at 1 point");
    let rows = rows(&project, "pictures/fixture_trouble.deaths.aborts-goal-0-over-code.csv");
    assert_eq!(rows.iter().filter(|row| row[3].is_empty()).count(), 1);
}

#[test]
fn a_walk_ends_where_the_goal_is_covered() {
    let project = Project::shared("library");
    let options = "landscape sign --goal 2 --walk random --seed 5 --output pictures";
    project.sbst(options).succeed().says("random").says("without a step");
    let rows = rows(&project, "pictures/fixture_library.sign-goal-2-walk-random-seed-5.csv");
    assert_eq!(rows.last().map(|row| row[3].as_str()), Some("0"), "{rows:?}");
}

#[test]
fn unknown_names_are_refused_with_list_of_names() {
    let project = Project::shared("library");
    for (arguments, code, said) in [
        ("landscape sign --goal 2", 2, "--over"),
        ("landscape sign --goal 2 --over number --walk random", 2, "--walk"),
        ("landscape sign --goal 2 --over number --only sign", 2, "cannot be used with '--only <NAME>'"),
        ("landscape sign --goal 4 --over number", 1, "has no goal 4, only 0 to 3"),
        ("landscape sign --goal 2 --over n", 1, "has no parameter `n`: it has `number`"),
        ("landscape sign --goal 2 --over number,number", 1, "`number` stands twice"),
        ("landscape sign --goal 2 --over number[1]", 1, "`number[1]`: a single value has no parts"),
        ("landscape sign --goal 2 --over number --from x", 1, "`number` is an integer of type i32, not `x`"),
        ("landscape is_diagonal --goal 0 --over from", 1, "name one of them, `from.0` for example"),
        ("landscape special:: --goal 0 --over number", 1, "give the whole path of one"),
    ] {
        project.sbst(arguments).arguments("--quiet --output pictures").end_with(code).says(said);
    }
    assert!(!project.has("pictures"));
}
