//! The claims of a key as a CBOR Web Token.

use super::{Claims, Form, Permission, calendars, whole};
use cardea_model::Time;
use cardea_model::zone::Zone;
use coset::cbor::value::Value;
use coset::cwt::{ClaimName, ClaimsSet, ClaimsSetBuilder, Timestamp};

const FORM: &str = "form";
const ZONE: &str = "zone";
const CALENDARS: &str = "calendars";
const PERMISSIONS: &str = "permissions";

/// `sub` is the user, `aud` the lock.
pub fn encode(claims: &Claims) -> ClaimsSet {
    let seconds = |time: Time| Timestamp::WholeSeconds(time.seconds());
    let permissions = claims.permissions.iter().map(|permission| Value::from(permission.id())).collect();
    let mut set = ClaimsSetBuilder::new();
    // Locks that know the first form alone refuse a key with a claim that they do not know.
    if claims.form != Form::OneRuleSet {
        set = set.text_claim(FORM.into(), Value::from(claims.form as u8));
    }
    set.cwt_id(claims.id.to_vec())
        .subject(claims.user.to_string())
        .audience(claims.lock.to_string())
        .issued_at(seconds(claims.issued_at))
        .not_before(seconds(claims.valid_from))
        .expiration_time(seconds(claims.valid_to))
        .text_claim(PERMISSIONS.into(), Value::Array(permissions))
        .text_claim(ZONE.into(), Value::from(claims.zone.name()))
        .text_claim(CALENDARS.into(), calendars::written(claims.form, &claims.calendars))
        .build()
}

/// The reverse; `None` for anything missing, surplus or out of range.
pub fn decode(set: ClaimsSet) -> Option<Claims> {
    let seconds = |stamp: Timestamp| match stamp {
        Timestamp::WholeSeconds(seconds) => Some(Time(seconds.checked_mul(1000)?)),
        Timestamp::FractionalSeconds(_) => None,
    };
    let issued_at = seconds(set.issued_at?)?;
    let (mut form, mut zone, mut calendars, mut permissions) = (Form::OneRuleSet, None, None, None);
    for (name, value) in set.rest {
        match name {
            ClaimName::Text(name) if name == ZONE => zone = Some(Zone::named(value.as_text()?)?),
            ClaimName::Text(name) if name == FORM => {
                form = Some(Form::RuleSets).filter(|form| whole(&value) == Some(i64::from(*form as u8)))?;
            }
            ClaimName::Text(name) if name == CALENDARS => calendars = Some(value),
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
        calendars: calendars::read(form, &calendars?, issued_at)?,
        form,
        permissions: permissions?,
    })
}

fn permission(value: &Value) -> Option<Permission> {
    let number = whole(value)?;
    Permission::ALL.into_iter().find(|permission| i64::from(permission.id()) == number)
}
