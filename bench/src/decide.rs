//! Questions a second: asked of the facts in this process, and of `cardea decide`, which reads and answers lines over pipes.

use crate::dice::Dice;
use crate::domain::Domain;
use crate::row::{children_seconds, rate, thread_seconds, time, told};
use crate::server::{Folder, program};
use cardea_model::access::decide;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const QUESTIONS: usize = 1_000_000;
const ROUNDS: usize = 3;
const GOAL: f64 = 1e6;

pub fn run() {
    let domain = Domain::seeded(1);
    let questions = domain.questions(&mut Dice(4), QUESTIONS);
    let in_process = (0..ROUNDS).map(|_| {
        let start = thread_seconds();
        for (user, lock, at) in &questions {
            black_box(decide(black_box(&domain.facts), *user, *lock, *at));
        }
        (thread_seconds() - start) / QUESTIONS as f64
    });
    let each = in_process.fold(f64::MAX, f64::min);
    line("a million questions in one process, one thread", each, &format!("{} ({})", rate(each), time(each)));

    let mut text = String::new();
    for (user, lock, at) in &questions {
        writeln!(text, "{{\"user_id\":\"{user}\",\"lock_id\":\"{lock}\",\"at\":\"{at}\"}}").expect("text");
    }
    let folder = Folder::new();
    let document = folder.path().join("d.json");
    std::fs::write(&document, domain.document()).expect("the document");
    let (mut loading, mut whole) = (Spent::NONE_YET, Spent::NONE_YET);
    for _ in 0..ROUNDS {
        loading = loading.least(ask(&document, "", 0));
        whole = whole.least(ask(&document, &text, QUESTIONS));
    }
    let after_loading = Spent { wall: whole.wall - loading.wall, processor: whole.processor - loading.processor };
    let wall = after_loading.wall / QUESTIONS as f64;
    let ours = format!(
        "{}; {} of processor time each after loading; all of it {} on the clock, {} of processor time; loading {}",
        rate(wall),
        time(after_loading.processor / QUESTIONS as f64),
        time(whole.wall),
        time(whole.processor),
        time(loading.wall)
    );
    line("`cardea decide`, a million lines over pipes", wall, &ours);
}

fn line(work: &str, seconds: f64, ours: &str) {
    let ratio = 1.0 / seconds / GOAL;
    told(work, ours, "", "≥ 1 M/s", &format!("{ratio:.1} ×, {}", if ratio >= 1.0 { "met" } else { "missed" }));
}

/// Seconds on the clock and of processor time.
#[derive(Clone, Copy)]
struct Spent {
    wall: f64,
    processor: f64,
}

impl Spent {
    const NONE_YET: Spent = Spent { wall: f64::MAX, processor: f64::MAX };

    fn least(self, other: Spent) -> Spent {
        Spent { wall: self.wall.min(other.wall), processor: self.processor.min(other.processor) }
    }
}

/// Runs the binary over these lines, which it has to answer with as many.
fn ask(document: &Path, questions: &str, count: usize) -> Spent {
    let (before, start) = (children_seconds(), Instant::now());
    let mut decide = Command::new(program());
    decide.arg("decide").arg(document).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = decide.spawn().expect("cardea (make build, or set CARDEA)");
    let (mut input, mut output) =
        (process.stdin.take().expect("its input"), process.stdout.take().expect("its output"));
    let lines = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(questions.as_bytes()).expect("it reads"));
        let (mut lines, mut piece) = (0, vec![0; 1 << 16]);
        loop {
            match output.read(&mut piece).expect("answers") {
                0 => break lines,
                length => lines += piece[..length].iter().filter(|byte| **byte == b'\n').count(),
            }
        }
    });
    assert!(process.wait().expect("it ends").success());
    assert_eq!(lines, count);
    Spent { wall: start.elapsed().as_secs_f64(), processor: children_seconds() - before }
}
