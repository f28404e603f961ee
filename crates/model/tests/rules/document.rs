//! Reads the cases of rules/: calendars and domain documents as they travel.

use cardea_model::Time;
use cardea_model::calendar::{Calendar, DayList, Hours, ListedDay, ListedDays, OtherDay, OtherDays};
use cardea_model::calendar::{RuleSet, RuleSets, Weekdays};
use cardea_model::facts::Facts;
use cardea_model::ids::{AccountId, CalendarId, LinkId, LinkKind, Serial};
use cardea_model::rows::{Edit, Group, GroupType, Link, Lock, Member, Membership, Row, Target, Who};
use cardea_model::testing;
use cardea_model::zone::Zone;
use serde_json::Value;
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::Arc;

/// A text as what it stands for; null as `None`.
pub fn parse<T: FromStr<Err: Debug>>(value: &Value) -> Option<T> {
    match value {
        Value::Null => None,
        _ => Some(value.as_str().expect("a text").parse().expect("a text of the right form")),
    }
}

pub fn zone(value: &Value) -> Option<Zone> {
    value.as_str().map(|name| Zone::named(name).expect("a known zone"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().map(|number| u32::try_from(number).unwrap())
}

/// The entries of a list that older cases say nothing of.
fn entries(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn calendar(value: &Value) -> Calendar {
    let own_days = OtherDays::of(entries(&value["other_days"]).iter().map(other_day).collect()).unwrap();
    let day_lists = entries(&value["day_lists"]).iter().map(|id| parse(id).expect("an id")).collect();
    Calendar {
        id: value.get("id").and_then(parse).unwrap_or(CalendarId(1)),
        start_time: parse(&value["start_time"]),
        refresh_interval: number(&value["refresh_interval"]).expect("a refresh interval"),
        rule_sets: RuleSets::of(list(&value["rule_sets"]).iter().map(rule_set).collect()).unwrap(),
        other_days: own_days.with_lists(day_lists).unwrap(),
        created: Time(0),
    }
}

fn rule_set(value: &Value) -> RuleSet {
    let days = |days: &Vec<Value>| Weekdays::of(days.iter().map(|day| day.as_i64().unwrap())).unwrap();
    RuleSet {
        end_time: parse(&value["end_time"]),
        number_of_weeks: number(&value["number_of_weeks"]).map(|weeks| u8::try_from(weeks).unwrap()),
        week_days: value["week_days"].as_array().map(days),
        daily_start: number(&value["daily_start"]),
        daily_end: number(&value["daily_end"]),
    }
}

fn other_day(value: &Value) -> OtherDay {
    let hours = |hours: &Value| Hours {
        daily_start: number(&hours["daily_start"]).unwrap_or(0),
        daily_end: number(&hours["daily_end"]).unwrap_or(86_400),
    };
    OtherDay {
        date: parse(&value["date"]).expect("a date"),
        hours: entries(&value["hours"]).iter().map(hours).collect(),
    }
}

fn day_list(value: &Value) -> DayList {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let listed = |day: &Value| ListedDay { name: text(&day["name"]).expect("a name"), day: other_day(day) };
    DayList {
        id: parse(&value["id"]).expect("an id"),
        name: text(&value["name"]).expect("a name"),
        country: text(&value["country"]),
        days: ListedDays::of(list(&value["days"]).iter().map(listed).collect()).unwrap(),
        created: parse(&value["created"]).expect("an instant"),
    }
}

pub fn facts(document: &Value) -> Facts {
    let mut facts = crate::random::no_facts();
    let mut put = |row| facts.apply(&Edit::Put(row));
    for (place, entry) in list(&document["users"]).iter().enumerate() {
        let profile = crate::random::profile(AccountId(place as u64).0, &entry["username"].to_string());
        let (id, created) = (parse(&entry["id"]).unwrap(), parse(&entry["created"]).unwrap());
        put(Row::User(Arc::new(testing::user(id, profile, parse(&entry["role"]).unwrap(), created))));
    }
    for entry in list(&document["locks"]) {
        let serial: Serial = parse(&entry["afi"]["serial_number"]).unwrap();
        let (id, created) = (parse(&entry["id"]).unwrap(), parse(&entry["created"]).unwrap());
        let lock = Lock { timezone: zone(&entry["timezone"]), ..testing::lock(id, serial, "", created) };
        put(Row::Lock(Arc::new(lock)));
    }
    for entry in list(&document["groups"]) {
        let group = parse(&entry["id"]).unwrap();
        let of_locks = entry["type"] == "locks";
        let group_type = if of_locks { GroupType::Locks } else { GroupType::Users };
        let created = parse(&entry["created"]).unwrap();
        put(Row::Group(Arc::new(Group { id: group, name: String::new(), group_type, created })));
        for id in list(if of_locks { &entry["locks"] } else { &entry["users"] }) {
            let member = if of_locks { Member::Lock(parse(id).unwrap()) } else { Member::User(parse(id).unwrap()) };
            put(Row::Membership(Membership { group, member }));
        }
    }
    for entry in entries(&document["day_lists"]) {
        put(Row::DayList(Arc::new(day_list(entry))));
    }
    for entry in list(&document["calendars"]) {
        put(Row::Calendar(Arc::new(calendar(entry))));
    }
    for entry in list(&document["links"]) {
        put(Row::Link(link(entry)));
    }
    facts
}

fn link(entry: &Value) -> Link {
    let id: LinkId = parse(&entry["id"]).unwrap();
    let text = |field: &str| &entry[field];
    let (user, user_group) =
        (|| Who::User(parse(text("user_id")).unwrap()), || Who::Group(parse(text("group_id")).unwrap()));
    let lock = || Target::Lock(parse(text("lock_id")).unwrap());
    let lock_group = |field: &str| Target::Group(parse(text(field)).unwrap());
    let (who, target) = match id.kind() {
        LinkKind::LockUser => (user(), lock()),
        LinkKind::GroupUser => (user(), lock_group("group_id")),
        LinkKind::GroupLock => (user_group(), lock()),
        LinkKind::GroupGroup => (user_group(), lock_group("other_group_id")),
    };
    Link {
        id,
        who,
        target,
        calendar: parse(&entry["calendar_id"]),
        profile: parse(&entry["link_profile"]).unwrap(),
        created: parse(&entry["created"]).unwrap(),
    }
}
