//! docs/asvs.md: what stands at its head follows from its rows, and the tests that they name are there.

use std::collections::BTreeMap;
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/asvs.md");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
/// Where tests are, of the server and of the console.
const WITH_TESTS: [&str; 4] = ["crates", "console/src", "console/e2e", "console/lint"];
/// How many requirements of levels 1 and 2 each chapter has.
const CHAPTERS: [(u32, usize); 17] = [
    (1, 27),
    (2, 11),
    (3, 19),
    (4, 10),
    (5, 9),
    (6, 35),
    (7, 18),
    (8, 7),
    (9, 7),
    (10, 29),
    (11, 14),
    (12, 9),
    (13, 13),
    (14, 9),
    (15, 13),
    (16, 16),
    (17, 7),
];

/// The rows: number, what it asks, whether it is met, where or why not, and its tests.
fn rows() -> Vec<[&'static str; 5]> {
    let is_row = |line: &&str| line.strip_prefix("| ").is_some_and(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    let lines = PAGE.lines().filter(is_row);
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let row =
        |cells: Vec<&'static str>| <[_; 5]>::try_from(cells).unwrap_or_else(|cells| panic!("five cells: {cells:?}"));
    lines.map(|line| row(cells(line))).collect()
}

/// The parts of a requirement's number.
fn number(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().expect("a number")).collect()
}

#[test]
fn the_head_of_the_page_follows_from_its_rows() {
    let rows = rows();
    assert!(rows.is_sorted_by(|a, b| number(a[0]) < number(b[0])), "in their order, each once");
    let mut chapters: BTreeMap<u32, usize> = BTreeMap::new();
    for row in &rows {
        *chapters.entry(number(row[0])[0]).or_default() += 1;
    }
    assert_eq!(chapters, BTreeMap::from(CHAPTERS));
    let of = |state: &str| rows.iter().filter(|row| row[2] == state).map(|row| row[0]).collect::<Vec<_>>();
    let [met, partly, not_met, other] = ["met", "partly", "not met", "does not apply"].map(of);
    let counts = [met.len(), partly.len(), not_met.len(), other.len()];
    assert_eq!(counts.iter().sum::<usize>(), rows.len(), "there is no other state");
    let head = format!(
        "**Of {} requirements {} are met, {} partly, {} not, and {} do not apply.** Not met: {}.",
        rows.len(),
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        not_met.join(", ")
    );
    assert!(PAGE.contains(&head), "the head has to say\n{head}");
}

/// All that stands in files of tests below a folder.
fn read(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read(&path, all);
        } else if ["rs", "ts", "tsx", "js"].iter().any(|end| path.extension().is_some_and(|own| own == *end)) {
            all.push_str(&std::fs::read_to_string(path).expect("a text"));
        }
    }
}

#[test]
fn the_tests_that_the_page_names_are_there() {
    let root = Path::new(ROOT);
    let mut all = String::new();
    for folder in WITH_TESTS {
        read(&root.join(folder), &mut all);
    }
    for [requirement, .., tests] in rows() {
        for name in tests.split('`').skip(1).step_by(2) {
            let found = match name.contains(' ') {
                // A title, of the console.
                true => all.contains(&format!("'{name}'")),
                false => all.contains(&format!("fn {name}(")) || name.contains('/') && root.join(name).is_file(),
            };
            assert!(found, "{requirement} names {name}, which is no test");
        }
    }
}
