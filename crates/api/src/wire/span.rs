//! From when to when: `start` is included, `end` is not.

use super::text;
use crate::error::ApiError;
use cardea_model::{FieldCode, Time};
use cardea_store::log::Span;
use serde::{Deserialize, Deserializer};
use std::str::FromStr;
use utoipa::IntoParams;

/// An instant in a query: ISO 8601 with an offset, or seconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment(Time);

/// Text that is neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAMoment;

impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        if let Ok(seconds) = text.parse::<i64>() {
            return Ok(Moment(Time(seconds.checked_mul(1_000).ok_or(NotAMoment)?)));
        }
        // A plus sign that was not percent-encoded arrives as a space.
        text.replace(' ', "+").parse().map(Moment).map_err(|_| NotAMoment)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        text::read(deserializer, "an ISO 8601 instant with an offset, or seconds since 1970")
    }
}

/// From when to when.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Between {
    /// From this instant on, which is included: ISO 8601 with an offset, or seconds since 1970. Absent: from the first entry on.
    #[param(value_type = Option<String>, example = "2026-03-01T00:00:00+00:00")]
    start: Option<Moment>,
    /// Up to this instant, which is not included. Absent: up to the last entry.
    #[param(value_type = Option<String>, example = "1775001600")]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_iso_8601_or_seconds() {
        let moment = Moment(Time(1_772_452_800_000));
        for text in ["1772452800", "2026-03-02T12:00:00Z", "2026-03-02T14:00:00+02:00", "2026-03-02T14:00:00 02:00"] {
            assert_eq!(text.parse(), Ok(moment), "{text}");
        }
        for text in ["", "today", "2026-03-02", "17724528e2", "9223372036854775807", "1.5"] {
            assert_eq!(text.parse::<Moment>(), Err(NotAMoment), "{text}");
        }
    }
}
