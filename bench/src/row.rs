//! Table rows, and processor time.

use std::fs::read_to_string;

/// Processor time of this thread so far, in seconds.
pub fn thread_seconds() -> f64 {
    let text = read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

/// Processor time of the children that have ended so far, in seconds; counted in hundredths.
pub fn children_seconds() -> f64 {
    let text = read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = text[text.rfind(')').expect("a name") + 2..].split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<f64>().expect("ticks");
    (ticks(13) + ticks(14)) / 100.0
}

/// Times both sides in turn, several times each, and gives the least processor time a piece of each, in seconds.
pub fn alternate(pieces: usize, mut ours: impl FnMut(), others: usize, mut peer: impl FnMut()) -> (f64, f64) {
    let (mut best, mut best_peer) = (f64::MAX, f64::MAX);
    for _ in 0..5 {
        let start = thread_seconds();
        ours();
        let middle = thread_seconds();
        peer();
        best = best.min((middle - start) / pieces as f64);
        best_peer = best_peer.min((thread_seconds() - middle) / others as f64);
    }
    (best, best_peer)
}

pub fn head() {
    println!("| work | ours, processor time | peer | goal | ratio |");
    println!("|---|---|---|---|---|");
}

pub fn line(work: &str, ours: f64, peer: &str, peer_seconds: f64, goal: &str) {
    println!(
        "| {work} | {} ({}) | {peer}: {} ({}) | {goal} | {:.0} × |",
        rate(ours),
        time(ours),
        rate(peer_seconds),
        time(peer_seconds),
        peer_seconds / ours
    );
}

pub fn rate(seconds: f64) -> String {
    match 1.0 / seconds {
        many if many >= 1e6 => format!("{:.1} M/s", many / 1e6),
        some => format!("{:.0} k/s", some / 1e3),
    }
}

pub fn time(seconds: f64) -> String {
    if seconds < 1e-6 { format!("{:.0} ns", seconds * 1e9) } else { format!("{:.1} µs", seconds * 1e6) }
}
