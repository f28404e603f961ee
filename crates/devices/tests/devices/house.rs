//! A house to test in: a domain with people, locks and a bridge, the devices' side of the cloud, and simulated hardware connected to it.

use axum::serve::ListenerExt;
use cardea_devices::{Condition, Devices, Direction, JobId, JobView, Limits, LogEntry, Operation};
use cardea_gateway_protocol::{BoltState, PATH};
use cardea_model::Time;
use cardea_model::calendar::Calendar;
use cardea_model::ids::{AccountId, DeviceId, DomainId, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{Device, Edit, Link, Lock, Pairing, Profile, Row, RowKey, Target, Who};
use cardea_model::testing as rows;
use cardea_simulator::{BridgeSpec, KeypadSpec, LockSpec, Simulator, World};
use cardea_store::log::Filter;
use cardea_store::testing::{self, TestStore};
use cardea_store::{Actor, ChangeError, Owner, SignIn, Store, fresh_id};
use ed25519_dalek::SigningKey;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::AbortHandle;

pub const UNLOCK: Operation = Operation::Operate(Direction::Unlock);
pub const LOCK: Operation = Operation::Operate(Direction::Lock);
pub const FRONT: Serial = Serial(0x0000_0000_0001);
pub const BACK: Serial = Serial(0x0000_0000_0002);
pub const GARAGE: Serial = Serial(0x0000_0000_0003);
pub const BRIDGE: Serial = Serial(0x0000_0000_00b1);
pub const KEYPAD: Serial = Serial(0x0000_0000_00c1);
/// The PIN code in slot 3 of the front door.
pub const PIN: &str = "2468";

/// Someone of the domain.
#[derive(Clone, Copy)]
pub struct Person {
    pub account: AccountId,
    pub user: UserId,
    pub domain: DomainId,
    pub sign_in: SignIn,
}

/// What is in the database.
#[derive(Clone)]
pub struct Home {
    pub domain: DomainId,
    pub owner: Person,
    /// May operate front and back from afar.
    pub guest: Person,
    /// May operate front from afar.
    pub friend: Person,
    /// May open front at the door only.
    pub visitor: Person,
    pub installer: Person,
    pub front: LockId,
    pub back: LockId,
    /// Has no bridge.
    pub garage: LockId,
    pub bridge: DeviceId,
}

pub fn bridge_key() -> SigningKey {
    SigningKey::from_bytes(&[11; 32])
}

pub fn server_key() -> SigningKey {
    SigningKey::from_bytes(&[12; 32])
}

fn profile(username: &str) -> Profile {
    rows::profile(AccountId(fresh_id()), username)
}

pub fn lock(name: &str, serial: Serial, created: Time) -> Lock {
    rows::lock(LockId(fresh_id()), serial, name, created)
}

pub async fn write(store: &Store, domain: DomainId, edits: Vec<Edit>) {
    let change = store.change(domain, Actor::Program, "test");
    change.decide(move |drafts, _| drafts.act(|_| Ok((edits, ())))).await.unwrap();
}

impl Home {
    pub async fn furnish(store: &Store) -> Home {
        let now = store.now();
        let made = store.create_domain(profile("owner@home"), None, Actor::Program).await.unwrap();
        let facts = store.facts(made.domain).await.unwrap();
        let unsigned = |account| SignIn { account, family: [0; 16] };
        let owner =
            Person { account: facts.owner, user: made.user, domain: made.domain, sign_in: unsigned(facts.owner) };
        let mut edits = Vec::new();
        let mut add = |row: Row| edits.push(Edit::Put(row));
        let join = |username: &str, role: Role, add: &mut dyn FnMut(Row)| {
            let profile = Arc::new(profile(username));
            let user = rows::user(UserId(fresh_id()), Arc::clone(&profile), role, now);
            let person = Person {
                account: profile.account,
                user: user.id,
                domain: made.domain,
                sign_in: unsigned(profile.account),
            };
            add(Row::User(Arc::new(user)));
            person
        };
        let guest = join("guest@home", Role::User, &mut add);
        let friend = join("friend@home", Role::User, &mut add);
        let visitor = join("visitor@home", Role::User, &mut add);
        let installer = join("installer@home", Role::Installer, &mut add);
        let doors = [lock("Front door", FRONT, now), lock("Back door", BACK, now), lock("Garage", GARAGE, now)];
        let [front, back, garage] = [doors[0].id, doors[1].id, doors[2].id];
        let bridge = Device {
            public_key: Some(bridge_key().verifying_key().to_bytes()),
            ..rows::device(DeviceId(fresh_id()), BRIDGE, "danabridgev3", "Hall", now)
        };
        let mut home = Home {
            domain: made.domain,
            owner,
            guest,
            friend,
            visitor,
            installer,
            front,
            back,
            garage,
            bridge: bridge.id,
        };
        doors.into_iter().for_each(|door| add(Row::Lock(Arc::new(door))));
        add(Row::Device(Arc::new(bridge)));
        add(Row::Pairing(Pairing { lock: front, device: home.bridge }));
        add(Row::Pairing(Pairing { lock: back, device: home.bridge }));
        for (person, door, profile) in [
            (owner, front, LinkProfile::Administrator),
            (owner, back, LinkProfile::Administrator),
            (owner, garage, LinkProfile::Administrator),
            (guest, front, LinkProfile::UserAllowRemote),
            (guest, back, LinkProfile::UserAllowRemote),
            (friend, front, LinkProfile::UserAllowRemote),
            (visitor, front, LinkProfile::User),
        ] {
            let link = rows::link(fresh_id(), Who::User(person.user), Target::Lock(door), now);
            add(Row::Link(Link { profile, ..link }));
        }
        write(store, home.domain, edits).await;
        let everyone = [&mut home.owner, &mut home.guest, &mut home.friend, &mut home.visitor, &mut home.installer];
        for person in everyone {
            person.sign_in = testing::sign_in(store, person.account).await;
        }
        home
    }

    /// Another domain, and its owner's identity.
    pub async fn furnish_elsewhere(store: &Store) -> (DomainId, UserId) {
        let made = store.create_domain(profile("owner@elsewhere"), None, Actor::Program).await.unwrap();
        (made.domain, made.user)
    }

    /// Takes away all links of this person to this lock.
    pub async fn revoke(&self, store: &Store, person: Person, lock: LockId) {
        let facts = store.facts(self.domain).await.unwrap();
        let links = facts.links_of_user(person.user).iter().filter(|link| link.target == Target::Lock(lock));
        write(store, self.domain, links.map(|link| Edit::Remove(RowKey::Link(link.id))).collect()).await;
    }

    /// Gives this person's link to this lock a calendar.
    pub async fn restrict(&self, store: &Store, person: Person, lock: LockId, calendar: Calendar) {
        let facts = store.facts(self.domain).await.unwrap();
        let link = facts.links_of_user(person.user).iter().find(|link| link.target == Target::Lock(lock)).unwrap();
        let link = Link { calendar: Some(calendar.id), ..link.clone() };
        write(store, self.domain, vec![Edit::Put(Row::Calendar(Arc::new(calendar))), Edit::Put(Row::Link(link))]).await;
    }
}

/// The devices' side of the cloud, served on a port of its own.
pub struct Cloud {
    pub devices: Devices,
    pub store: Store,
    pub address: std::net::SocketAddr,
    serving: AbortHandle,
}

impl Drop for Cloud {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Cloud {
    pub async fn serve(store: &Store, limits: Limits) -> Cloud {
        let devices = Devices::start(store.clone(), limits).await.unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        // Small frames follow each other; none waits for the other side to acknowledge the one before.
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        let router = devices.gateway_router();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() }).abort_handle();
        Cloud { devices, store: store.clone(), address, serving }
    }

    pub fn url(&self) -> String {
        format!("ws://{}{PATH}", self.address)
    }

    pub async fn ask(&self, person: Person, lock: Serial, operation: Operation) -> Result<JobId, ChangeError> {
        self.devices.execute(person.sign_in, &[(person.domain, person.user)], lock, operation).await
    }

    /// Asks, and waits until it is over.
    pub async fn have(&self, person: Person, lock: Serial, operation: Operation) -> JobView {
        let job = self.ask(person, lock, operation).await.unwrap();
        self.over(person, job).await
    }

    pub async fn job(&self, person: Person, job: JobId) -> JobView {
        self.devices.job(person.account, job).await.unwrap().unwrap()
    }

    pub async fn over(&self, person: Person, job: JobId) -> JobView {
        eventually("the job is over", async || Some(self.job(person, job).await).filter(JobView::is_completed)).await
    }

    pub async fn condition(&self, home: &Home, lock: LockId) -> Condition {
        let facts = self.store.facts(home.domain).await.unwrap();
        self.devices.condition(&facts, lock).await.unwrap().unwrap()
    }

    pub async fn log(&self, lock: LockId) -> Vec<LogEntry> {
        let mut entries = Vec::new();
        for Owner { domain, .. } in self.store.domains(0, 9).await.unwrap() {
            let filter = Filter { domain, locks: Some(vec![lock]), users: None };
            entries.extend(self.devices.log(&filter, 0, 100).await.unwrap().entries);
        }
        entries
    }

    /// Waits until the bridge is connected and both of its locks have told how they are.
    pub async fn connected(&self, home: &Home) {
        eventually("the bridge is connected", async || {
            for lock in [home.front, home.back] {
                let condition = self.condition(home, lock).await;
                if condition.bridge_online != Some(true) || condition.state == BoltState::Unknown {
                    return None;
                }
            }
            Some(())
        })
        .await;
    }

    /// Waits until the bridge is connected, whatever is known of its locks.
    pub async fn present(&self, home: &Home) {
        eventually("the bridge is connected", async || {
            (self.condition(home, home.front).await.bridge_online == Some(true)).then_some(())
        })
        .await;
    }

    pub async fn disconnected(&self, home: &Home) {
        eventually("the bridge is away", async || {
            let condition = self.condition(home, home.front).await;
            (condition.bridge_online == Some(false)).then_some(())
        })
        .await;
    }
}

/// Waits until this answers something.
pub async fn eventually<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    match tokio::time::timeout(Duration::from_secs(60), looking).await {
        Ok(found) => found,
        Err(_) => panic!("never came: {what}"),
    }
}

/// Waits for this hint.
pub async fn hinted(hints: &mut tokio::sync::broadcast::Receiver<cardea_store::Hint>, what: cardea_store::HintKind) {
    let wanted = async { while hints.recv().await.unwrap().kind != what {} };
    tokio::time::timeout(Duration::from_secs(60), wanted).await.expect("the hint");
}

pub fn world(travel_ms: u64) -> World {
    let lock = |serial| LockSpec {
        serial,
        device_type: "danalockv3".into(),
        firmware: "1.2.3".into(),
        state: BoltState::Locked,
        battery: 80,
        pins: if serial == FRONT { vec![(3, PIN.to_owned())] } else { Vec::new() },
    };
    World {
        server_key: server_key().verifying_key(),
        travel: Duration::from_millis(travel_ms),
        read: Duration::ZERO,
        bridges: vec![BridgeSpec {
            serial: BRIDGE,
            key: bridge_key(),
            firmware: "4.5.6".into(),
            in_reach: vec![FRONT, BACK, GARAGE],
        }],
        locks: vec![lock(FRONT), lock(BACK), lock(GARAGE)],
        keypads: vec![KeypadSpec { serial: KEYPAD, lock: FRONT }],
    }
}

/// What the simulator knows, and what it is told.
pub trait Truth {
    fn truth(&self, serial: Serial, field: &str) -> Value;
    fn set(&self, serial: Serial, changes: Value) -> Value;
    fn moves(&self, serial: Serial) -> u64 {
        self.truth(serial, "bolt_moves").as_u64().unwrap()
    }
}

impl Truth for Simulator {
    fn truth(&self, serial: Serial, field: &str) -> Value {
        self.true_condition(serial).unwrap()[field].clone()
    }
    fn set(&self, serial: Serial, changes: Value) -> Value {
        self.merge(serial, &changes).unwrap()
    }
}

/// A furnished home whose bridge is connected. The order of the fields is the order in which they end.
pub struct House {
    pub sim: Simulator,
    pub cloud: Cloud,
    pub home: Home,
}

impl House {
    pub async fn build(test: &TestStore, travel_ms: u64, limits: Limits) -> House {
        let home = Home::furnish(&test.store).await;
        let cloud = Cloud::serve(&test.store, limits).await;
        let sim = Simulator::start(world(travel_ms), &cloud.url());
        cloud.connected(&home).await;
        House { sim, cloud, home }
    }

    /// Takes the bridge off the line and waits until the server knows.
    pub async fn bridge_away(&self) {
        self.sim.set(BRIDGE, json!({"online": false}));
        self.cloud.disconnected(&self.home).await;
    }
}
