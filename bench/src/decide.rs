//! `cardea decide`: questions a second, by the binary that `make build` leaves (or CARDEA_BIN). Reading the document is timed apart.

use crate::dice::Dice;
use crate::domain::Domain;
use crate::row::{children_seconds, rate, time};
use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const QUESTIONS: usize = 2_000_000;

pub fn run() {
    let binary = std::env::var_os("CARDEA_BIN").map_or_else(|| PathBuf::from("../target/release/cardea"), PathBuf::from);
    if !binary.exists() {
        println!("| `cardea decide` | not run: {} is missing (make build) | | | |", binary.display());
        return;
    }
    let folder = std::env::temp_dir().join(format!("cardea-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let domain = Domain::seeded(1);
    let mut text = String::new();
    for (user, lock, at) in domain.questions(&mut Dice(4), QUESTIONS) {
        writeln!(text, "{{\"user_id\":\"{user}\",\"lock_id\":\"{lock}\",\"at\":\"{at}\"}}").expect("text");
    }
    let (document, questions, none) = (folder.join("d.json"), folder.join("questions"), folder.join("none"));
    std::fs::write(&document, domain.document()).expect("the document");
    std::fs::write(&questions, text).expect("the questions");
    std::fs::write(&none, "").expect("no questions");
    let answers = folder.join("answers");
    let (mut wall, mut processor) = (f64::MAX, f64::MAX);
    for _ in 0..3 {
        let (load, load_processor) = timed(&binary, &document, &none, &answers);
        let (all, all_processor) = timed(&binary, &document, &questions, &answers);
        wall = wall.min((all - load) / QUESTIONS as f64);
        processor = processor.min((all_processor - load_processor) / QUESTIONS as f64);
    }
    let lines = std::fs::read(&answers).expect("the answers").iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(lines, QUESTIONS);
    std::fs::remove_dir_all(&folder).expect("the temporary folder");
    let millions = 1e-6 / wall;
    println!("| `cardea decide`, the same domain | {} ({}, {} on the clock) | | ≥ 1 M/s on two cores | {millions:.1} × |",
        rate(wall), time(processor), time(wall));
}

/// Seconds on the clock and of processor time.
fn timed(binary: &Path, document: &Path, questions: &Path, answers: &Path) -> (f64, f64) {
    let (before, start) = (children_seconds(), Instant::now());
    let input = Stdio::from(File::open(questions).expect("the questions"));
    let output = Stdio::from(File::create(answers).expect("the answers"));
    let status = Command::new(binary).arg("decide").arg(document).stdin(input).stdout(output).status().expect("cardea");
    assert!(status.success());
    (start.elapsed().as_secs_f64(), children_seconds() - before)
}
