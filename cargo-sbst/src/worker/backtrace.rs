//! The frames of a backtrace that the standard library has printed.
//!
//! A frame is a line `   N: FUNCTION` and, if the executable has line tables, a line
//! `at FILE:LINE:COLUMN` behind it.

use cargo_metadata::camino::Utf8Path;
use sbst_model::messages::BACKTRACE;
use serde::Serialize;

/// A call that had begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Frame {
    pub function: String,
    /// `src/lib.rs:3:9`, from the root of the workspace on if it is there.
    pub place: String,
}

/// Returns the frames of the first panic at a place: those of the workspace, or `all`. A panic
/// raised by another crate is also found by the innermost frame of the workspace.
pub fn frames(text: &str, place: &str, root: &Utf8Path, all: bool) -> Vec<Frame> {
    let blocks = || text.split(BACKTRACE).skip(1);
    let raised = |block: &&str| block.lines().next() == Some(place);
    let comes_from = |block: &&str| {
        frames_of(block, root).iter().find(|frame| is_own(frame)).is_some_and(|frame| frame.place == place)
    };
    let Some(block) = blocks().find(raised).or_else(|| blocks().find(comes_from)) else { return Vec::new() };
    let mut frames = frames_of(block, root);
    frames.retain(|frame| all || is_own(frame));
    frames
}

fn frames_of(block: &str, root: &Utf8Path) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut function = None;
    for line in block.lines().skip(1).map(str::trim) {
        if let Some(place) = line.strip_prefix("at ") {
            frames.extend(function.take().map(|function| frame(function, place, root)));
            continue;
        }
        if let Some(function) = function.take() {
            frames.push(frame(function, "", root));
        }
        function = line.split_once(": ").map(|(_, function)| function);
    }
    frames.extend(function.map(|function| frame(function, "", root)));
    frames
}

fn frame(function: &str, place: &str, root: &Utf8Path) -> Frame {
    let place = place.strip_prefix("./").unwrap_or(place);
    let inside = place.strip_prefix(root.as_str()).and_then(|place| place.strip_prefix('/'));
    Frame { function: without_hash(function).to_owned(), place: inside.unwrap_or(place).to_owned() }
}

/// Returns `d::f` for `d::f::h0123456789abcdef`.
fn without_hash(function: &str) -> &str {
    match function.rsplit_once("::h") {
        Some((name, hash)) if hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()) => name,
        _ => function,
    }
}

/// True for a frame of the workspace: additions of the attribute and the runtime are not the
/// user's.
fn is_own(frame: &Frame) -> bool {
    let is_absolute = frame.place.starts_with('/') || frame.place.get(1..3) == Some(":\\");
    let is_of_runtime = frame.function.contains("sbst") || frame.function.contains("__");
    !frame.place.is_empty() && !is_absolute && !is_of_runtime
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "panicked at src/lib.rs:1:1\n   0: other\n             at ./src/lib.rs:1:1\n\
        panicked at src/lib.rs:3:9\n   0: sbst::probe::panics::trace\n             at /cache/panics.rs:60:17\n   \
        1: core::panicking::panic_fmt\n             at /rustc/abc/library/core/src/panicking.rs:80:14\n   \
        2: d::deep::h0123456789abcdef\n             at ./src/lib.rs:3:9\n   3: <d::S as d::T>::outer\n             \
        at /home/me/w/src/lib.rs:8:5\n   4: d::__sbst_entry_f\n             at ./src/lib.rs:7:1\n   5: main\n";

    #[test]
    fn only_frames_of_the_workspace_are_shown_of_a_panic() {
        let root = Utf8Path::new("/home/me/w");
        let own = frames(TEXT, "src/lib.rs:3:9", root, false);
        let own: Vec<(&str, &str)> =
            own.iter().map(|frame| (frame.function.as_str(), frame.place.as_str())).collect();
        assert_eq!(own, [("d::deep", "src/lib.rs:3:9"), ("<d::S as d::T>::outer", "src/lib.rs:8:5")]);
        let all = frames(TEXT, "src/lib.rs:3:9", root, true);
        assert_eq!((all.len(), all[5].function.as_str(), all[5].place.as_str()), (6, "main", ""));
        assert_eq!(frames(TEXT, "src/lib.rs:4:9", root, true), []);
        assert_eq!(frames("", "", root, true), []);
    }

    #[test]
    fn panic_of_another_crate_is_found_by_the_line_that_led_to_it() {
        let text = "panicked at /rustc/abc/library/alloc/src/vec.rs:2:5\n   0: alloc::vec::insert\n             at \
            /rustc/abc/library/alloc/src/vec.rs:2:5\n   1: d::f\n             at ./src/lib.rs:7:3\n";
        let own = frames(text, "src/lib.rs:7:3", Utf8Path::new("/w"), false);
        assert_eq!(own.iter().map(|frame| frame.function.as_str()).collect::<Vec<_>>(), ["d::f"]);
    }
}
