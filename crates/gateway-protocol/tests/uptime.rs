//! What the server makes of a bridge's uptime, over connections that delay messages and with clocks that differ. No lock is told after its
//! time, and a message that comes late costs no later turn.

use cardea_gateway_protocol::UptimeEstimate;
use cardea_gateway_protocol::server::Limits;
use proptest::prelude::*;

/// How much faster a bridge's clock may be than the server's, or slower, in parts in a million.
const DRIFT: i64 = 500;
const MINUTE: i64 = 60_000;

/// A bridge that was started at this moment, and whose clock is so much faster than the server's. Moments are microseconds of the true time.
#[derive(Debug, Clone, Copy)]
struct Bridge {
    started: i64,
    ppm: i64,
}

impl Bridge {
    fn uptime(self, at: i64) -> u64 {
        let passed = i128::from(at - self.started) * i128::from(1_000_000 + self.ppm);
        (passed / 1_000_000_000) as u64
    }
}

/// What the server's clock shows.
fn server(at: i64) -> i64 {
    at / 1_000
}

fn micros(millis: i64) -> i64 {
    millis * 1_000
}

/// Pauses before messages and what each is held up, in microseconds. One never overtakes another.
fn messages(pauses: i64, delays: i64) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((0..micros(pauses), 0..micros(delays)), 1..40)
}

/// The moments at which they are sent and arrive, the first one being sent at this moment.
fn line(begin: i64, messages: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let (mut sent, mut arrived) = (begin, begin);
    let one = |(pause, delay): &(i64, i64)| {
        sent += pause;
        arrived = arrived.max(sent + delay);
        (sent, arrived)
    };
    messages.iter().map(one).collect()
}

fn listen(estimate: &mut Option<UptimeEstimate>, bridge: Bridge, (sent, arrived): (i64, i64)) {
    let (uptime, now) = (bridge.uptime(sent), server(arrived));
    match estimate {
        Some(estimate) => estimate.note(uptime, now),
        None => *estimate = Some(UptimeEstimate::first(uptime, now)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn no_lock_is_told_after_its_time_however_late_messages_come_and_however_the_clocks_run(
        ppm in -DRIFT..=DRIFT,
        started in 0..1_000_000_000_000_i64,
        messages in messages(20 * MINUTE, 60_000),
        asked in prop::collection::vec(0..micros(60 * MINUTE), 40),
    ) {
        let (bridge, limits) = (Bridge { started, ppm }, Limits::default());
        let mut estimate = None;
        let arrivals = line(started + 1, &messages);
        for (n, message) in arrivals.iter().enumerate() {
            listen(&mut estimate, bridge, *message);
            // A job at some moment before the next message.
            let until = arrivals.get(n + 1).map_or(i64::MAX, |(_, arrived)| *arrived);
            let now = (message.1 + asked[n]).min(until);
            let not_after = estimate.as_ref().unwrap().not_after(server(now), &limits);
            let over = now + micros(limits.not_after);
            prop_assert!(bridge.uptime(over) > not_after, "{} ms too late", not_after - bridge.uptime(over));
        }
    }

    #[test]
    fn after_one_quick_message_late_ones_cost_no_turn_for_a_quarter_of_an_hour(
        ppm in -DRIFT..=DRIFT,
        started in 0..1_000_000_000_000_i64,
        before in messages(5 * MINUTE, 60_000),
        quick in 0..micros(200),
        after in messages(MINUTE / 4, 60_000),
    ) {
        let (bridge, limits) = (Bridge { started, ppm }, Limits::default());
        let mut estimate = None;
        let before = line(started + 1, &before);
        before.iter().for_each(|message| listen(&mut estimate, bridge, *message));
        let sent = before.last().unwrap().1;
        listen(&mut estimate, bridge, (sent, sent + quick));
        for message in line(sent + quick, &after) {
            listen(&mut estimate, bridge, message);
            let now = message.1;
            if now < sent + micros(15 * MINUTE) {
                let left = estimate.as_ref().unwrap().not_after(server(now), &limits) - bridge.uptime(now);
                prop_assert!(left >= 1_500, "{left} ms are left for the line");
            }
        }
    }
}

/// What is known of a bridge that was heard without delay when it started, at 0.
fn heard_at_start() -> UptimeEstimate {
    UptimeEstimate::first(0, 0)
}

#[test]
fn a_message_that_was_four_seconds_on_its_way_costs_no_later_turn() {
    let limits = Limits::default();
    let mut estimate = heard_at_start();
    (60_000..70_000).step_by(1_000).for_each(|sent| estimate.note(sent, sent as i64 + 4_000));
    let left = estimate.not_after(124_000, &limits) - 124_000;
    assert!((2_900..3_000).contains(&left), "{left} ms are left");
}

#[test]
fn of_a_line_that_has_become_slow_nothing_else_is_known_after_a_while() {
    let limits = Limits::default();
    let mut estimate = heard_at_start();
    (0..40 * MINUTE).step_by(10_000).for_each(|sent| estimate.note(sent as u64, sent + 1_000));
    let now = 40 * MINUTE;
    let left = estimate.not_after(now, &limits) as i64 - now;
    assert!((1_000..2_000).contains(&left), "{left} ms are left, since each message took one second");
}

#[test]
fn a_count_that_runs_backwards_begins_anew() {
    let limits = Limits::default();
    let mut estimate = heard_at_start();
    estimate.note(u64::from(u32::MAX), 10_000);
    estimate.note(12_000, 12_000);
    let left = estimate.not_after(13_000, &limits) - 13_000;
    assert!((2_900..3_000).contains(&left), "{left} ms are left");
}
