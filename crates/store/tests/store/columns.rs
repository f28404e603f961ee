//! What does not fit into a column of its own, as JSON.

use cardea_model::calendar::Date;
use cardea_model::device_kind::DeviceKind;
use cardea_store::entity::hours::read_listed;
use cardea_store::entity::kind::{column, kind};

#[test]
fn a_kind_is_kept_only_where_the_type_does_not_say_it() {
    let slots = DeviceKind::LOCK_V3.pin_slots;
    for each in
        [DeviceKind::BRIDGE, DeviceKind::UNKNOWN, DeviceKind::LOCK_V3, DeviceKind::PLAIN_LOCK.with_pin_slots(slots)]
    {
        assert_eq!(column(each, each), None);
        let kept = column(each, DeviceKind::KEYPAD);
        assert!(kept.is_some());
        assert_eq!(kind(kept, DeviceKind::KEYPAD).unwrap(), each);
    }
    assert_eq!(kind(None, DeviceKind::BRIDGE).unwrap(), DeviceKind::BRIDGE);
}

#[test]
fn what_a_later_version_wrote_is_read_as_far_as_it_is_known() {
    let later = r#"{"capabilities":["bolt","teleport"],"pin_slots":null,"more":1}"#.to_owned();
    assert_eq!(kind(Some(later), DeviceKind::UNKNOWN).unwrap(), DeviceKind::PLAIN_LOCK);
    assert!(kind(Some("bolt".to_owned()), DeviceKind::UNKNOWN).is_err());
}

#[test]
fn a_list_whose_days_were_named_when_more_was_allowed_is_read_without_that() {
    let read = read_listed("[[\"\u{202e}a b\u{2069}\",[20000,[]]]]").unwrap();
    assert_eq!(read.iter().map(|(name, day)| (name, day.date)).collect::<Vec<_>>(), [("a b", Date(20_000))]);
}
