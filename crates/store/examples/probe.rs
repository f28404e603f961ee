//! probe
use cardea_model::ids::*; use cardea_model::rows::*; use cardea_model::role::*; use cardea_model::*;
use cardea_store::{Actor, Store, StoreConfig, StoreError, fresh_id}; use std::sync::Arc; use std::time::Instant;
fn rss() -> u64 { let s = std::fs::read_to_string("/proc/self/status").unwrap(); s.lines().find(|l| l.starts_with("VmRSS")).unwrap().split_whitespace().nth(1).unwrap().parse().unwrap() }
#[tokio::main]
async fn main() {
    let a: Vec<usize> = std::env::args().skip(2).map(|x| x.parse().unwrap()).collect();
    let url = std::env::args().nth(1).unwrap();
    let (nu, nl, nk) = (a[0], a[1], a[2]);
    let dir = std::env::temp_dir().join(format!("probe-{}", fresh_id()));
    let config = StoreConfig::new(url.parse().unwrap(), &dir);
    let store = Store::open(config.clone()).await.unwrap();
    let p = |i: usize| Profile { account: AccountId(fresh_id()), username: format!("user{i}-{}@example.org", fresh_id()), display_name: format!("User {i}"), firstname: "F".into(), lastname: "L".into(), email_address: format!("user{i}@example.org"), address: String::new(), phone: String::new(), language: "en-GB".into(), eula: true };
    let d = store.create_domain(p(0), None, Actor::Program).await.unwrap().domain;
    let mut e = Vec::new(); let mut us = vec![]; let mut ls = vec![];
    for i in 0..nu { let u = User { id: UserId(fresh_id()), profile: Arc::new(p(i)), role: Role::User, alias: format!("Alias {i}"), is_shadow_user: false, readonly: false, created: Time(i as i64) }; us.push(u.id); e.push(Edit::Put(Row::User(Arc::new(u)))); }
    for i in 0..nl { let l = Lock { id: LockId(fresh_id()), name: format!("Lock {i}"), lock_type: LockType::Afi { serial: Serial(fresh_id()), device_type: "danalockv3".into() }, address: String::new(), timezone: Zone::named("Europe/Copenhagen"), end_to_end_mode: false, created: Time(i as i64) }; ls.push(l.id); e.push(Edit::Put(Row::Lock(Arc::new(l)))); }
    for i in 0..nk { let (who, what) = (Who::User(us[i % nu]), What::Lock(ls[(i * 7 + i / nu) % nl])); e.push(Edit::Put(Row::Link(Link { id: LinkId::new(Link::kind(who, what), fresh_id()), who, what, calendar: None, profile: LinkProfile::User, created: Time(i as i64) }))); }
    let r0 = rss(); let t = Instant::now();
    store.change(d, Actor::Program, "seed", move |_, _| Ok((e, ()))).await.unwrap();
    println!("seed {:?} rss {} -> {} kB", t.elapsed(), r0, rss());
    drop(store.clone()); store.close().await.unwrap();
    let store = loop { match Store::open(config.clone()).await { Ok(s) => break s, Err(StoreError::InUse(_)) => tokio::task::yield_now().await, Err(e) => panic!("{e}") } };
    let r0 = rss(); let t = Instant::now(); let f = store.facts(d).await.unwrap();
    println!("load {:?} rss {} -> {} kB; estimate {:?}", t.elapsed(), r0, rss(), store.facts_in_memory()); drop(f);
    let mut tl = vec![]; for i in 0..20usize { let t = Instant::now(); store.change(d, Actor::Program, "link", move |f, _| { let l = f.links(LinkKind::LockUser, i * 37).next().unwrap().clone(); Ok((vec![Edit::Put(Row::Link(Link { profile: LinkProfile::Administrator, ..l }))], ())) }).await.unwrap(); tl.push(t.elapsed()); } tl.sort(); println!("change link p50 {:?}", tl[10]);
    let id = ls[0]; let mut ts = vec![];
    for i in 0..300 { let t = Instant::now(); store.change(d, Actor::Program, "rename", move |f, _| Ok((vec![Edit::Put(Row::Lock(Arc::new(Lock { name: format!("n{i}"), ..Lock::clone(f.lock(id).unwrap()) })))], ()))).await.unwrap(); ts.push(t.elapsed()); }
    ts.sort(); println!("change p50 {:?} p99 {:?}", ts[150], ts[297]);
    let t = Instant::now(); let mut f2 = Facts::clone(&*store.facts(d).await.unwrap()); let l0 = f2.links(LinkKind::LockUser, nk / 2).next().unwrap().clone();
    for i in 0..100u64 { f2.apply(&Edit::Put(Row::Link(Link { profile: if i % 2 == 0 { LinkProfile::Administrator } else { LinkProfile::User }, ..l0.clone() }))); } println!("apply mid link {:?}", t.elapsed() / 100);
    let t = Instant::now(); for _ in 0..1000 { store.facts(d).await.unwrap(); } println!("facts {:?}/call", t.elapsed() / 1000);
    let t = Instant::now(); for _ in 0..300 { store.write(|tx| Box::pin(async move { Store::set_password_hash(tx, AccountId(1), None).await.ok(); Ok::<_, StoreError>(()) })).await.unwrap(); } println!("write {:?}/call", t.elapsed() / 300);
    std::fs::remove_dir_all(dir).ok();
}
