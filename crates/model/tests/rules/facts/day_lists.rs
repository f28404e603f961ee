//! A calendar among facts has the days of its lists, in whatever order their rows came, changed and went.

use crate::dice::Dice;
use crate::random::{calendar, calendar_id, change_a_list, day_list, day_list_id, domain, edits, era, facts};
use crate::random::{model_calendar, model_days, model_list, no_facts};
use crate::second::{Domain, Instant};
use cardea_model::calendar::OtherDay;
use cardea_model::facts::Facts;
use cardea_model::rows::{Edit, Row, RowKey};
use proptest::prelude::*;
use std::sync::Arc;

/// A domain of which some lists have been removed, so that what uses them names lists that are not there.
fn some_lists_gone(dice: &mut Dice, plain: &mut Domain) -> Vec<RowKey> {
    let mut gone = Vec::new();
    for place in 0..plain.day_lists.len() {
        if dice.one_in(4) {
            gone.push(RowKey::DayList(day_list_id(place)));
            plain.day_lists[place].clear();
        }
    }
    gone
}

/// What this row said before: now and then nothing, or something else once or twice, or it was gone for a while.
fn earlier(dice: &mut Dice, era: Instant, plain: &Domain, key: RowKey) -> Vec<Edit> {
    let mut history = Vec::new();
    for _ in 0..dice.below(3) {
        let row = match key {
            RowKey::DayList(id) => {
                let place = (0..plain.day_lists.len()).find(|place| day_list_id(*place) == id);
                let list = day_list(dice, era, &plain.day_lists);
                Row::DayList(Arc::new(model_list(&list, place.expect("a list of the domain"))))
            }
            RowKey::Calendar(id) => {
                let place = (0..plain.calendars.len()).find(|place| calendar_id(*place) == id);
                let calendar = calendar(dice, era, &plain.day_lists);
                Row::Calendar(Arc::new(model_calendar(&calendar, place.expect("a calendar of the domain"))))
            }
            _ => return history,
        };
        history.push(Edit::Put(row));
        if dice.one_in(3) {
            history.push(Edit::Remove(key));
        }
    }
    history
}

/// Each row's edits in their order, mixed with those of the others.
fn mixed(dice: &mut Dice, mut histories: Vec<Vec<Edit>>) -> Facts {
    let mut facts = no_facts();
    histories.iter_mut().for_each(|history| history.reverse());
    histories.retain(|history| !history.is_empty());
    while !histories.is_empty() {
        let place = dice.below(histories.len());
        facts.apply(&histories[place].pop().expect("what is not empty"));
        if histories[place].is_empty() {
            histories.swap_remove(place);
        }
    }
    facts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_lists_said_before_leaves_no_trace_in_the_calendars_that_use_them(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let mut plain = domain(&mut dice, era);
        let gone = some_lists_gone(&mut dice, &mut plain);
        let mut rows = edits(&plain);
        rows.retain(|edit| !gone.contains(&edit.key()));
        let history = |dice: &mut Dice, key: RowKey, last: Edit| [earlier(dice, era, &plain, key), vec![last]].concat();
        let mut histories: Vec<Vec<Edit>> = rows.iter().map(|edit| history(&mut dice, edit.key(), edit.clone())).collect();
        histories.extend(gone.iter().map(|key| history(&mut dice, *key, Edit::Remove(*key))));
        let found = mixed(&mut dice, histories);
        prop_assert_eq!(&found, &facts(&rows));
        for (place, calendar) in plain.calendars.iter().enumerate() {
            let stands = found.calendar(calendar_id(place)).expect("a calendar that was put");
            let days: Vec<OtherDay> = stands.other_days.iter().cloned().collect();
            prop_assert_eq!(days, model_days(calendar, &plain.day_lists));
        }
    }

    #[test]
    fn facts_of_before_keep_the_days_that_lists_had_then(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let era = era(&mut dice);
        let mut plain = domain(&mut dice, era);
        let before = facts(&edits(&plain));
        let (kept, then) = (before.clone(), plain.clone());
        let mut facts = before;
        for _ in 0..4 {
            change_a_list(&mut dice, era, &mut plain, &mut facts);
        }
        for (facts, plain) in [(&kept, &then), (&facts, &plain)] {
            for (place, calendar) in plain.calendars.iter().enumerate() {
                let days: Vec<OtherDay> = facts.calendar(calendar_id(place)).unwrap().other_days.iter().cloned().collect();
                prop_assert_eq!(days, model_days(calendar, &plain.day_lists));
            }
        }
    }
}
