//! Names of inputs: `name`, and after it any number of `[0]` and `.0` for an element, a character
//! or a field.

use super::options::LandscapeOptions;
use anyhow::{Context, bail};
use sbst_model::TargetDescription;
use sbst_model::messages::{FixedInput, InputPath, Varied};

/// Values of a single varied input.
const OF_ONE: usize = 201;
/// Values per input, of two.
const OF_TWO: usize = 61;

/// Reads the inputs to vary.
pub fn varied(target: &TargetDescription, options: &LandscapeOptions) -> anyhow::Result<Vec<Varied>> {
    let inputs = options.over.len();
    if inputs > 2 {
        bail!("a landscape lies over one input or two, not over {inputs}; keep the others with --at");
    }
    let default = if inputs == 1 { OF_ONE } else { OF_TWO };
    let varied = |(index, name): (usize, &String)| {
        let steps = pick("--steps", &options.steps, inputs, index)?;
        Ok(Varied {
            input: path(target, name)?,
            from: pick("--from", &options.from, inputs, index)?.cloned(),
            to: pick("--to", &options.to, inputs, index)?.cloned(),
            steps: steps.map_or(default, |steps| *steps as usize),
        })
    };
    let varied: Vec<Varied> = options.over.iter().enumerate().map(varied).collect::<anyhow::Result<_>>()?;
    if let [one, other] = &varied[..]
        && one.input == other.input
    {
        bail!("`{}` stands twice in --over; name two inputs, or one", one.input.text);
    }
    Ok(varied)
}

/// Returns an option's value for one of the inputs: a single value stands for all.
fn pick<'a, T>(option: &str, values: &'a [T], inputs: usize, index: usize) -> anyhow::Result<Option<&'a T>> {
    match values.len() {
        0 => Ok(None),
        1 => Ok(values.first()),
        given if given == inputs => Ok(values.get(index)),
        given => bail!("{option} has {given} values, but --over names {inputs}"),
    }
}

/// Reads the inputs with fixed values.
pub fn fixed(target: &TargetDescription, at: &[String]) -> anyhow::Result<Vec<FixedInput>> {
    let fixed = |text: &String| {
        let (name, value) = text
            .split_once('=')
            .with_context(|| format!("`{text}` has no value: write --at {text}=VALUE"))?;
        Ok(FixedInput { input: path(target, name)?, value: value.to_owned() })
    };
    at.iter().map(fixed).collect()
}

/// Reads the name of an input.
fn path(target: &TargetDescription, text: &str) -> anyhow::Result<InputPath> {
    let text = text.trim();
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    let position = target.parameters.iter().position(|parameter| parameter.name == name);
    let Some(parameter) = position else {
        let known: Vec<String> =
            target.parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
        let known = match known.is_empty() {
            true => "it has none".to_owned(),
            false => format!("it has {}", known.join(", ")),
        };
        bail!("`{}` has no parameter `{name}`: {known}", target.id);
    };
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (number, after) = match rest.strip_prefix('[') {
            Some(inside) => inside.split_once(']').unwrap_or((inside, "")),
            None => {
                let inside = rest.strip_prefix('.').unwrap_or(rest);
                inside.split_at(inside.find(['.', '[']).unwrap_or(inside.len()))
            }
        };
        let part = number.parse().with_context(|| {
            format!(
                "`{text}`: `{number}` is not a number; elements, characters and fields are numbered from 0"
            )
        })?;
        parts.push(part);
        rest = after;
    }
    Ok(InputPath { text: text.to_owned(), parameter, parts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn inputs_are_named_as_in_rust() {
        let target = fixture::description("d::f", 1);
        let parts = |text: &str| path(&target, text).unwrap().parts;
        assert_eq!(parts("n"), [0; 0]);
        assert_eq!(parts("n[3].1.0[2]"), [3, 1, 0, 2]);
    }

    #[test]
    fn unknown_input_is_refused_with_list_of_inputs() {
        let target = fixture::description("d::f", 1);
        let problem = |text: &str| path(&target, text).unwrap_err().to_string();
        assert_eq!(problem("m[0]"), "`d::f` has no parameter `m`: it has `n`");
        assert!(
            problem("n.x")
                .contains("`x` is not a number; elements, characters and fields are numbered from 0")
        );
        let at = fixed(&target, &["n".to_owned()]).unwrap_err();
        assert_eq!(at.to_string(), "`n` has no value: write --at n=VALUE");
    }

    #[test]
    fn one_value_stands_for_both_inputs() {
        assert_eq!(pick("--from", &[5], 2, 1).unwrap(), Some(&5));
        assert_eq!(pick("--from", &[5, 6], 2, 1).unwrap(), Some(&6));
        let error = pick("--from", &[5, 6], 1, 0).unwrap_err().to_string();
        assert_eq!(error, "--from has 2 values, but --over names 1");
    }
}
