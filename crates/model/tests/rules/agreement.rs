//! The product's rules and the second implementation agree on random domains.
//!
//! `RULES_SEED=n` starts at another domain, `RULES_DOMAINS=n` asks another number of them.

use crate::dice::Dice;
use crate::random::{among_facts, calendar, change_a_list, day_lists, domain, edits, era, facts, ids, instant};
use crate::random::{model_calendar, pair, time_zones};
use crate::second::{Calendar, Domain, Instant};
use cardea_model::Time;
use cardea_model::access::{Decision, decide, effective};
use cardea_model::calendar::calendar_type;
use std::sync::atomic::{AtomicU64, Ordering};

/// Questions asked of each domain; each is answered with open, remote and priority, and every fourth with until.
const QUESTIONS: usize = 8;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().expect("a number"))
}

/// How often each outcome came up, none of the four priorities, remote, open, until, and what is otherwise by a list alone: an
/// agreement about nothing would show here.
#[derive(Default)]
struct Seen([AtomicU64; 9]);

impl Seen {
    fn count(&self, place: usize, happened: bool) {
        self.0[place].fetch_add(u64::from(happened), Ordering::Relaxed);
    }
}

/// Where days of the domain's lists and their hours begin and end at a door.
fn edges_of_lists(plain: &Domain, zone: &jiff::tz::TimeZone) -> Vec<Instant> {
    let all = Calendar { day_lists: (0..plain.day_lists.len()).collect(), ..Calendar::default() };
    all.edges(zone, &plain.day_lists)
}

fn agree_on(seed: u64, zones: &[(Option<&'static str>, jiff::tz::TimeZone)], seen: &Seen) {
    let mut dice = Dice(seed);
    let era = era(&mut dice);
    let mut plain = domain(&mut dice, era);
    let without_lists = Domain { day_lists: Vec::new(), ..plain.clone() };
    let mut facts = facts(&edits(&plain));
    for question in 0..QUESTIONS {
        if question == QUESTIONS / 2 {
            change_a_list(&mut dice, era, &mut plain, &mut facts);
        }
        let (user, lock) = pair(&mut dice, &plain);
        let zone = &zones.iter().find(|(name, _)| *name == plain.locks[lock]).expect("a zone of the tests").1;
        let of_links = plain.joining(user, lock).filter_map(|link| link.calendar);
        let theirs: Vec<Calendar> = of_links.map(|place| plain.calendars[place].clone()).collect();
        let about = if theirs.is_empty() { &plain.calendars } else { &theirs };
        let at = instant(&mut dice, about, &plain.day_lists, zone, era);
        let (user_id, lock_id) = ids(user, lock);
        let asked = format!("user {user}, lock {lock} at {:?}", Time(at));
        let context = || format!("RULES_SEED={seed}, question {question}: {asked} in {plain:#?}");
        let agreed = |at: Instant| {
            let (open, remote, priority) = plain.answer(user, lock, at, zone);
            let decision = Decision { open, remote, priority };
            assert_eq!(decide(&facts, user_id, lock_id, Time(at)), decision, "at {:?}, {}", Time(at), context());
            decision
        };
        let decision = agreed(at);
        let Decision { open, remote, priority } = decision;
        seen.count(usize::from(priority.unwrap_or(0)), true);
        seen.count(5, remote);
        seen.count(6, open);
        seen.count(8, without_lists.answer(user, lock, at, zone).0 != open);
        if question % 4 == 0 {
            // Looking ten years ahead takes the second implementation a hundredth of a second: one domain in fifty is asked that far.
            let days = if seed.is_multiple_of(50) { 3_653 } else { 60 };
            let until = plain.until(user, lock, at, zone, days).map(Time);
            let access = effective(&facts, user_id, lock_id, Time(at));
            assert_eq!(access.decision, decision, "{}", context());
            let near = access.until.filter(|until| *until <= Time(at).plus_seconds(days * 86_400));
            assert_eq!(near, until, "{}", context());
            // It is the first: a second and a millisecond before it, and anywhere between, all is as it was.
            let limit = until.map_or(at + days * 86_400_000, |until| until.0 - 1);
            let between = [limit, (limit - 999).max(at), dice.between(at, limit), dice.between(at, limit)];
            let edges = edges_of_lists(&plain, zone);
            let some_edges = (0..edges.len().min(3)).map(|_| *dice.of(&edges));
            let some_edges =
                some_edges.flat_map(|edge| [edge, edge - 1, edge - 1000]).filter(|edge| (at..=limit).contains(edge));
            for before in between.into_iter().chain(some_edges) {
                assert_eq!(agreed(before).open, open, "at {before}, {}", context());
            }
            until.iter().for_each(|until| assert_eq!(agreed(until.0).open, !open, "{}", context()));
            seen.count(7, until.is_some());
        }
    }
}

#[test]
fn two_implementations_agree_on_a_hundred_thousand_random_domains() {
    let (first, count) = (setting("RULES_SEED", 1), setting("RULES_DOMAINS", 100_000));
    let zones = time_zones();
    let (next, seen) = (AtomicU64::new(0), Seen::default());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(number) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < count) {
                    agree_on(first + number, &zones, &seen);
                }
            });
        }
    });
    let seen = seen.0.map(AtomicU64::into_inner);
    println!("outcomes among {} questions: {seen:?}", count * QUESTIONS as u64);
    if count >= 10_000 {
        assert!(seen.iter().all(|times| *times > count / 20), "some outcome is rare: {seen:?}");
    }
}

#[test]
fn two_implementations_agree_on_types_of_access_and_on_what_has_expired() {
    let mut dice = Dice(11);
    let zone = crate::second::zone(None);
    let (mut expired, mut temporary) = (0, 0);
    for _ in 0..20_000 {
        let era = era(&mut dice);
        let lists = day_lists(&mut dice, era);
        let plain = calendar(&mut dice, era, &lists);
        let now = instant(&mut dice, std::slice::from_ref(&plain), &lists, &zone, era);
        let wanted = (plain.type_of_access(now), plain.is_expired(now));
        for model in [model_calendar(&plain, 0), among_facts(&plain, &lists).as_ref().clone()] {
            let found = (calendar_type(Some(&model), Time(now)).name(), model.is_expired(Time(now)));
            assert_eq!(found, wanted, "at {:?}: {plain:?}", Time(now));
            assert_eq!(model.end_time(), plain.last_end().map(Time), "{plain:?}");
        }
        expired += u32::from(wanted.1);
        temporary += u32::from(wanted.0 == "temporary");
    }
    assert!(expired > 1_000 && temporary > 1_000, "{expired} expired, {temporary} temporary");
}
