//! Facts are what the rows say, whatever the order in which they came, and whatever came and went between.

mod day_lists;

use crate::dice::Dice;
use crate::random::{domain, edits, era, facts, no_facts, profile};
use cardea_model::Time;
use cardea_model::facts::Facts;
use cardea_model::ids::{DeviceId, LinkKind, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Pairing, Row};
use cardea_model::testing;
use proptest::prelude::*;
use std::sync::Arc;

/// The rows of a random domain, with devices and pairings.
fn rows(dice: &mut Dice) -> Vec<Edit> {
    let era = era(dice);
    let mut edits = edits(&domain(dice, era));
    for number in 0..4 {
        edits.push(put_device(number, Serial(0x100 + number)));
        edits.push(Edit::Put(Row::Pairing(Pairing { lock: LockId(0xe0 + number), device: DeviceId(number) })));
    }
    edits
}

fn put_device(number: u64, serial: Serial) -> Edit {
    let device = testing::device(DeviceId(number), serial, "danabridgev3", "", Time(number as i64));
    Edit::Put(Row::Device(Arc::new(device)))
}

fn put_lock(id: u64, serial: u64) -> Edit {
    Edit::Put(Row::Lock(Arc::new(testing::lock(LockId(id), Serial(serial), "", Time(id as i64)))))
}

fn put_user(id: u64, account: u64) -> Edit {
    let profile = profile(account, &format!("account{account}"));
    Edit::Put(Row::User(Arc::new(testing::user(UserId(id), profile, Role::User, Time(id as i64)))))
}

fn all(facts: &Facts) -> usize {
    let links: usize = LinkKind::ALL.into_iter().map(|kind| facts.links(kind, 0).count()).sum();
    facts.users(0).count()
        + facts.locks(0).count()
        + facts.devices(0).count()
        + facts.groups(0).count()
        + facts.day_lists(0).count()
        + facts.calendars(0).count()
        + links
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn rows_in_any_order_make_equal_facts(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let mut edits = rows(&mut dice);
        let once = facts(&edits);
        for edit in &edits {
            let Edit::Put(row) = edit else { unreachable!() };
            prop_assert_eq!(once.row(edit.key()).map(testing::as_put), Some(row.clone()));
        }
        dice.shuffle(&mut edits);
        let shuffled = facts(&edits);
        prop_assert_eq!(&shuffled, &once);
        // Again on top: nothing changes.
        let mut again = shuffled.clone();
        dice.shuffle(&mut edits);
        edits.iter().for_each(|edit| again.apply(edit));
        prop_assert_eq!(again, once);
    }

    #[test]
    fn what_is_removed_leaves_no_trace(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let mut edits = rows(&mut dice);
        dice.shuffle(&mut edits);
        let (stay, go) = edits.split_at(dice.below(edits.len() + 1));
        let wanted = facts(stay);
        let mut found = facts(&edits);
        let mut go = go.to_vec();
        dice.shuffle(&mut go);
        for edit in &go {
            found.apply(&Edit::Remove(edit.key()));
            prop_assert_eq!(found.row(edit.key()), None);
            // Once more: nothing to do.
            found.apply(&Edit::Remove(edit.key()));
        }
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn a_clone_stays_as_it_was(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let edits = rows(&mut dice);
        let (first, then) = edits.split_at(edits.len() / 2);
        let mut facts = facts(first);
        let (before, count) = (facts.clone(), all(&facts));
        then.iter().for_each(|edit| facts.apply(edit));
        first.iter().for_each(|edit| facts.apply(&Edit::Remove(edit.key())));
        prop_assert_eq!(all(&before), count);
        prop_assert_eq!(before, crate::random::facts(first));
    }

    #[test]
    fn a_changed_row_is_as_if_it_had_always_been_so(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let (one, other) = (rows(&mut dice), rows(&mut dice));
        // Rows of the other domain under the same keys: other roles, zones, links on other sides.
        let both = |edit: &&Edit| one.iter().any(|mine| mine.key() == edit.key());
        let changes: Vec<Edit> = other.iter().filter(both).cloned().collect();
        let mut found = facts(&one);
        changes.iter().for_each(|edit| found.apply(edit));
        let unchanged = one.iter().filter(|mine| !changes.iter().any(|edit| edit.key() == mine.key()));
        let wanted: Vec<Edit> = unchanged.chain(&changes).cloned().collect();
        prop_assert_eq!(found, facts(&wanted));
    }
}

/// A reader that is several revisions behind applies a removal and what came after it in any order.
#[test]
fn a_serial_number_or_account_that_moves_to_another_row_is_found_there_in_either_order() {
    let gone = [
        Edit::Remove(put_lock(1, 7).key()),
        Edit::Remove(put_user(1, 7).key()),
        Edit::Remove(put_device(3, Serial(8)).key()),
        put_device(4, Serial(10)),
    ];
    let come = [put_lock(2, 7), put_user(2, 7), put_lock(4, 8), put_device(5, Serial(9))];
    let mut before = no_facts();
    for edit in [put_lock(1, 7), put_user(1, 7), put_device(3, Serial(8)), put_device(4, Serial(9))] {
        before.apply(&edit);
    }
    let (mut one, mut other) = (before.clone(), before);
    gone.iter().chain(&come).for_each(|edit| one.apply(edit));
    come.iter().chain(&gone).for_each(|edit| other.apply(edit));
    assert_eq!(one.lock_by_serial(Serial(7)).map(|lock| lock.id), Some(LockId(2)));
    assert_eq!(one.user_of_account(cardea_model::ids::AccountId(7)).map(|user| user.id), Some(UserId(2)));
    assert_eq!(one, other);
}
