//! The benchmarks: `cargo run --release [-- access | calendar | decide | sign-in]`, table rows each. Every row times processor time,
//! alternating with its peer: this program's own for the rules, whose answers are compared before anything is timed, and that of the
//! server's process for sign-in.

mod access;
mod calendar;
mod decide;
#[expect(dead_code, reason = "the tests of the rules throw in more ways")]
#[path = "../../crates/model/tests/rules/dice.rs"]
mod dice;
mod domain;
mod row;
mod sign_in;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let runs: [(&str, fn()); 4] =
        [("access", access::run), ("calendar", calendar::run), ("decide", decide::run), ("sign-in", sign_in::run)];
    row::head();
    for (name, run) in runs {
        if wanted.is_empty() || wanted.iter().any(|one| one == name) {
            run();
        }
    }
}
