//! What changed of a thing, field by field. Of days by date those are told that changed, and no more than a few.

use super::AuditField;
use crate::wire::entries::{self as wire, CalendarEntry, ListedDay};
use cardea_model::calendar::{Calendar, Date, OtherDay, Weekdays};
use cardea_model::rows::{Link, Lock, LockType, Row, Target, Who};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// What differs between two states of a row, with up to `most` days of a field.
pub(super) fn difference(before: Option<&Row>, after: Option<&Row>, most: usize) -> Vec<AuditField> {
    let (was, is) = (before.map(fields).unwrap_or_default(), after.map(fields).unwrap_or_default());
    let find = |fields: &[(&str, Option<String>)], name: &str| {
        fields.iter().find(|(field, _)| *field == name).and_then(|(_, value)| value.clone())
    };
    let names = was.iter().chain(is.iter().filter(|(name, _)| was.iter().all(|(other, _)| other != name)));
    let fields = names
        .map(|(field, _)| AuditField { field, before: find(&was, field), after: find(&is, field), more: 0 })
        .filter(|field| field.before != field.after);
    fields.chain(different_days(before, after, most)).collect()
}

/// What is said of a date: its name where it has one, and its hours.
type Day<'a> = (Option<&'a str>, &'a OtherDay);

/// The days of a row by date, and what their field is called.
fn days(row: &Row) -> Option<(&'static str, BTreeMap<Date, Day<'_>>)> {
    match row {
        Row::DayList(list) => {
            Some(("days", list.days.iter().map(|(name, day)| (day.date, (Some(name), day))).collect()))
        }
        Row::Calendar(calendar) => {
            Some(("other_days", calendar.other_days.own().iter().map(|day| (day.date, (None, day))).collect()))
        }
        _ => None,
    }
}

/// The days that differ between two states of a row: a list has as many as a year, of which few change at a time.
fn different_days(before: Option<&Row>, after: Option<&Row>, most: usize) -> Option<AuditField> {
    let (was, is) = (before.and_then(days), after.and_then(days));
    let field = was.as_ref().or(is.as_ref())?.0;
    let (was, is) = [was, is].map(|days| days.map(|(_, days)| days).unwrap_or_default()).into();
    let dates: BTreeSet<Date> =
        was.keys().chain(is.keys()).copied().filter(|date| was.get(date) != is.get(date)).collect();
    let told = |days: &BTreeMap<Date, Day<'_>>| {
        let days = dates.iter().take(most).filter_map(|date| days.get(date));
        let days = days.map(|(name, day)| match name {
            Some(name) => json!(ListedDay::of(name, day)),
            None => json!(wire::OtherDay::of(day)),
        });
        listed(&Value::from_iter(days))
    };
    let more = dates.len().saturating_sub(most);
    (!dates.is_empty()).then(|| AuditField { field, before: told(&was), after: told(&is), more })
}

/// A row's fields by their names on the wire, as text: those that are nobody's secret.
fn fields(row: &Row) -> Vec<(&'static str, Option<String>)> {
    fn told(value: impl Display) -> Option<String> {
        Some(value.to_string())
    }
    match row {
        Row::Profile(_) | Row::Pairing(_) | Row::Membership(_) => Vec::new(),
        Row::User(user) => vec![("role", told(user.role.name())), ("alias", told(&user.alias))],
        Row::Lock(lock) => lock_fields(lock),
        Row::Device(device) => vec![
            ("name", told(&device.name)),
            ("device_type", told(&device.device_type)),
            ("timezone", device.timezone.as_ref().map(|zone| zone.name().to_owned())),
        ],
        Row::Group(group) => vec![("name", told(&group.name)), ("type", told(group.group_type.name()))],
        Row::DayList(list) => vec![("name", told(&list.name)), ("country", list.country.clone())],
        Row::Calendar(calendar) => calendar_fields(calendar),
        Row::Link(link) => link_fields(link),
        Row::RequiredSignIn(required) => {
            vec![("required_provider", told(&required.provider)), ("required_of", told(required.of.name()))]
        }
    }
}

fn lock_fields(lock: &Lock) -> Vec<(&'static str, Option<String>)> {
    let known = match &lock.lock_type {
        LockType::Afi { serial, .. } => ("serial_number", Some(serial.to_string())),
        LockType::Mwm { mac_address, .. } => ("mac_address", Some(mac_address.to_string())),
    };
    vec![
        ("name", Some(lock.name.clone())),
        known,
        ("address", Some(lock.address.clone())),
        ("timezone", lock.timezone.as_ref().map(|zone| zone.name().to_owned())),
        ("end_to_end_mode", Some(lock.end_to_end_mode.to_string())),
    ]
}

/// Entries as JSON; `None` where there are none.
fn listed(entries: &Value) -> Option<String> {
    Some(entries.to_string()).filter(|text| text != "[]")
}

fn calendar_fields(calendar: &Calendar) -> Vec<(&'static str, Option<String>)> {
    let days = |days: Weekdays| days.days().map(|day| day.to_string()).collect::<Vec<_>>().join(",");
    let first = calendar.rule_sets.first();
    let entry = CalendarEntry::of(calendar);
    vec![
        ("start_time", calendar.start_time.map(|time| time.to_string())),
        ("refresh_interval", Some(calendar.refresh_interval.to_string())),
        ("end_time", first.end_time.map(|time| time.to_string())),
        ("number_of_weeks", first.number_of_weeks.map(|weeks| weeks.to_string())),
        ("week_days", first.week_days.map(days)),
        ("daily_start", first.daily_start.map(|second| second.to_string())),
        ("daily_end", first.daily_end.map(|second| second.to_string())),
        ("further_rule_sets", listed(&json!(entry.rule_sets[1..]))),
        ("day_lists", listed(&json!(entry.day_lists))),
    ]
}

fn link_fields(link: &Link) -> Vec<(&'static str, Option<String>)> {
    let calendar = ("calendar_id", link.calendar.map(|id| id.to_string()));
    let profile = ("link_profile", Some(link.profile.name().to_owned()));
    let (who, target) = match (link.who, link.target) {
        (Who::User(user), Target::Lock(lock)) => (("user_id", user.to_string()), ("lock_id", lock.to_string())),
        (Who::User(user), Target::Group(group)) => (("user_id", user.to_string()), ("group_id", group.to_string())),
        (Who::Group(group), Target::Lock(lock)) => (("group_id", group.to_string()), ("lock_id", lock.to_string())),
        (Who::Group(group), Target::Group(other)) => {
            (("group_id", group.to_string()), ("other_group_id", other.to_string()))
        }
    };
    vec![(who.0, Some(who.1)), (target.0, Some(target.1)), calendar, profile]
}
