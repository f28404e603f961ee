//! The next change of a calendar is where it changes, and it is the first.

use crate::dice::Dice;
use crate::random::{ZONES, among_facts, calendar, day_lists, era, instant};
use crate::second;
use cardea_model::calendar::{Calendar, HORIZON_SECONDS};
use cardea_model::{Time, Zone};
use proptest::prelude::*;
use std::sync::Arc;

/// A random calendar with the days of its lists, the zone of a door, an instant, and the dice to throw on.
fn thrown(seed: u64) -> (Arc<Calendar>, Zone, Time, Dice) {
    let mut dice = Dice(seed);
    let era = era(&mut dice);
    let lists = day_lists(&mut dice, era);
    let plain = calendar(&mut dice, era, &lists);
    let name = *dice.of(&ZONES);
    let at = instant(&mut dice, std::slice::from_ref(&plain), &lists, &second::zone(name), era);
    (among_facts(&plain, &lists), name.map_or_else(Zone::utc, |name| Zone::named(name).unwrap()), Time(at), dice)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn open_is_constant_before_the_next_change_and_flips_at_it(seed in any::<u64>()) {
        let (calendar, zone, at, mut dice) = thrown(seed);
        let open = calendar.is_open(at, &zone);
        let change = calendar.next_change(at, &zone);
        if let Some(change) = change {
            prop_assert!(change > at && change <= at.plus_seconds(HORIZON_SECONDS));
            prop_assert_eq!(calendar.is_open(change, &zone), !open);
            prop_assert_eq!(calendar.is_open(change + -1, &zone), open);
        }
        let end = change.unwrap_or(at.plus_seconds(HORIZON_SECONDS) + 1).0 - 1;
        for number in 0..200 {
            // Half of the probes lie in the next nine days, where most calendars have their changes.
            let far = if number % 2 == 0 { end } else { end.min(at.0 + 9 * 86_400_000) };
            let between = Time(dice.between(at.0, far));
            prop_assert_eq!(calendar.is_open(between, &zone), open, "at {:?}", between);
        }
    }

    #[test]
    fn walking_from_change_to_change_meets_every_state_of_every_quarter_hour(seed in any::<u64>()) {
        let (calendar, zone, at, _) = thrown(seed);
        let (mut open, mut next) = (calendar.is_open(at, &zone), calendar.next_change(at, &zone));
        for quarter in 1..4 * 24 * 15 {
            let time = at + quarter * 900_000;
            while let Some(change) = next.filter(|change| *change <= time) {
                open = !open;
                next = calendar.next_change(change, &zone);
            }
            prop_assert_eq!(calendar.is_open(time, &zone), open, "at {:?}", time);
        }
    }
}
