//! The documents: the targets of their links, the files they name, and the width of their lines.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// The widest line of text or code. Tables have to be wide.
const WIDTH: usize = 100;
/// Files of users, and placeholders.
const EXAMPLES: [&str; 7] = [
    "mod.rs",
    "x.rs",
    "src/lib.rs",
    "tests/sbst/main.rs",
    "src/tests.rs",
    "main.rs",
    "tests/sbst/crate_root.rs",
];
/// The words before a name declared in a file.
const DECLARING: [&str; 9] =
    ["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type"];

struct Document {
    path: PathBuf,
    text: String,
}

fn documents() -> Vec<Document> {
    let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|name| Path::new(ROOT).join(name));
    let mut paths = files(&Path::new(ROOT).join("docs"));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    let documents = top.into_iter().chain(paths);
    documents.map(|path| Document { text: fs::read_to_string(&path).expect("a text"), path }).collect()
}

/// The files below `folder`, without hidden folders and build results.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_source = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && name != "target"
    };
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.filter(is_source).flat_map(below).collect()
}

impl Document {
    /// The lines outside of code, with their numbers.
    fn prose(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut is_code = false;
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(move |(_, line)| {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            !is_code && !is_fence
        })
    }

    /// The texts in backticks.
    fn named(&self) -> Vec<&str> {
        self.prose().flat_map(|(_, line)| line.split('`').skip(1).step_by(2)).collect()
    }

    /// The names declared in a file, as in "`Shape` of `shape.rs`", each with its file.
    fn placed(&self) -> Vec<(&str, &str)> {
        let parts: Vec<&str> = self.text.split('`').collect();
        let mut placed = Vec::new();
        let mut waiting = Vec::new();
        for pair in parts[1..].chunks(2) {
            let [named, joint] = *pair else { break };
            if named.ends_with(".rs") {
                placed.extend(waiting.drain(..).map(|name| (name, named)));
            }
            waiting.push(named);
            match joint.trim() {
                "of" | "in" | "," | "or" | "and" => {}
                _ => waiting.clear(),
            }
        }
        placed
    }

    /// The targets of links within the repository.
    fn links(&self) -> Vec<&str> {
        let targets = self.text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        targets.map(|(target, _)| target).filter(|target| !target.contains(':')).collect()
    }

    /// True if a heading has the name in a link.
    fn has_heading(&self, name: &str) -> bool {
        let anchor = |title: &str| {
            let kept = title.to_lowercase();
            let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
            kept.collect::<String>().replace(' ', "-")
        };
        let titles = self.prose().filter_map(|(_, line)| line.strip_prefix('#'));
        titles.into_iter().any(|title| anchor(title.trim_start_matches('#').trim()) == name)
    }
}

#[test]
fn links_lead_to_files_and_headings() {
    let documents = documents();
    let mut dead = Vec::new();
    for document in &documents {
        for link in document.links() {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let path = match file {
                "" => document.path.clone(),
                file => document.path.parent().expect("a folder").join(file),
            };
            let is_there = match path.canonicalize() {
                Err(_) => false,
                Ok(_) if heading.is_empty() => true,
                Ok(path) => documents.iter().any(|other| {
                    other.path.canonicalize().is_ok_and(|other| other == path) && other.has_heading(heading)
                }),
            };
            if !is_there {
                dead.push(format!("{}: {link}", document.path.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn files_named_in_documents_exist() {
    let files: Vec<String> =
        files(Path::new(ROOT)).iter().map(|file| format!("/{}", file.display())).collect();
    let mut unknown = Vec::new();
    for document in documents() {
        for name in document.named() {
            let is_file = [".rs", ".ron", ".sh", ".py"].iter().any(|end| name.ends_with(end));
            let is_path =
                name.chars().all(|letter| letter.is_ascii_alphanumeric() || "./_-".contains(letter));
            let is_example = EXAMPLES.contains(&name)
                || name.contains("/me/")
                || name.chars().any(|letter| letter.is_ascii_uppercase());
            let end = format!("/{}", name.trim_start_matches("./"));
            if is_file && is_path && !is_example && !files.iter().any(|file| file.ends_with(&end)) {
                unknown.push(format!("{}: {name}", document.path.display()));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[test]
fn files_declare_names_given_in_how_to_add() {
    let files = files(Path::new(ROOT));
    let path = Path::new(ROOT).join("docs/how-to-add.md");
    let document = Document { text: fs::read_to_string(&path).expect("a text"), path };
    let placed = document.placed();
    assert!(placed.contains(&("TYPES", "sbst-vocabulary/src/standard/types.rs")), "{placed:?}");
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut missing = Vec::new();
    for (name, file) in placed {
        let name = name.rsplit("::").next().unwrap_or(name).trim_end_matches(['!', '(', ')']);
        let declares = |path: &PathBuf| {
            let text = fs::read_to_string(path).expect("a text");
            let words: Vec<&str> =
                text.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()).collect();
            words.windows(2).any(|pair| pair[1] == name && DECLARING.contains(&pair[0]))
        };
        if name.chars().all(is_word) && !files.iter().any(|path| path.ends_with(file) && declares(path)) {
            missing.push(format!("{file} does not declare `{name}`"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn lines_fit_width() {
    let mut wide = Vec::new();
    for document in documents() {
        for (index, line) in document.text.lines().enumerate() {
            if line.chars().count() > WIDTH && !line.starts_with('|') {
                wide.push(format!("{}:{}", document.path.display(), index + 1));
            }
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn every_page_of_docs_is_a_chapter_of_the_book() {
    let docs = Path::new(ROOT).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("a list of chapters");
    let pages = files(&docs).into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
    let names = pages.map(|path| path.strip_prefix(&docs).expect("a page of docs").display().to_string());
    let missing: Vec<String> =
        names.filter(|name| name != "SUMMARY.md" && !summary.contains(&format!("]({name})"))).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md lacks {missing:?}");
}

#[test]
fn the_reference_names_every_algorithm() {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/reference/algorithms.md")).expect("a text");
    let names = sbst_model::Algorithm::NAMES;
    let missing: Vec<&str> = names.into_iter().filter(|name| !text.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_architecture_names_every_crate() {
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).expect("a text");
    let (manifest, text) = (read("Cargo.toml"), read("docs/architecture.md"));
    let (_, members) = manifest.split_once("\nmembers = [").expect("members");
    let (members, _) = members.split_once(']').expect("the list ends");
    let members = members.split('"').skip(1).step_by(2);
    let missing: Vec<&str> = members.filter(|member| !text.contains(&format!("`{member}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
