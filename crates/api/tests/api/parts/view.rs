//! What changed in what somebody sees.

use cardea_api::testing::{Key, Scope, View};
use cardea_api::wire::example;
use cardea_model::Facts;
use cardea_model::calendar::DayList;
use cardea_model::rows::{Edit, Row};
use std::sync::Arc;

#[test]
fn of_the_lists_of_days_those_that_changed_are_read_again() {
    let then = example::facts();
    let list = example::day_list();
    let scope = Scope::with(then, None);
    // A mark of its own shows what was kept.
    let mut kept = View::of(&scope);
    kept.0.insert(Key::DayList(list.id), 7);
    assert_eq!(kept.next(then, &scope), kept);
    let mut now = Facts::clone(then);
    now.apply(&Edit::Put(Row::DayList(Arc::new(DayList { name: "Another".into(), ..DayList::clone(list) }))));
    let scope = Scope::with(&now, None);
    assert_eq!(kept.next(then, &scope), View::of(&scope));
}
