//! "Why": the links that decide and those that they override; and which locks a person's links reach.

use crate::dice::Dice;
use crate::random::{domain, edits, era, facts, ids, instant, pair};
use crate::second::zone;
use cardea_model::Time;
use cardea_model::access::{Reason, decide, effective, effective_links, explain, locks_reached};
use cardea_model::rows::{Edit, RowKey};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn effective_links_are_for_each_lock_those_of_the_explanation_the_deciding_ones_first(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let plain = domain(&mut dice, era);
        let facts = facts(&edits(&plain));
        let (user, lock) = pair(&mut dice, &plain);
        let at = Time(instant(&mut dice, &plain.calendars, &plain.day_lists, &zone(plain.locks[lock]), era));
        let user = ids(user, lock).0;
        let mut all = effective_links(&facts, user);
        let mut expected = Vec::new();
        for lock in facts.locks(0) {
            let why = explain(&facts, user, lock.id, at);
            let told = |decides| move |reason: Reason| (lock.id, reason.link.id, decides, reason.open);
            expected.extend(why.deciding.into_iter().map(told(true)));
            expected.extend(why.overridden.into_iter().map(told(false)));
        }
        prop_assert!(all.chunk_by(|one, next| one.lock.id == next.lock.id).all(|of_lock| of_lock.is_sorted_by_key(|one| one.priority())));
        prop_assert!(all.is_sorted_by_key(|one| (one.lock.created, one.lock.id)));
        let told = |one: &cardea_model::access::EffectiveLink| (one.lock.id, one.link.id, one.decides, one.is_open(at));
        let mut told: Vec<_> = all.drain(..).map(|one| told(&one)).collect();
        told.sort();
        expected.sort();
        prop_assert_eq!(told, expected);
    }

    #[test]
    fn the_explanation_names_each_link_that_joins_the_two_and_follows_from_those_that_decide(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let plain = domain(&mut dice, era);
        let facts = facts(&edits(&plain));
        let (user, lock) = pair(&mut dice, &plain);
        let at = Time(instant(&mut dice, &plain.calendars, &plain.day_lists, &zone(plain.locks[lock]), era));
        let (user_id, lock_id) = ids(user, lock);
        let why = explain(&facts, user_id, lock_id, at);
        prop_assert_eq!(why.access, effective(&facts, user_id, lock_id, at));
        prop_assert_eq!(why.access.decision.open, why.deciding.iter().any(|reason| reason.open));
        let priority = |links: &[Reason]| -> Vec<u8> {
            links.iter().map(|reason| reason.link.id.kind().priority()).collect()
        };
        let decisive = why.access.decision.priority;
        prop_assert!(priority(&why.deciding).iter().all(|priority| Some(*priority) == decisive));
        let overridden = priority(&why.overridden);
        prop_assert!(overridden.is_sorted() && overridden.iter().all(|priority| Some(*priority) > decisive));
        prop_assert_eq!(why.deciding.len() + why.overridden.len(), plain.joining(user, lock).count());
        for reason in why.deciding.iter().chain(&why.overridden) {
            prop_assert_eq!(reason.calendar.map(|calendar| calendar.id), reason.link.calendar);
        }
        // Without the deciding links, the first of the overridden ones decide.
        let mut without = facts.clone();
        why.deciding.iter().for_each(|reason| without.apply(&Edit::Remove(RowKey::Link(reason.link.id))));
        prop_assert_eq!(decide(&without, user_id, lock_id, at).priority, overridden.first().copied());
    }

    #[test]
    fn the_locks_reached_are_those_that_some_link_joins_the_person_to(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let plain = domain(&mut dice, era);
        let facts = facts(&edits(&plain));
        for user in 0..10 {
            let reached: Vec<_> =
                (0..10).filter(|lock| plain.joining(user, *lock).next().is_some()).map(|lock| ids(user, lock).1).collect();
            prop_assert_eq!(locks_reached(&facts, ids(user, 0).0), reached);
        }
    }
}
