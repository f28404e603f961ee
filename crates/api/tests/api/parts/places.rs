//! Places of feeds.

use cardea_api::testing::{Place, Places};
use cardea_identity::FamilyId;
use cardea_model::ids::AccountId;
#[test]
fn whoever_has_no_feed_takes_no_memory() {
    let places = Places::default();
    let taken: Vec<Place> = (0..20_u8).filter_map(|n| places.take(AccountId(1), FamilyId([n; 16])).ok()).collect();
    assert_eq!((taken.len(), places.open()[&AccountId(1)].len()), (16, 16));
    assert!(places.take(AccountId(2), FamilyId([0; 16])).is_ok());
    drop(taken);
    assert!(places.open().is_empty());
}
