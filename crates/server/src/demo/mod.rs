//! The demo: a domain made from a seed, its devices in software, and a door to their true condition.

mod manners;
mod routes;
mod rows;
mod seed;
mod world;

use crate::settings::Settings;
use crate::{Failure, cli, database, password, serve};
use cardea_gateway_protocol::{BoltState, MAX_DEVICES};
use cardea_model::Time;
use cardea_model::act::Draft;
use cardea_model::ids::{AccountId, DomainId, Serial};
use cardea_model::rows::{Device, Edit, LockType, Row};
use cardea_outbound::firmware::InMemory;
use cardea_simulator::{BridgeSpec, KeypadSpec, LockSpec, Simulator, World};
use cardea_store::{Actor, NewDomain, Store, fresh_id};
use ed25519_dalek::VerifyingKey;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

pub use routes::furnish;
pub use world::{PASSWORD, SIGN_INS};

/// How many domains at most take part in a demo.
const DOMAINS: u64 = 10;

/// Why a database and a way of starting do not belong together, if they do not. `is_demo`: a demo made it; `is_empty`: it has no domains.
pub fn mismatch(settings: &Settings, is_demo: bool, is_empty: bool) -> Option<&'static str> {
    match (settings.demo, is_demo) {
        (true, false) if !is_empty => Some("this database is not a demo's: --demo needs its own or an empty one"),
        (false, true) => Some("this is a demo's database, whose passwords are public: serve it with --demo"),
        _ => None,
    }
}

/// Makes sure that this database and this way of starting belong together, and makes the demo domain where there is none yet.
///
/// # Errors
/// A demo database without `--demo`, `--demo` on any other that is not empty.
pub async fn prepare(store: &Store, settings: &Settings) -> Result<(), Failure> {
    let is_demo = store.is_demo().await?;
    let is_empty = store.domains(0, 1).await?.is_empty();
    if let Some(mismatch) = mismatch(settings, is_demo, is_empty) {
        return Err(Failure::Misused(mismatch.into()));
    }
    if settings.demo { make(store, settings, world::rows).await } else { Ok(()) }
}

/// `cardea seed`: a domain of this size in an empty database, which becomes a demo's, or one like any other for a trial.
///
/// # Errors
/// A database that is not empty, a password that is not possible.
pub async fn seed(settings: &Settings, size: &cli::Seed) -> Result<(), Failure> {
    let password = if size.trial { Some(password::acceptable()?) } else { None };
    let store = database::open(settings, true).await?;
    if !store.domains(0, 1).await?.is_empty() {
        return Err(Failure::Misused("seed fills an empty database only".into()));
    }
    let cli::Seed { users, locks, groups, links, seed, trial: _ } = *size;
    let size = seed::Size { users, locks, groups, links, seed };
    let rows = move |accounts, now| seed::rows(size, accounts, now);
    match password {
        None => make(&store, settings, rows).await?,
        Some(password) => {
            let identity = serve::identity(&store, settings, settings.listen).await?;
            let hash = identity.hash_password(password, None).await.map_err(password::refused)?;
            let rows = move |accounts, now| rows(accounts, now).into_iter().map(unenrolled).collect();
            fill(&store, Some(hash), rows).await?;
        }
    }
    Ok(store.close().await?)
}

/// The same without a bridge's key. The keys of simulated bridges follow from their serial numbers, so anybody could pretend to be one.
fn unenrolled(row: Row) -> Row {
    match row {
        Row::Device(device) => Row::Device(Arc::new(Device { public_key: None, ..Device::clone(&device) })),
        other => other,
    }
}

/// Makes what is not there yet, so that a demo whose making was interrupted is completed.
async fn make(
    store: &Store,
    settings: &Settings,
    rows: impl FnOnce(world::Accounts, Time) -> Vec<Row> + Send + 'static,
) -> Result<(), Failure> {
    store.mark_demo().await?;
    fill(store, None, rows).await?;
    let mut without = Vec::new();
    for who in SIGN_INS {
        // An account may have been removed since.
        let account = store.account_by_username(who.username).await?;
        without.extend(account.filter(|account| account.password_hash.is_none()));
    }
    if !without.is_empty() {
        let identity = serve::identity(store, settings, settings.listen).await?;
        // The password is public. So one hash for all accounts tells nobody more, and takes less time than one for each.
        let hash = identity.hash_password(PASSWORD.to_owned(), None).await.map_err(Failure::failed)?;
        for account in without {
            let set = identity.password_change(account.profile.account, hash.clone(), None);
            identity.set_hashed(set).await.map_err(Failure::failed)?;
        }
    }
    Ok(())
}

/// Makes the demo's two domains where they are not there yet. The owner of the large one gets this password, nobody else has one.
async fn fill(
    store: &Store,
    owners_password: Option<String>,
    rows: impl FnOnce(world::Accounts, Time) -> Vec<Row> + Send + 'static,
) -> Result<(), Failure> {
    let own = |who: world::SignIn| rows::profile(AccountId(fresh_id()), who.username, who.display_name);
    let admin = match store.account_by_username(world::ADMIN.username).await? {
        Some(account) => account.profile.account,
        None => {
            let admin = own(world::ADMIN);
            let account = admin.account;
            store.create_domain(admin, None, Actor::Program).await.map_err(Failure::failed)?;
            account
        }
    };
    if store.domain_by_owner(world::OWNER.username).await?.is_none() {
        let fill = move |draft: &mut Draft, house: NewDomain, now| {
            let accounts = world::Accounts { owner: house.user, admin };
            draft.edit(rows(accounts, now).into_iter().map(Edit::Put));
            Ok(())
        };
        let owner = own(world::OWNER);
        store
            .create_domain_with(owner, owners_password, Actor::Program, "seed", fill)
            .await
            .map_err(Failure::failed)?;
    }
    Ok(())
}

/// Firmware for the demo's devices, newer than what they run.
pub fn firmware() -> InMemory {
    let names = [
        "danalockv3_4.3.0_stable.bin",
        "danabridgev3_2.2.0_stable.bin",
        "universalmodulev3_4.3.0_stable.bin",
        "danapadv3_1.1.0_stable.bin",
    ];
    InMemory(names.map(|name| (name.to_owned(), format!("simulated firmware {name}").into_bytes())).to_vec())
}

/// Starts the demo's devices, which connect to the gateway of the server at this address.
///
/// # Errors
/// What the database says.
pub async fn start(
    store: &Store,
    settings: &Settings,
    server_key: VerifyingKey,
    address: SocketAddr,
) -> Result<Simulator, Failure> {
    let travel = Duration::from_millis(settings.sim_travel_ms);
    let read = Duration::from_millis(settings.sim_read_ms);
    let mut world = World { server_key, travel, read, bridges: Vec::new(), locks: Vec::new(), keypads: Vec::new() };
    for owner in store.domains(0, DOMAINS).await? {
        devices(&mut world, store, owner.domain).await?;
    }
    leave_one_out(&mut world);
    Ok(Simulator::start(world, &format!("ws://{address}/gateway/v1")))
}

/// Puts a lock that nobody has brought in near a bridge, so that people who try the demo find a lock nearby.
fn leave_one_out(world: &mut World) {
    let paired = world.bridges.iter().any(|bridge| bridge.in_reach.contains(&world::LEFT_OUT));
    let mut bridges = world.bridges.iter_mut().filter(|bridge| bridge.in_reach.len() < MAX_DEVICES);
    if let Some(bridge) = bridges.next().filter(|_| !paired) {
        bridge.in_reach.push(world::LEFT_OUT);
    }
    // Where somebody has brought the lock in, it is among the locks already.
    if world.locks.iter().all(|lock| lock.serial != world::LEFT_OUT) {
        world.locks.push(spec_of(world::LEFT_OUT, "danalockv3", BoltState::Unlocked, 100));
    }
}

/// A lock in this condition.
fn spec_of(serial: Serial, device_type: &str, state: BoltState, battery: u8) -> LockSpec {
    LockSpec { serial, device_type: device_type.into(), firmware: "4.2.0".into(), state, battery, pins: Vec::new() }
}

/// Puts a domain's devices into the world.
async fn devices(world: &mut World, store: &Store, domain: DomainId) -> Result<(), Failure> {
    let facts = store.facts(domain).await?;
    for (n, lock) in facts.locks(0).enumerate() {
        if let LockType::Afi { serial, device_type } = &lock.lock_type {
            let state = if n == 1 { BoltState::Unlocked } else { BoltState::Locked };
            world.locks.push(spec_of(*serial, device_type, state, 95 - (n * 7 % 60) as u8));
        }
    }
    for device in facts.devices(0) {
        let in_reach: Vec<_> = facts.locks_of_device(device.id).filter_map(|lock| lock.serial()).collect();
        if device.is_bridge() {
            let key = rows::bridge_key(device.serial);
            world.bridges.push(BridgeSpec { serial: device.serial, key, firmware: "2.1.0".into(), in_reach });
        } else if let (true, Some(lock)) = (device.is_keypad(), in_reach.first()) {
            world.keypads.push(KeypadSpec { serial: device.serial, lock: *lock });
        }
    }
    Ok(())
}
