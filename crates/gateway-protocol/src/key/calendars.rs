//! The calendars of a key, in each of the forms that locks read. Instants are milliseconds; null stands for none.

use super::{Form, whole};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, Date, Hours, OtherDay, OtherDays, RuleSet, RuleSets, Weekdays};
use cardea_model::ids::CalendarId;
use coset::cbor::value::Value;

/// The claim of these calendars.
pub fn written(form: Form, calendars: &[Calendar]) -> Value {
    let written = match form {
        Form::OneRuleSet => one_rule_set,
        Form::RuleSets => rule_sets,
    };
    Value::Array(calendars.iter().map(written).collect())
}

/// The reverse; `None` for anything missing, surplus or out of range.
pub fn read(form: Form, claim: &Value, created: Time) -> Option<Vec<Calendar>> {
    let read = match form {
        Form::OneRuleSet => read_one_rule_set,
        Form::RuleSets => read_rule_sets,
    };
    claim.as_array()?.iter().map(|entry| read(entry, created)).collect()
}

fn number(value: Option<i64>) -> Value {
    value.map_or(Value::Null, Value::from)
}

/// `[id, start, end, refresh interval, weeks, weekdays, daily start, daily end]`
fn one_rule_set(calendar: &Calendar) -> Value {
    let [end, hours @ ..] = rule_set(calendar.rule_sets.first());
    let head = [
        Value::from(calendar.id.0),
        number(calendar.start_time.map(|time| time.0)),
        end,
        Value::from(calendar.refresh_interval),
    ];
    Value::Array(head.into_iter().chain(hours).collect())
}

fn read_one_rule_set(entry: &Value, created: Time) -> Option<Calendar> {
    let [id, start, end, refresh, hours @ ..] = entry.as_array()?.as_slice() else { return None };
    let set = read_rule_set(end, hours)?;
    calendar([id, start, refresh], set.into(), OtherDays::default(), created)
}

/// `[id, start, refresh interval, [[end, weeks, weekdays, daily start, daily end], …], [[date, [[from, to], …]], …]]`, dates as days since
/// 1970.
fn rule_sets(calendar: &Calendar) -> Value {
    let sets = calendar.rule_sets.iter().map(|set| Value::Array(rule_set(set).into()));
    let hours = |hours: &Hours| Value::Array(vec![Value::from(hours.daily_start), Value::from(hours.daily_end)]);
    let day = |day: &OtherDay| {
        Value::Array(vec![Value::from(day.date.0), Value::Array(day.hours.iter().map(hours).collect())])
    };
    Value::Array(vec![
        Value::from(calendar.id.0),
        number(calendar.start_time.map(|time| time.0)),
        Value::from(calendar.refresh_interval),
        Value::Array(sets.collect()),
        Value::Array(calendar.other_days.iter().map(day).collect()),
    ])
}

fn read_rule_sets(entry: &Value, created: Time) -> Option<Calendar> {
    let [id, start, refresh, sets, days] = entry.as_array()?.as_slice() else { return None };
    let set = |set: &Value| match set.as_array()?.as_slice() {
        [end, hours @ ..] => read_rule_set(end, hours),
        [] => None,
    };
    let sets: Vec<RuleSet> = sets.as_array()?.iter().map(set).collect::<Option<_>>()?;
    let hours = |hours: &Value| match hours.as_array()?.as_slice() {
        [from, to] => {
            Some(Hours { daily_start: u32::try_from(whole(from)?).ok()?, daily_end: u32::try_from(whole(to)?).ok()? })
        }
        _ => None,
    };
    let day = |day: &Value| match day.as_array()?.as_slice() {
        [date, of_day] => Some(OtherDay {
            date: Date(i32::try_from(whole(date)?).ok()?),
            hours: of_day.as_array()?.iter().map(hours).collect::<Option<_>>()?,
        }),
        _ => None,
    };
    let days = days.as_array()?.iter().map(day).collect::<Option<_>>()?;
    // A key always names what is open.
    let sets = Some(sets).filter(|sets| !sets.is_empty())?;
    calendar([id, start, refresh], RuleSets::of(sets).ok()?, OtherDays::of(days).ok()?, created)
}

fn rule_set(set: &RuleSet) -> [Value; 5] {
    [
        number(set.end_time.map(|time| time.0)),
        number(set.number_of_weeks.map(i64::from)),
        number(set.week_days.map(|days| i64::from(days.0))),
        number(set.daily_start.map(i64::from)),
        number(set.daily_end.map(i64::from)),
    ]
}

fn read_rule_set(end: &Value, hours: &[Value]) -> Option<RuleSet> {
    let [weeks, days, daily_start, daily_end] = hours else { return None };
    Some(RuleSet {
        end_time: optional::<i64>(end)?.map(Time),
        number_of_weeks: optional(weeks)?,
        week_days: optional(days)?.map(Weekdays),
        daily_start: optional(daily_start)?,
        daily_end: optional(daily_end)?,
    })
}

fn calendar(
    [id, start, refresh]: [&Value; 3],
    rule_sets: RuleSets,
    other_days: OtherDays,
    created: Time,
) -> Option<Calendar> {
    Some(Calendar {
        id: CalendarId(u64::try_from(whole(id)?).ok()?),
        start_time: optional::<i64>(start)?.map(Time),
        refresh_interval: u32::try_from(whole(refresh)?).ok()?,
        rule_sets,
        other_days,
        created,
    })
}

/// Null, or a number in range; the outer `None` for anything else.
fn optional<T: TryFrom<i64>>(value: &Value) -> Option<Option<T>> {
    match value {
        Value::Null => Some(None),
        value => Some(Some(T::try_from(whole(value)?).ok()?)),
    }
}
