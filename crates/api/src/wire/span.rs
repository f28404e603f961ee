//! From when to when: `start` is included, `end` is not.

use crate::error::ApiError;
use cardea_model::{FieldCode, Time};
use cardea_store::log::Span;
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;
use std::str::FromStr;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

/// An instant as clients have it: ISO 8601 with an offset, or seconds or milliseconds since 1970, as text or as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(Time);

/// Numbers from here on are milliseconds: as seconds they would be in the year 5138.
const MILLISECONDS: i64 = 100_000_000_000;

impl Moment {
    /// The instant.
    pub fn time(self) -> Time {
        self.0
    }
    fn of_number(number: i64) -> Result<Self, NotAMoment> {
        let millis =
            if number.unsigned_abs() >= MILLISECONDS.unsigned_abs() { Some(number) } else { number.checked_mul(1_000) };
        millis.map(|millis| Moment(Time(millis))).ok_or(NotAMoment)
    }
}

/// Text that is neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAMoment;

impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        if let Ok(number) = text.parse::<i64>() {
            return Moment::of_number(number);
        }
        // A plus sign that was not percent-encoded arrives as a space.
        text.replace(' ', "+").parse().map(Moment).map_err(|_| NotAMoment)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MomentVisitor;
        impl Visitor<'_> for MomentVisitor {
            type Value = Moment;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an ISO 8601 instant with an offset, or seconds since 1970")
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Moment, E> {
                Moment::of_number(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Moment, E> {
                let known = i64::try_from(number).ok().and_then(|number| Moment::of_number(number).ok());
                known.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Moment, E> {
                text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(MomentVisitor)
    }
}

impl ToSchema for Moment {}

impl PartialSchema for Moment {
    fn schema() -> RefOr<Schema> {
        let text = "ISO 8601 with an offset, or seconds or milliseconds since 1970, as text or as a number.";
        let either = SchemaType::from_iter([Type::String, Type::Integer]);
        ObjectBuilder::new().schema_type(either).description(Some(text)).into()
    }
}

/// From when to when.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Between {
    /// From this instant on, which is included: ISO 8601 with an offset, or seconds since 1970. Absent: from the first entry on.
    #[param(example = "2026-03-01T00:00:00+00:00")]
    start: Option<Moment>,
    /// Up to this instant, which is not included. Absent: up to the last entry.
    #[param(example = "1775001600")]
    end: Option<Moment>,
}

impl Between {
    /// The span meant.
    ///
    /// # Errors
    /// 422 `validation_failed` of `end` when it comes before the start.
    pub fn span(&self) -> Result<Span, ApiError> {
        let time = |moment: Option<Moment>| moment.map(|Moment(time)| time);
        let span = Span { start: time(self.start), end: time(self.end) };
        match span {
            Span { start: Some(start), end: Some(end) } if end < start => {
                Err(ApiError::field("end", FieldCode::NotAfterStart, "the end comes before the start"))
            }
            span => Ok(span),
        }
    }
}
