//! Moments in queries.

use cardea_api::wire::span::{Moment, NotAMoment};
use cardea_model::Time;
#[test]
fn a_moment_is_iso_8601_or_seconds() {
    let moment = Time(1_772_452_800_000);
    for text in ["1772452800", "2026-03-02T12:00:00Z", "2026-03-02T14:00:00+02:00", "2026-03-02T14:00:00 02:00"] {
        assert_eq!(text.parse().map(Moment::time), Ok(moment), "{text}");
    }
    assert_eq!("1772452800000".parse().map(Moment::time), Ok(moment), "milliseconds");
    for text in ["", "today", "2026-03-02", "17724528e2", "92233720368547758070", "1.5"] {
        assert_eq!(text.parse::<Moment>(), Err(NotAMoment), "{text}");
    }
}
