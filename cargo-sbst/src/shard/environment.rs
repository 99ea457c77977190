//! The number of a shard and the name of its run, from options or from the environment of a job.

use anyhow::{Context, bail, ensure};
use clap::Args;
use std::env;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// A shard of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 on.
    pub number: u32,
    pub of: u32,
}

impl Shard {
    fn new(number: u32, of: u32) -> anyhow::Result<Shard> {
        ensure!(
            (1..=of).contains(&number),
            "{number}/{of} is not a shard: shards are numbered from 1 to {of}"
        );
        Ok(Shard { number, of })
    }
}

impl FromStr for Shard {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Shard> {
        let numbers = text.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        let Some((number, of)) = numbers else { bail!("a shard is written as 2/3, the second of three") };
        Shard::new(number, of)
    }
}

/// The heading above the options of shards.
const SHARDS: &str = "Shards";

/// Options of all commands that use a store.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = SHARDS)]
pub struct StoreOptions {
    /// Store for the results of shards: a directory, s3://BUCKET/PATH, gs://BUCKET/PATH or
    /// az://CONTAINER/PATH
    #[arg(long, value_name = "URL")]
    pub store: Option<String>,
    /// Name of the shards' run [default: from the job's environment]
    #[arg(long, value_name = "NAME")]
    pub run_id: Option<String>,
}

/// Options of a run on many machines.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = SHARDS)]
pub struct ShardOptions {
    #[command(flatten)]
    pub store: StoreOptions,
    /// Search only a part of the functions: 2/3 is the second of three [default: from the job's
    /// environment, if there is a store]
    #[arg(long, value_name = "K/N", requires = "store")]
    pub shard: Option<Shard>,
    /// Number of shards, if the job's environment has only the number of this one
    #[arg(long, value_name = "NUMBER")]
    pub shards: Option<NonZeroUsize>,
}

/// A system that starts jobs with numbers. The fields name variables.
struct System {
    name: &'static str,
    index: &'static str,
    first: First,
    /// None if the manifest has to give it.
    total: Option<&'static str>,
    run: Option<&'static str>,
}

/// The number of the first job.
enum First {
    Zero,
    One,
    /// The number in the first variable, with steps as in the second.
    Variables(&'static str, &'static str),
}

/// The systems that give a job its number. A variable of one is not one of another.
///
/// | system | source |
/// |---|---|
/// | GitLab | <https://docs.gitlab.com/ci/variables/predefined_variables/> |
/// | Slurm | <https://slurm.schedmd.com/job_array.html> |
/// | AWS Batch | <https://docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html> |
/// | Cloud Run | <https://cloud.google.com/run/docs/container-contract> |
/// | Kubernetes | <https://kubernetes.io/docs/tasks/job/indexed-parallel-processing-static/> |
const SYSTEMS: [System; 5] = [
    System {
        name: "GitLab",
        index: "CI_NODE_INDEX",
        first: First::One,
        total: Some("CI_NODE_TOTAL"),
        run: Some("CI_PIPELINE_ID"),
    },
    System {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::Variables("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"),
        total: Some("SLURM_ARRAY_TASK_COUNT"),
        run: Some("SLURM_ARRAY_JOB_ID"),
    },
    System {
        name: "AWS Batch",
        index: "AWS_BATCH_JOB_ARRAY_INDEX",
        first: First::Zero,
        total: Some("AWS_BATCH_JOB_ARRAY_SIZE"),
        run: Some("AWS_BATCH_JOB_ID"),
    },
    System {
        name: "Cloud Run",
        index: "CLOUD_RUN_TASK_INDEX",
        first: First::Zero,
        total: Some("CLOUD_RUN_TASK_COUNT"),
        run: Some("CLOUD_RUN_EXECUTION"),
    },
    System { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: First::Zero, total: None, run: None },
];

/// The run of a workflow of GitHub, which has no number of a job: the workflow gives `SBST_SHARD`.
/// <https://docs.github.com/en/actions/reference/workflows-and-actions/variables>
const GITHUB_RUN: &str = "GITHUB_RUN_ID";

impl ShardOptions {
    /// Returns the shard that a run is, if it is one.
    pub fn shard(&self) -> anyhow::Result<Option<Shard>> {
        match self.shard {
            Some(shard) => Ok(Some(shard)),
            None => shard(self.shards, variable),
        }
    }
}

impl StoreOptions {
    /// Returns the name of the run, if anything names it.
    pub fn run(&self) -> Option<String> {
        self.run_id.clone().or_else(|| run(variable)).map(|name| without_separators(&name))
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn shard(total: Option<NonZeroUsize>, get: impl Fn(&str) -> Option<String>) -> anyhow::Result<Option<Shard>> {
    let number = |name: &str| match get(name) {
        None => Ok(None),
        Some(value) => {
            value.parse::<u32>().map(Some).with_context(|| format!("{name} is not a number: {value}"))
        }
    };
    for System { name, index, first, total: of, .. } in &SYSTEMS {
        let Some(at) = number(index)? else { continue };
        let (first, step) = match first {
            First::Zero => (0, 1),
            First::One => (1, 1),
            First::Variables(first, step) => (number(first)?.unwrap_or(0), number(step)?.unwrap_or(1).max(1)),
        };
        let of = of.map(number).transpose()?.flatten();
        let given = total.map(|total| u32::try_from(total.get()).unwrap_or(u32::MAX));
        let Some(of) = given.or(of) else {
            bail!("{name} has the number of this shard ({index}={at}), but not their total: set SBST_SHARDS");
        };
        let Some(before) = at.checked_sub(first).filter(|offset| offset % step == 0) else {
            bail!("{index}={at} is not in the array from {first} in steps of {step}");
        };
        return Shard::new(before / step + 1, of)
            .map(Some)
            .with_context(|| format!("{index}={at} in {name}"));
    }
    Ok(None)
}

fn run(get: impl Fn(&str) -> Option<String>) -> Option<String> {
    let of_system = SYSTEMS.iter().filter(|system| get(system.index).is_some()).find_map(|system| system.run);
    let of_pipeline = ["CI_PIPELINE_ID", GITHUB_RUN];
    let name = of_system.into_iter().chain(of_pipeline).find_map(get)?;
    // The job of a child is `parent:index`.
    Some(name.split(':').next().unwrap_or_default().to_owned())
}

/// A name that is one part of a path in every store.
fn without_separators(name: &str) -> String {
    // `.` and `..` would be other folders.
    let has_letters = name.chars().any(|letter| letter != '.');
    let is_plain = |letter: char| {
        letter.is_ascii_alphanumeric() || "-_".contains(letter) || letter == '.' && has_letters
    };
    name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_environment<'a>(variables: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        move |name| variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
    }

    fn at(variables: &[(&str, &str)]) -> Option<(u32, u32)> {
        let shard = shard(None, in_environment(variables)).unwrap();
        shard.map(|shard| (shard.number, shard.of))
    }

    #[test]
    fn jobs_of_every_system_have_their_shard() {
        assert_eq!(at(&[("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "3")]), Some((1, 3)));
        assert_eq!(at(&[("CI_NODE_TOTAL", "1")]), None, "every job of GitLab has it");
        let batch = [("AWS_BATCH_JOB_ARRAY_INDEX", "2"), ("AWS_BATCH_JOB_ARRAY_SIZE", "3")];
        assert_eq!(at(&batch), Some((3, 3)));
        assert_eq!(at(&[("CLOUD_RUN_TASK_INDEX", "0"), ("CLOUD_RUN_TASK_COUNT", "2")]), Some((1, 2)));
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "5"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert_eq!(at(&slurm), Some((3, 4)), "--array=1-7:2");
        let pod = [("JOB_COMPLETION_INDEX", "1")];
        let known = shard(NonZeroUsize::new(4), in_environment(&pod)).unwrap();
        assert_eq!(known, Some(Shard { number: 2, of: 4 }));
        let unknown = shard(None, in_environment(&pod)).unwrap_err().to_string();
        assert!(unknown.contains("SBST_SHARDS"), "{unknown}");
    }

    #[test]
    fn numbers_that_make_no_sense_are_refused() {
        for text in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        let beyond = [("CLOUD_RUN_TASK_INDEX", "2"), ("CLOUD_RUN_TASK_COUNT", "2")];
        assert!(shard(None, in_environment(&beyond)).is_err());
        assert!(shard(None, in_environment(&[("CI_NODE_INDEX", "one")])).is_err());
    }

    #[test]
    fn a_run_has_the_name_that_its_jobs_share() {
        let named = |variables: &[(&str, &str)]| run(in_environment(variables));
        let child = [("AWS_BATCH_JOB_ARRAY_INDEX", "2"), ("AWS_BATCH_JOB_ID", "0a-1b:2")];
        assert_eq!(named(&child).as_deref(), Some("0a-1b"));
        assert_eq!(named(&[("GITHUB_RUN_ID", "77")]).as_deref(), Some("77"));
        assert_eq!(
            named(&[("CI_PIPELINE_ID", "9")]).as_deref(),
            Some("9"),
            "the job that merges has no index"
        );
        assert_eq!(named(&[]), None);
        assert_eq!(without_separators("a/b c.d"), "a-b-c.d");
        assert_eq!(without_separators(".."), "--");
    }
}
