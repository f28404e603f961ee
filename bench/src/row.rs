//! Table rows, and processor time.

use std::fs::read_to_string;

/// What the ratio has to be.
#[derive(Clone, Copy)]
pub enum Goal {
    /// Ours divided by the other.
    AtMost(f64),
    /// The other divided by ours.
    AtLeast(f64),
}

impl Goal {
    /// The ratio as this goal counts it.
    pub fn ratio(self, ours: f64, other: f64) -> f64 {
        match self {
            Goal::AtMost(_) => ours / other,
            Goal::AtLeast(_) => other / ours,
        }
    }

    fn is_met(self, ratio: f64) -> bool {
        match self {
            Goal::AtMost(most) => ratio <= most,
            Goal::AtLeast(least) => ratio >= least,
        }
    }

    pub fn text(self) -> String {
        match self {
            Goal::AtMost(most) => format!("≤ {} ×", short(most)),
            Goal::AtLeast(least) => format!("≥ {} ×", short(least)),
        }
    }
}

/// Processor time of this thread so far, in seconds.
pub fn thread_seconds() -> f64 {
    let text = read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).expect("nanoseconds") / 1e9
}

/// Processor time of the children that have ended so far, in seconds; counted in hundredths.
pub fn children_seconds() -> f64 {
    ticks("/proc/self/stat", 13)
}

/// Processor time of a process so far, in seconds; counted in hundredths.
pub fn process_seconds(process: u32) -> f64 {
    ticks(&format!("/proc/{process}/stat"), 11)
}

/// Two fields of a stat file, the first counted from after the name: time in the program and in the kernel.
fn ticks(file: &str, first: usize) -> f64 {
    let text = read_to_string(file).expect("Linux");
    let fields: Vec<&str> = text[text.rfind(')').expect("a name") + 2..].split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<f64>().expect("ticks");
    (ticks(first) + ticks(first + 1)) / 100.0
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
    println!("| work | ours | limit or peer | goal | ratio |");
    println!("|---|---|---|---|---|");
}

/// A row whose cells are words already.
pub fn told(work: &str, ours: &str, other: &str, goal: &str, ratio: &str) {
    println!("| {work} | {ours} | {other} | {goal} | {ratio} |");
}

/// A row of two processor times a piece, in seconds.
pub fn line(work: &str, ours: f64, name: &str, other: f64, goal: Goal) {
    let [ours_told, other_told] = [ours, other].map(|seconds| format!("{} ({})", time(seconds), rate(seconds)));
    told(work, &ours_told, &format!("{name}: {other_told}"), &goal.text(), &judged(ours, other, goal));
}

/// The ratio of two numbers, and whether that is what it should be.
pub fn judged(ours: f64, other: f64, goal: Goal) -> String {
    let ratio = goal.ratio(ours, other);
    format!("{} ×, {}", short(ratio), if goal.is_met(ratio) { "met" } else { "missed" })
}

pub fn rate(seconds: f64) -> String {
    match 1.0 / seconds {
        many if many >= 1e6 => format!("{:.1} M/s", many / 1e6),
        some if some >= 10e3 => format!("{:.0} k/s", some / 1e3),
        few => format!("{few:.0}/s"),
    }
}

pub fn time(seconds: f64) -> String {
    match seconds {
        short if short < 1e-6 => format!("{:.0} ns", short * 1e9),
        middling if middling < 1e-3 => format!("{:.1} µs", middling * 1e6),
        long if long < 1.0 => format!("{:.2} ms", long * 1e3),
        longer => format!("{longer:.2} s"),
    }
}

/// A number with as many digits as say something.
fn short(number: f64) -> String {
    match number {
        large if large >= 100.0 => format!("{large:.0}"),
        middling if middling >= 10.0 => format!("{middling:.1}"),
        small => format!("{small:.2}"),
    }
}
