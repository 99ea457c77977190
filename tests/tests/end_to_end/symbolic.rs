//! Symbolic execution of conditions without guiding distances.

use sbst_tests::Project;
use std::fs;

const SOURCE: &str = "
    #[qq::instrument]
    pub fn checksum(bytes: [u8; 8]) -> bool {
        let mut crc = !0u32;
        for byte in bytes {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                let mask = (crc & 1).wrapping_neg();
                crc = (crc >> 1) ^ (0xEDB8_8320 & mask);
            }
        }
        !crc == 0xCAFE_F00D
    }
";

#[test]
fn checksum_is_solved_alone_and_within_default_search() {
    let project = Project::copy("renamed", "symbolic");
    project.write("src/lib.rs", SOURCE);
    for options in ["--algorithm dse --budget 500evals", "--symbolic --budget 5000evals"] {
        let output = project.sbst(&format!("--message-format json --fresh --seed 3 {options}")).optimised();
        let output = output.succeed();
        let summary = &output.find_messages("summary")[0];
        assert_eq!(summary["covered"], summary["goals"], "{options}: {summary}");
    }
    project.cargo("test").succeed();
}

/// Its second condition contradicts the first one, by bits, which the analysis does not follow.
const PROVED: &str = "
    #[qq::instrument]
    pub fn remainder(n: u8) -> u8 {
        if n & 1 == 1 {
            if n & 3 == 2 {
                return 9;
            }
            return 1;
        }
        0
    }
";
const PROOF: &str =
    "symbolic execution explored all paths, and this contradicts `n & 1 == 1` in line 4 (true)";

#[test]
fn infeasibility_proof_is_reported_after_merge_too() {
    let project = Project::copy("renamed", "symbolic-proof");
    project.write("src/lib.rs", PROVED);
    let explained = || {
        let text = project.sbst("explain remainder:5").succeed().stdout;
        assert!(
            text.contains(&format!(
                "Goals that no input reaches (lines as they were then)\n    [2] n & 3 == 2  true: {PROOF}\n"
            )),
            "{text}"
        );
        let json = project.sbst("explain remainder:5 --message-format json").succeed().messages().remove(0);
        let condition = &json["conditions"][0];
        assert_eq!(condition["infeasible"], serde_json::json!([{"outcome": true, "reason": PROOF}]));
        assert_eq!(condition["uncovered"], serde_json::Value::Null);
    };
    let search = "--algorithm dse --budget 500evals";
    let output = project.sbst(search).optimised().succeed();
    output.says("1 goal that no input reaches");
    explained();

    let store = project.target_directory().join("stores/proof");
    _ = fs::remove_dir_all(&store);
    let with_store =
        |arguments: &str| project.sbst(arguments).arguments("--run-id night --store").argument(&store);
    with_store(&format!("{search} --shard 1/1")).optimised().succeed();
    let merged = with_store("merge --message-format json").succeed();
    let summary = &merged.find_messages("summary")[0];
    assert_eq!((&summary["goals"], &summary["infeasible"]), (&summary["covered"], &1.into()), "{summary}");
    assert_eq!(merged.find_messages("target-finished")[0]["infeasible"][0]["reason"], PROOF);
    explained();
}

const SMALL: &str = "
    #[qq::instrument]
    pub fn small(v: &[u8], n: u32) -> u32 {
        let mut hash = n ^ 0x5bd1_e995;
        hash = hash.wrapping_mul(0x9E37_79B1).rotate_left(7);
        if hash == 0xCAFE_F00D {
            return 1;
        }
        u32::from(v[3]) + n
    }
";

#[test]
fn panics_are_sought_in_symbolic_build() {
    let project = Project::copy("renamed", "symbolic-panics");
    project.write("src/lib.rs", SMALL);
    let options = "--symbolic --goals branch,panic --budget 20000evals --seed 1 --message-format json";
    let output = project.sbst(options).succeed();
    let target = &output.find_messages("target-finished")[0];
    assert_eq!(target["covered"], target["goals"], "{target:#}");
    let failed = |check: &str| {
        let mut checks = target["hidden_checks"].as_array().unwrap().iter();
        checks.find(|one| one["check"].as_str().unwrap() == check).expect(check)["failed"].clone()
    };
    assert_eq!((failed("u32::from(v[3]) + n"), failed("v[3]")), (true.into(), true.into()), "{target:#}");
    let kinds = output.kinds(target["target"].as_str().unwrap());
    assert!(kinds.contains(&"overflow".to_owned()) && kinds.contains(&"index".to_owned()), "{kinds:?}");
}
