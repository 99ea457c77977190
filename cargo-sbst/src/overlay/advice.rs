//! Advice about functions of whole crates that are not searched.
//!
//! The attribute and the runtime advise to annotate something else. A whole crate is annotated
//! already, so the advice names other remedies.

/// Returns the reason why a function of a whole crate is not searched.
pub fn for_whole_crate(reason: &str) -> String {
    let Some((why, advice)) = reason.split_once("; ") else { return reason.to_owned() };
    let instead = if why.starts_with("no value of type") {
        "add a constructor whose arguments can be built, or `FromStr`, `From` or `Default`"
    } else if why.starts_with("there is no value of type") {
        "add a constructor next to the type"
    } else if why.starts_with("none of the") {
        "add a type without parameters that implements the traits and `Debug`, or a function that calls it with such a type"
    } else if why.starts_with("it is `unsafe`") || advice.contains("annotate") {
        "its goals are credited when reached through callers"
    } else {
        return reason.to_owned();
    };
    format!("{why}; {instead}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_for_whole_crates_never_mentions_annotations() {
        for (reason, expected) in [
            (
                "no value of type `&Node` can be built for the parameter `node`; write `#[derive(sbst::Input)]` on the type, or …",
                "no value of type `&Node` can be built for the parameter `node`; add a constructor whose arguments can be built, or `FromStr`, `From` or `Default`",
            ),
            (
                "it is `unsafe`; write `#[sbst::instrument(unsafe)]` if it may be called, or annotate a safe function that calls it",
                "it is `unsafe`; its goals are credited when reached through callers",
            ),
            (
                "a macro makes it, so it is not certain where it stands; annotate a function that calls it",
                "a macro makes it, so it is not certain where it stands; its goals are credited when reached through callers",
            ),
        ] {
            assert_eq!(for_whole_crate(reason), expected);
        }
        for kept in [
            "it mentions `std::fs::write` (`--allow-effects` calls it anyway)",
            "it does not compile with probes",
        ] {
            assert_eq!(for_whole_crate(kept), kept);
        }
    }
}
