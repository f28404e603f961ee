//! How many downloads of logs there are at once.

use cardea_api::testing::Downloads;
use cardea_model::ids::DomainId;
#[test]
fn a_domain_has_two_downloads_and_all_together_four() {
    let downloads = Downloads::default();
    let take = |domain| downloads.take(DomainId(domain));
    let first = [take(1), take(1)];
    assert!(first.iter().all(Result::is_ok) && take(1).is_err());
    let others = [take(2), take(3)];
    assert!(others.iter().all(Result::is_ok) && take(4).is_err());
    drop(first);
    assert!(take(4).is_ok() && take(1).is_ok());
    drop(others);
}

#[test]
fn the_last_download_is_for_a_domain_that_has_none() {
    let downloads = Downloads::default();
    let take = |domain| downloads.take(DomainId(domain));
    let slow = [take(1), take(1), take(2)];
    assert!(slow.iter().all(Result::is_ok) && take(2).is_err());
    let other = take(3);
    assert!(other.is_ok());
    drop((slow, other));
    assert!([take(2), take(2), take(1), take(3)].iter().all(Result::is_ok), "all are free again");
}
