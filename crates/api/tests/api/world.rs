//! A small domain with the demo's roles, a second domain, and clients that call the real router over a real database.

use crate::second::moved;
use axum::Router;
use cardea_api::limits::SIGN_IN;
use cardea_api::{App, Settings};
use cardea_devices::Devices;
use cardea_gateway_protocol::server::Limits;
use cardea_identity::{Identity, PasswordCost};
use cardea_model::ids::{AccountId, CalendarId, DeviceId, DomainId, GroupId, LockId, Serial, UserId};
use cardea_model::role::Role;
use cardea_model::rows::{Edit, Profile, Row, User};
use cardea_model::testing;
use cardea_model::{Facts, Time};
use cardea_outbound::firmware::InMemory;
pub use cardea_store::testing::PASSWORD;
use cardea_store::testing::{PASSWORD_HASH, Permits, START, TestStore};
use cardea_store::{Actor, Store, fresh_id};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

mod answer;
mod calls;
mod filled;
mod rows;
mod side_by_side;

pub use answer::Answer;
use calls::Tokens;
use rows::link;
pub use rows::{afi, calendar};
pub use side_by_side::SideBySide;

/// Who calls. `Admin` and `Guest` have domains of their own and name the identity they mean; `Stranger` owns the second domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum As {
    Owner,
    Admin,
    Installer,
    Guest,
    Nobody,
    Stranger,
    Anonymous,
}

impl As {
    pub const ALL: [As; 7] = [As::Owner, As::Admin, As::Installer, As::Guest, As::Nobody, As::Stranger, As::Anonymous];

    pub fn username(self) -> &'static str {
        match self {
            As::Owner => "owner@demo.cardea",
            As::Admin => "admin@demo.cardea",
            As::Installer => "installer@demo.cardea",
            As::Guest => "guest@demo.cardea",
            As::Nobody => "nobody@demo.cardea",
            As::Stranger => "stranger@demo.cardea",
            As::Anonymous => "",
        }
    }
}

/// Locks by their serial numbers; `OLD` is of type mwm and has none.
pub const FRONT: Serial = Serial(0x0000_0000_0001);
pub const SIDE: Serial = Serial(0x0000_0000_0002);
pub const CELLAR: Serial = Serial(0x0000_0000_0003);
pub const STRANGERS: Serial = Serial(0x0000_0000_0009);
pub const BRIDGE: Serial = Serial(0x0000_0000_00b1);
pub const KEYPAD: Serial = Serial(0x0000_0000_00b2);
/// The MAC address of the one of type mwm.
pub const OLD_MAC: Serial = Serial(0x0000_0000_0077);
pub const UNKNOWN: Serial = Serial(0x0000_0000_0fff);

pub const FRONT_ID: LockId = LockId(0x11);
pub const SIDE_ID: LockId = LockId(0x12);
pub const CELLAR_ID: LockId = LockId(0x13);
pub const OLD_ID: LockId = LockId(0x14);
pub const BRIDGE_ID: DeviceId = DeviceId(0x21);
pub const GROUND_FLOOR: GroupId = GroupId(0x31);
pub const CLEANERS: GroupId = GroupId(0x32);
pub const WEEK: CalendarId = CalendarId(0x41);
pub const OFFICE_HOURS: CalendarId = CalendarId(0x42);
pub const FREE: CalendarId = CalendarId(0x43);

/// What a call answered.
pub struct World {
    pub test: Arc<TestStore>,
    pub app: App,
    pub router: Router,
    pub domain: DomainId,
    pub users: HashMap<As, UserId>,
    /// By how much its ids and serial numbers are larger than the constants here.
    by: u64,
    tokens: Mutex<HashMap<As, Tokens>>,
    /// Calls take one each while they are under way.
    permits: Permits,
}

/// The domain, and who is who in it.
type People = (DomainId, HashMap<As, UserId>);

/// The ids of a second domain beside the first.
const BESIDE: u64 = 0x10_0000;

fn username(who: As, by: u64) -> String {
    who.username().replace("demo", if by == 0 { "demo" } else { "second" })
}

fn profile(account: AccountId, who: As, username: &str) -> Profile {
    let name = who.username().split('@').next().unwrap_or_default();
    Profile {
        display_name: format!("The {name}"),
        email_address: username.into(),
        language: "en-GB".into(),
        ..testing::profile(account, username)
    }
}

/// The usual settings of sign-in, but for passwords, which cost as little as can be.
pub fn sign_in_settings() -> cardea_identity::Settings {
    cardea_identity::Settings { password_cost: PasswordCost::least(), ..cardea_identity::Settings::default() }
}

impl World {
    pub async fn new(test: TestStore) -> World {
        World::set(test, sign_in_settings()).await
    }

    /// The same with sign-in as these settings say.
    pub async fn set(test: TestStore, settings: cardea_identity::Settings) -> World {
        let people = settled(&test, 0).await;
        World::opened(test, settings, people).await
    }

    async fn opened(test: TestStore, settings: cardea_identity::Settings, people: People) -> World {
        let (app, router) = World::served(test.store.clone(), settings).await;
        World::of(Arc::new(test), app, router, people, 0)
    }

    /// A server that has nobody yet.
    pub async fn empty(test: TestStore) -> World {
        let (app, router) = World::served(test.store.clone(), sign_in_settings()).await;
        World::of(Arc::new(test), app, router, (DomainId(0), HashMap::new()), 0)
    }

    /// Another process that serves the same database.
    pub async fn replica(&self, settings: cardea_identity::Settings) -> Router {
        World::served(self.test.second().await, settings).await.1
    }

    async fn served(store: Store, settings: cardea_identity::Settings) -> (App, Router) {
        let identity = Identity::new(store.clone(), settings, SIGN_IN).await.expect("sign-in starts");
        let devices = Devices::start(store.clone(), Limits::default()).await.expect("devices start");
        let images = ["danalockv3_1.9.0_stable.bin", "danalockv3_1.10.0_stable.bin", "danalockv3_2.0.0_beta.bin"];
        let firmware = InMemory(images.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect());
        let settings = Settings {
            allowed_origins: vec!["https://doors.example".into()],
            public_base: String::new(),
            sends_pushes: true,
        };
        let app =
            App::new(store, identity.clone(), devices, Arc::new(firmware), settings).await.expect("the API starts");
        let router = cardea_api::router(app.clone());
        (app, router)
    }

    /// The same once more on the same server, with other people and ids.
    pub async fn beside(&self) -> World {
        let people = settled(&self.test, BESIDE).await;
        let beside = World::of(self.test.clone(), self.app.clone(), self.router.clone(), people, BESIDE);
        World { permits: self.permits.clone(), ..beside }
    }

    fn of(test: Arc<TestStore>, app: App, router: Router, (domain, users): People, by: u64) -> World {
        let permits = Permits::of(&test);
        World { test, app, router, domain, users, by, tokens: Mutex::default(), permits }
    }

    /// The domain as it is now.
    pub async fn facts(&self) -> Arc<Facts> {
        self.test.store.facts(self.domain).await.expect("facts")
    }

    /// Adds rows to the domain.
    pub async fn put(&self, rows: Vec<Row>) {
        put(&self.test, self.domain, rows).await;
    }
}

/// Makes people and what they have, with ids that are larger by so much.
async fn settled(test: &TestStore, by: u64) -> People {
    let store = &test.store;
    let mut accounts = HashMap::new();
    let mut domains = HashMap::new();
    for who in As::ALL.into_iter().filter(|who| *who != As::Anonymous) {
        let account = AccountId(fresh_id());
        accounts.insert(who, account);
        let profile = profile(account, who, &username(who, by));
        match who {
            // Created people have no domain of their own.
            As::Installer | As::Nobody => {
                store.create_account(profile, Some(PASSWORD_HASH.into())).await.expect("an account");
            }
            _ => {
                let made =
                    store.create_domain(profile, Some(PASSWORD_HASH.into()), Actor::Program).await.expect("a domain");
                domains.insert(who, made);
            }
        }
    }
    let domain = domains[&As::Owner].domain;
    let mut users = HashMap::from([
        (As::Owner, domains[&As::Owner].user),
        (As::Admin, UserId(0x1a + by)),
        (As::Installer, UserId(0x1b + by)),
        (As::Guest, UserId(0x1c + by)),
        (As::Nobody, UserId(0x1d + by)),
    ]);
    let mut rows: Vec<Row> = rows::rows(&users).into_iter().map(|row| moved(row, by)).collect();
    for (who, role) in [
        (As::Admin, Role::Administrator),
        (As::Installer, Role::Installer),
        (As::Guest, Role::User),
        (As::Nobody, Role::User),
    ] {
        let user = User {
            id: users[&who],
            profile: Arc::new(profile(accounts[&who], who, &username(who, by))),
            role,
            alias: String::new(),
            is_shadow_user: matches!(who, As::Admin | As::Guest),
            readonly: false,
            created: Time(START.0 + users[&who].0 as i64),
        };
        rows.insert(0, Row::User(Arc::new(user)));
    }
    put(test, domain, rows).await;
    put(
        test,
        domains[&As::Stranger].domain,
        vec![moved(Row::Lock(Arc::new(afi(LockId(0x19), STRANGERS, "Elsewhere", None))), by)],
    )
    .await;
    users.insert(As::Stranger, domains[&As::Stranger].user);
    (domain, users)
}

async fn put(test: &TestStore, domain: DomainId, rows: Vec<Row>) {
    let edits: Vec<Edit> = rows.into_iter().map(Edit::Put).collect();
    test.store
        .change(domain, Actor::Program, "test")
        .decide(move |drafts, _| drafts.act(|_| Ok((edits, ()))))
        .await
        .map(drop)
        .expect("the rows fit");
}
