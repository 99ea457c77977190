//! Advice about functions of whole crates that are not searched.
//!
//! The attribute and the runtime advise to annotate something else. A whole crate is annotated
//! already, so the advice names other remedies.

/// Returns the reason why a function of a whole crate is not searched.
pub fn for_whole_crate(reason: &str) -> String {
    let Some((why, advice)) = reason.split_once("; ") else { return reason.to_owned() };
    let instead = if why.starts_with("no value of type") {
        "a function beside the type that returns one of what can be built would help, or `FromStr`, `From` or `Default` for it"
    } else if why.starts_with("there is no value of type") {
        "a function beside the type that makes one would help"
    } else if why.starts_with("none of the") {
        "a type without parameters that has the traits and `Debug`, beside the function, would help, or another function that calls it with a type"
    } else if why.starts_with("it is `unsafe`") || advice.contains("annotate") {
        "its goals count when others that are searched reach them"
    } else {
        return reason.to_owned();
    };
    format!("{why}; {instead}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_to_annotate_what_is_taken_as_a_whole() {
        for (reason, expected) in [
            (
                "no value of type `&Node` can be built for the parameter `node`; write `#[derive(sbst::Input)]` on the type, or …",
                "no value of type `&Node` can be built for the parameter `node`; a function beside the type that returns one of what can be built would help, or `FromStr`, `From` or `Default` for it",
            ),
            (
                "it is `unsafe`; write `#[sbst::instrument(unsafe)]` if it may be called, or annotate a safe function that calls it",
                "it is `unsafe`; its goals count when others that are searched reach them",
            ),
            (
                "a macro makes it, so it is not certain where it stands; annotate a function that calls it",
                "a macro makes it, so it is not certain where it stands; its goals count when others that are searched reach them",
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
