//! The benchmarks: `cargo run --release [-- reads | sign-in | …]`, table rows each. Every row times both sides by turns. What both sides
//! compute is compared before it is timed. Processor time counts where a request's price is asked for: this program's own for the
//! rules, that of the server's process for requests; the clock counts where somebody waits.

mod access;
mod calendar;
mod commits;
mod database;
mod day_lists;
mod decide;
#[expect(dead_code, reason = "the tests of the rules throw in more ways")]
#[path = "../../crates/model/tests/rules/dice.rs"]
mod dice;
mod distance;
mod document;
mod domain;
mod effective_links;
mod feeds;
mod floor;
mod http;
mod log;
mod log_fill;
mod log_floor;
mod memory;
mod mixed;
mod operate;
mod reads;
mod row;
mod server;
mod sign_in;
mod whole_domain;

/// The server's own allocator, so that floors and peers have it too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: [(&str, fn()); 13] = [
    ("reads", reads::run),
    ("operate", operate::run),
    ("sign-in", sign_in::run),
    ("access", access::run),
    ("calendar", calendar::run),
    ("day_lists", day_lists::run),
    ("decide", decide::run),
    ("effective_links", effective_links::run),
    ("whole-domain", whole_domain::run),
    ("log", log::run),
    ("feeds", feeds::run),
    ("mixed", mixed::run),
    ("memory", memory::run),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [argument, floor @ ..] = &arguments[..]
        && argument == floor::ARGUMENT
    {
        return floor::serve(floor);
    }
    if let Some(unknown) = arguments.iter().find(|argument| RUNS.iter().all(|(name, _)| name != argument)) {
        let names = RUNS.map(|(name, _)| name).join(", ");
        eprintln!("there is no benchmark {unknown}, but {names}");
        std::process::exit(2);
    }
    row::head();
    for (name, run) in RUNS {
        if arguments.is_empty() || arguments.iter().any(|argument| argument == name) {
            run();
        }
    }
}
