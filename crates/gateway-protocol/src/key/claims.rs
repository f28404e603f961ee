//! The claims of a key as a CBOR Web Token.

use super::{Claims, Permission, whole};
use cardea_model::Time;
use cardea_model::calendar::{Calendar, Weekdays};
use cardea_model::ids::CalendarId;
use cardea_model::zone::Zone;
use coset::cbor::value::Value;
use coset::cwt::{ClaimName, ClaimsSet, ClaimsSetBuilder, Timestamp};

const ZONE: &str = "zone";
const CALENDARS: &str = "calendars";
const PERMISSIONS: &str = "permissions";

/// `sub` is the user, `aud` the lock.
pub fn encode(claims: &Claims) -> ClaimsSet {
    let seconds = |time: Time| Timestamp::WholeSeconds(time.seconds());
    let permissions = claims.permissions.iter().map(|permission| Value::from(permission.id())).collect();
    ClaimsSetBuilder::new()
        .cwt_id(claims.id.to_vec())
        .subject(claims.user.to_string())
        .audience(claims.lock.to_string())
        .issued_at(seconds(claims.issued_at))
        .not_before(seconds(claims.valid_from))
        .expiration_time(seconds(claims.valid_to))
        .text_claim(PERMISSIONS.into(), Value::Array(permissions))
        .text_claim(ZONE.into(), Value::from(claims.zone.name()))
        .text_claim(CALENDARS.into(), Value::Array(claims.calendars.iter().map(calendar).collect()))
        .build()
}

/// The reverse; `None` for anything missing, surplus or out of range.
pub fn decode(set: ClaimsSet) -> Option<Claims> {
    let seconds = |stamp: Timestamp| match stamp {
        Timestamp::WholeSeconds(seconds) => Some(Time(seconds.checked_mul(1000)?)),
        Timestamp::FractionalSeconds(_) => None,
    };
    let issued_at = seconds(set.issued_at?)?;
    let (mut zone, mut calendars, mut permissions) = (None, None, None);
    for (name, value) in set.rest {
        match name {
            ClaimName::Text(name) if name == ZONE => zone = Some(Zone::named(value.as_text()?)?),
            ClaimName::Text(name) if name == CALENDARS => {
                let read = value.as_array()?.iter().map(|entry| read_calendar(entry, issued_at));
                calendars = Some(read.collect::<Option<_>>()?);
            }
            ClaimName::Text(name) if name == PERMISSIONS => {
                permissions = Some(value.as_array()?.iter().map(permission).collect::<Option<_>>()?);
            }
            _ => return None,
        }
    }
    Some(Claims {
        id: set.cwt_id?.try_into().ok()?,
        lock: set.audience?.parse().ok()?,
        user: set.subject?.parse().ok()?,
        issued_at,
        valid_from: seconds(set.not_before?)?,
        valid_to: seconds(set.expiration_time?)?,
        zone: zone?,
        calendars: calendars?,
        permissions: permissions?,
    })
}

fn permission(value: &Value) -> Option<Permission> {
    let number = whole(value)?;
    Permission::ALL.into_iter().find(|permission| i64::from(permission.id()) == number)
}

/// `[id, start, end, refresh interval, weeks, weekdays, daily start, daily end]`, instants in milliseconds, null for none.
fn calendar(calendar: &Calendar) -> Value {
    let number = |value: Option<i64>| value.map_or(Value::Null, Value::from);
    Value::Array(vec![
        Value::from(calendar.id.0),
        number(calendar.start_time.map(|time| time.0)),
        number(calendar.end_time.map(|time| time.0)),
        Value::from(calendar.refresh_interval),
        number(calendar.number_of_weeks.map(i64::from)),
        number(calendar.week_days.map(|days| i64::from(days.0))),
        number(calendar.daily_start.map(i64::from)),
        number(calendar.daily_end.map(i64::from)),
    ])
}

fn read_calendar(value: &Value, created: Time) -> Option<Calendar> {
    let [id, start, end, refresh, weeks, days, daily_start, daily_end] = value.as_array()?.as_slice() else {
        return None;
    };
    Some(Calendar {
        id: CalendarId(u64::try_from(whole(id)?).ok()?),
        start_time: optional::<i64>(start)?.map(Time),
        end_time: optional::<i64>(end)?.map(Time),
        refresh_interval: u32::try_from(whole(refresh)?).ok()?,
        number_of_weeks: optional(weeks)?,
        week_days: optional(days)?.map(Weekdays),
        daily_start: optional(daily_start)?,
        daily_end: optional(daily_end)?,
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
