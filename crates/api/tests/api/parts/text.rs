//! Texts of ids and times.

use cardea_api::wire::text::Text;
use cardea_model::Time;
use cardea_model::ids::LinkKind;
use cardea_model::ids::{GroupId, LinkId, Serial, UserId};
use std::fmt;

fn same<T: Text + fmt::Display>(value: T) {
    assert_eq!(value.text().as_str(), value.to_string());
}

#[test]
fn the_text_is_the_one_that_the_model_writes() {
    for number in [0, 1, 0xfde7_2d8d_f2e0, cardea_model::ids::ID_MAX] {
        same(UserId(number));
        same(GroupId(number));
        same(Serial(number));
        LinkKind::ALL.into_iter().for_each(|kind| same(LinkId::new(kind, number)));
    }
    let mut at = -62_135_596_800_000i64;
    while at < 253_370_764_800_000 {
        same(Time(at));
        at += 86_400_000 * 37 + 12_345_678;
    }
    for at in [i64::MIN, -62_135_596_800_000, -1, 0, 951_782_400_000, 951_868_799_999, 253_370_764_799_999, i64::MAX] {
        same(Time(at));
    }
}
