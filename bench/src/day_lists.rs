//! A list of 366 days that 10,000 calendars use changes, each of a link of its own, beside a copy of its days that is put into each of them.

use crate::row::{self, Goal};
use cardea_model::calendar::{
    Calendar, Date, DayList, ListedDay, ListedDays, MOST_LISTED_DAYS, OtherDay, OtherDays, RuleSets,
};
use cardea_model::ids::{AccountId, CalendarId, DayListId, DomainId, LinkId, LockId, UserId};
use cardea_model::role::LinkProfile;
use cardea_model::rows::{Edit, Link, Row, Target, Who};
use cardea_model::{Facts, Revision, Time};
use std::hint::black_box;
use std::sync::Arc;

const CALENDARS: u64 = 10_000;
const LIST: DayListId = DayListId(1);

fn day(number: usize) -> OtherDay {
    OtherDay { date: Date(20_454 + number as i32), hours: Vec::new() }
}

/// Its first days are named so.
fn list(name: &str, days: usize) -> Edit {
    let days = (0..days).map(|number| ListedDay { name: name.to_owned(), day: day(number) }).collect();
    let days = ListedDays::of(days).expect("as many as there may be");
    Edit::Put(Row::DayList(Arc::new(DayList {
        id: LIST,
        name: name.to_owned(),
        country: None,
        days,
        created: Time(0),
    })))
}

fn calendar(number: u64, other_days: OtherDays) -> Edit {
    let (rule_sets, created) = (RuleSets::default(), Time(0));
    let calendar =
        Calendar { id: CalendarId(number), start_time: None, refresh_interval: 86_400, rule_sets, other_days, created };
    Edit::Put(Row::Calendar(Arc::new(calendar)))
}

fn link(number: u64) -> Edit {
    let (who, target) = (Who::User(UserId(number)), Target::Lock(LockId(number % 500)));
    let id = LinkId::new(Link::kind(who, target), number);
    let calendar = Some(CalendarId(number));
    Edit::Put(Row::Link(Link { id, who, target, calendar, profile: LinkProfile::User, created: Time(0) }))
}

pub fn run() {
    let mut facts = Facts::empty(DomainId(1), AccountId(1), Revision::default());
    let uses = OtherDays::default().with_lists(vec![LIST]).expect("one list");
    let used = (0..CALENDARS).flat_map(|number| [calendar(number, uses.clone()), link(number)]);
    used.chain([list("Before", 1)]).for_each(|edit| facts.apply(&edit));
    // More days than a calendar names itself are not needed to see what a copy costs.
    let copy = OtherDays::of((0..64).map(day).collect()).expect("as many as there may be");
    let copies: Vec<Edit> = (0..CALENDARS).map(|number| calendar(number, copy.clone())).collect();
    let changed = list("After", MOST_LISTED_DAYS);
    let (ours, peer) = row::alternate(
        1,
        || {
            let mut facts = facts.clone();
            facts.apply(&changed);
            black_box(facts);
        },
        1,
        || {
            let mut facts = facts.clone();
            copies.iter().for_each(|edit| facts.apply(edit));
            black_box(facts);
        },
    );
    let work = "a list of 366 days that 10,000 calendars use changes, in memory";
    row::line(work, ours, "64 days put into each of the calendars", peer, Goal::AtMost(1.0));
}
