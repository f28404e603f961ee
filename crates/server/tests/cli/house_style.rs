//! What the repository says of itself can be read and run.

use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The most words that a sentence of a comment has.
const WORDS: usize = 38;

/// The files below this folder whose names end so, without what is generated or installed.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![Path::new(ROOT).join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() && !["node_modules", "generated", "dist", "target"].contains(&&*name) {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// What a line of a comment says; `None`: it is none.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let marks = ["///", "//!", "//", "/**", "*/", "*"];
    marks.into_iter().find_map(|mark| line.strip_prefix(mark)).map(str::trim)
}

/// The paragraphs of the comments of a text, each with the number of the line that it begins with.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let (mut all, mut inside) = (Vec::<(usize, String)>::new(), false);
    for (number, line) in text.lines().enumerate() {
        let said = comment(line).filter(|said| !said.is_empty() && *said != "/");
        let begins = said.is_some_and(|said| said.starts_with(['-', '|', '#', '`', '@']));
        match (said, all.last_mut().filter(|_| inside && !begins)) {
            (Some(said), Some((_, paragraph))) => *paragraph += &format!(" {said}"),
            (Some(said), None) => all.push((number + 1, said.to_owned())),
            (None, _) => {}
        }
        inside = said.is_some();
    }
    all
}

/// The sentences of a paragraph: each ends with a stop before a space.
fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    paragraph.split(". ").flat_map(|part| part.split("? ")).flat_map(|part| part.split("! "))
}

#[test]
fn no_sentence_of_a_comment_has_more_words_than_a_reader_from_any_country_takes_in_at_once() {
    let mut long = Vec::new();
    for path in files("crates", &[".rs"]).into_iter().chain(files("console", &[".ts", ".tsx", ".js"])) {
        let text = std::fs::read_to_string(&path).expect("a text");
        for (line, paragraph) in paragraphs(&text) {
            let words = sentences(&paragraph).map(|sentence| sentence.split_whitespace().count()).max().unwrap_or(0);
            if words > WORDS && !paragraph.starts_with('|') {
                long.push(format!("{}:{line}: {words} words", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn every_test_program_that_a_document_runs_alone_is_there() {
    let programs: Vec<String> = files("crates", &[".rs"])
        .iter()
        .filter_map(|path| {
            let mut parts = path.strip_prefix(Path::new(ROOT).join("crates")).ok()?.components().skip(1);
            let (folder, program) = (parts.next()?, parts.next()?.as_os_str().to_str()?);
            (folder.as_os_str() == "tests").then(|| program.trim_end_matches(".rs").to_owned())
        })
        .collect();
    let mut named = 0;
    for path in files("docs", &[".md"]) {
        let text = std::fs::read_to_string(&path).expect("a text");
        for program in text.split("--test ").skip(1) {
            let program: String = program.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            assert!(programs.contains(&program), "{}: --test {program}", path.display());
            named += 1;
        }
    }
    assert!(named > 10, "{named}");
}
