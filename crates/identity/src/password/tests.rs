use super::*;
use crate::peer::testing::{Peers, within};

fn peer(last: u8) -> Peer {
    std::net::IpAddr::from([192, 0, 2, last]).into()
}

#[tokio::test]
async fn a_password_verifies_against_its_own_hash_only() {
    let passwords = Passwords::new(1, 4, Cost::default());
    let hash = passwords.hash("Cardea-Demo-2026".into(), None).await.unwrap();
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_ne!(hash, passwords.hash("Cardea-Demo-2026".into(), None).await.unwrap(), "salted");
    assert_eq!(passwords.verify(Some(hash.clone()), "Cardea-Demo-2026".into(), peer(1), None).await, Ok(true));
    assert_eq!(passwords.verify(Some(hash), "cardea-demo-2026".into(), peer(1), None).await, Ok(false));
    assert_eq!(passwords.verify(None, "Cardea-Demo-2026".into(), peer(1), None).await, Ok(false));
    assert_eq!(passwords.verify(Some("unreadable".into()), "unreadable".into(), peer(1), None).await, Ok(false));
}

#[test]
fn comparing_with_nobody_costs_what_comparing_with_somebody_does() {
    let nobody = Cost::default().nobodys();
    let nobody = PasswordHash::new(&nobody).unwrap();
    let somebody = Cost::default().argon2().hash_password(b"password").unwrap();
    assert_eq!(nobody.params, somebody.params);
    assert_eq!(nobody.algorithm, somebody.algorithm);
    assert_eq!(nobody.hash.unwrap().len(), somebody.hash.unwrap().len());
    assert_eq!(nobody.salt.unwrap().len(), somebody.salt.unwrap().len());
}

#[tokio::test]
async fn beyond_the_queue_the_answer_is_busy_at_once() {
    let passwords = Passwords::new(1, 1, Cost::default());
    let (release, held) = std::sync::mpsc::channel::<()>();
    let first = tokio::spawn({
        let passwords = passwords.clone();
        let reservation = passwords.reserve_address(peer(1)).ok().unwrap();
        async move { passwords.run(reservation, move || held.recv().is_ok()).await }
    });
    let second = tokio::spawn({
        let passwords = passwords.clone();
        async move { passwords.hash("second".into(), None).await }
    });
    while passwords.reservation.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(passwords.hash("third".into(), None).await, Err(Busy));
    release.send(()).unwrap();
    assert_eq!(first.await.unwrap(), Ok(true));
    assert!(second.await.unwrap().is_ok());
}

#[tokio::test]
async fn one_address_cannot_take_all_places() {
    let passwords = Passwords::new(1, 7, Cost::default());
    let (release, held) = std::sync::mpsc::channel::<()>();
    let first = tokio::spawn({
        let (passwords, reservation) = (passwords.clone(), passwords.reserve_address(peer(1)).ok().unwrap());
        async move { passwords.run(reservation, move || held.recv().is_ok()).await }
    });
    while passwords.running.available_permits() > 0 {
        tokio::task::yield_now().await;
    }
    let second = passwords.place(Taker::Network(peer(1).prefix()), passwords.share);
    assert!(
        second.is_some() && passwords.place(Taker::Network(peer(1).prefix()), passwords.share).is_none(),
        "two of eight places"
    );
    assert_eq!(passwords.verify(None, "third".into(), peer(1), None).await, Err(Busy));
    let elsewhere = tokio::spawn({
        let passwords = passwords.clone();
        async move { passwords.verify(None, "elsewhere".into(), peer(2), None).await }
    });
    while passwords.reservation.available_permits() > 6 {
        tokio::task::yield_now().await;
    }
    release.send(()).unwrap();
    assert_eq!(first.await.unwrap(), Ok(true));
    assert_eq!(elsewhere.await.unwrap(), Ok(false), "another address waits and goes on");
    drop(second);
    assert_eq!(passwords.verify(None, "again".into(), peer(1), None).await, Ok(false));
    assert!(passwords.places.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_wider_network_has_half_of_the_places_at_most() {
    let table: [(&str, Peers, usize); 5] = [
        ("one /64", |_| within(1, 1, 1), 4),
        ("/64s of one /56", |n| within(1, 1, n), 8),
        ("/56s of one /48", |n| within(1, n, 1), 8),
        ("/48s", |n| within(n.into(), 1, 1), 16),
        ("addresses of IPv4", peer, 16),
    ];
    for (from, of, most) in table {
        let passwords = Passwords::new(1, 15, Cost::default());
        let flood: Vec<Reservation> = (0..100).filter_map(|n| passwords.reserve_address(of(n)).ok()).collect();
        assert_eq!(flood.len(), most, "{from}");
        assert_eq!(passwords.reserve_address(within(200, 0, 0)).is_ok(), most < 16, "{from}, and somebody elsewhere");
        drop(flood);
        assert!(passwords.reserve_address(of(101)).is_ok(), "{from}");
        assert!(passwords.places.lock().unwrap().is_empty(), "{from}: nothing is kept of whoever was refused");
    }
}

#[tokio::test]
async fn one_account_cannot_take_the_places_by_setting_new_passwords() {
    let passwords = Passwords::new(1, 7, Cost::default());
    let (eager, other) = (AccountId(1), AccountId(2));
    let setting = passwords.place(Taker::Setting(eager), 1);
    assert_eq!(passwords.hash("second".into(), Some(eager)).await, Err(Busy));
    assert!(passwords.hash("other".into(), Some(other)).await.is_ok());
    drop(setting);
    assert!(passwords.hash("again".into(), Some(eager)).await.is_ok());
    assert!(passwords.places.lock().unwrap().is_empty(), "nothing is kept of whoever is done");
}

#[tokio::test]
async fn all_who_set_new_passwords_together_leave_three_quarters_of_the_places_to_those_who_sign_in() {
    let passwords = Passwords::new(1, 7, Cost::default());
    let setting: Vec<Place> = (0..9).filter_map(|_| passwords.place(Taker::Settings, passwords.share)).collect();
    assert_eq!(setting.len(), 2, "of eight places");
    let new = passwords.hash("new".into(), Some(AccountId(3))).await;
    assert_eq!(new, Err(Busy), "somebody who sets none so far");
    assert!(passwords.hash("own".into(), None).await.is_ok(), "the program's own do not count among them");
    assert_eq!(passwords.verify(None, "guess".into(), peer(1), None).await, Ok(false));
    drop(setting);
    assert!(passwords.hash("new".into(), Some(AccountId(3))).await.is_ok());
    assert!(passwords.places.lock().unwrap().is_empty(), "whoever was refused has no place either");
}

#[tokio::test]
async fn known_devices_have_places_of_their_own_a_few_for_each_account() {
    let passwords = Passwords::new(1, 15, Cost::default());
    let (one, other) = (AccountId(1), AccountId(2));
    let strangers: Vec<Reservation> = (0..40).filter_map(|n| passwords.reserve_address(peer(n)).ok()).collect();
    assert_eq!(strangers.len(), 16, "all there are for strangers");
    assert_eq!(passwords.verify(None, "stranger".into(), peer(50), None).await, Err(Busy));
    assert_eq!(passwords.verify(None, "known".into(), peer(50), Some((one, [0; 32]))).await, Ok(false));
    let devices: Vec<Reservation> = (0..10).filter_map(|n| passwords.reserve_device(one, [n / 2; 32]).ok()).collect();
    assert_eq!(devices.len(), 4, "one for each device, four for one account");
    assert_eq!(passwords.verify(None, "fifth".into(), peer(50), Some((one, [7; 32]))).await, Err(Busy));
    let many: Vec<Reservation> =
        (3..200).filter_map(|n| passwords.reserve_device(AccountId(n), [0; 32]).ok()).collect();
    assert_eq!(many.len(), 197, "however many others there are");
    assert!(passwords.reserve_device(other, [0; 32]).is_ok(), "another account in the same browser");
    drop(many);
    drop(strangers);
    assert_eq!(
        passwords.verify(None, "fifth".into(), peer(50), Some((one, [7; 32]))).await,
        Ok(false),
        "as anybody may"
    );
    drop(devices);
    assert!(passwords.places.lock().unwrap().is_empty());
}
