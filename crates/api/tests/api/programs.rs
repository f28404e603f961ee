//! That what is written as a test is run.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The files of Rust in a folder and below it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = read_dir(folder) else { return Vec::new() };
    let below = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    };
    let files = entries.flat_map(|entry| below(entry.expect("an entry").path()));
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

fn text(path: &Path) -> String {
    read_to_string(path).expect("a text")
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = read_dir(folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    entries.filter(|path| path.is_dir()).collect()
}

#[test]
fn every_file_of_a_program_of_tests_is_a_module_of_it() {
    let mut seen = 0;
    for program in folders(Path::new(CRATES)).iter().flat_map(|each| folders(&each.join("tests"))) {
        let files = sources(&program);
        let all: String = files.iter().map(|file| text(file)).collect();
        for file in files {
            let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let name = match stem {
                "mod" => file.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("a name"),
                _ => stem,
            };
            seen += 1;
            assert!(stem == "main" || all.contains(&format!("mod {name};")), "{} is in no program", file.display());
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn a_library_without_tests_of_its_own_has_none() {
    let quiet = |folder: &PathBuf| text(&folder.join("Cargo.toml")).contains("[lib]\ntest = false");
    let all: Vec<PathBuf> = folders(Path::new(CRATES)).into_iter().filter(quiet).collect();
    assert!(!all.is_empty());
    for file in all.iter().flat_map(|folder| sources(&folder.join("src"))) {
        assert!(!text(&file).contains("#[cfg(test)]"), "{} has tests that nothing runs", file.display());
    }
}
