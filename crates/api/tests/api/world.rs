//! A small domain with the demo's roles, a second domain, and clients that call the real router over a real database.

use crate::contract;
use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use cardea_api::permissions::SIGN_IN;
use cardea_api::{App, Settings};
use cardea_devices::Devices;
use cardea_gateway_protocol::server::Limits;
use cardea_identity::Identity;
use cardea_model::calendar::Calendar;
use cardea_model::ids::{AccountId, CalendarId, DeviceId, DomainId, GroupId, LinkId, LockId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{
    Edit, Group, GroupType, Link, Lock, Member, Membership, Pairing, Profile, Row, Target, User, Who,
};
use cardea_model::testing;
use cardea_model::{Facts, Time, Zone};
use cardea_outbound::firmware::InMemory;
use cardea_store::testing::{START, TestStore};
use cardea_store::{Actor, fresh_id};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio::sync::OnceCell;
use tower::ServiceExt;

pub const PASSWORD: &str = "Cardea-Demo-2026";
static HASH: OnceCell<String> = OnceCell::const_new();

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
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON, null when it is empty.
    pub fn json(&self) -> Value {
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).expect(&self.text) }
    }
    /// A header as text, or empty.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
    /// The body of a success.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }
    /// That it refuses with this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.json()["error"].as_str()), (status, Some(code)), "{}", self.text);
    }
    /// That it refuses because of this field.
    #[track_caller]
    pub fn refused_field(&self, field: &str, detail: &str) {
        self.refused(422, "validation_failed");
        assert_eq!(self.json()["errors"][field][0]["error_code"], detail, "{}", self.text);
    }
}

pub struct World {
    pub test: TestStore,
    pub app: App,
    pub router: Router,
    pub domain: DomainId,
    pub users: HashMap<As, UserId>,
    tokens: Mutex<HashMap<As, String>>,
}

fn profile(account: AccountId, who: As) -> Profile {
    let name = who.username().split('@').next().unwrap_or_default();
    Profile {
        display_name: format!("The {name}"),
        email_address: who.username().into(),
        language: "en-GB".into(),
        ..testing::profile(account, who.username())
    }
}

pub fn afi(id: LockId, serial: Serial, name: &str, timezone: Option<&str>) -> Lock {
    let lock = testing::lock(id, serial, name, Time(START.0 + id.0 as i64));
    Lock { timezone: timezone.and_then(Zone::named), ..lock }
}

pub fn calendar(id: CalendarId) -> Calendar {
    testing::calendar(id, START)
}

fn device(id: DeviceId, serial: Serial, device_type: &str, name: &str) -> Row {
    Row::Device(Arc::new(testing::device(id, serial, device_type, name, Time(START.0 + id.0 as i64))))
}

fn link(number: u64, who: Who, target: Target, calendar: Option<CalendarId>, profile: LinkProfile) -> Row {
    Row::Link(Link { calendar, profile, ..testing::link(number, who, target, Time(START.0 + number as i64)) })
}

impl World {
    pub async fn new(test: TestStore) -> World {
        let identity = Identity::new(test.store.clone(), cardea_identity::Settings::default(), SIGN_IN)
            .await
            .expect("sign-in starts");
        let devices = Devices::start(test.store.clone(), Limits::default()).await.expect("devices start");
        let images = ["danalockv3_1.9.0_stable.bin", "danalockv3_1.10.0_stable.bin", "danalockv3_2.0.0_beta.bin"];
        let firmware = InMemory(images.iter().map(|name| ((*name).to_owned(), name.as_bytes().to_vec())).collect());
        let settings = Settings { allowed_origins: vec!["https://doors.example".into()], public_base: String::new() };
        let app = App::new(test.store.clone(), identity.clone(), devices, Arc::new(firmware), settings)
            .await
            .expect("the API starts");
        let hash =
            HASH.get_or_init(|| async { identity.hash_password(PASSWORD.into(), None).await.expect("a hash") }).await;

        let store = &test.store;
        let mut accounts = HashMap::new();
        let mut domains = HashMap::new();
        for who in As::ALL.into_iter().filter(|who| *who != As::Anonymous) {
            let account = AccountId(fresh_id());
            accounts.insert(who, account);
            let profile = profile(account, who);
            match who {
                // Created people have no domain of their own.
                As::Installer | As::Nobody => {
                    store.create_account(profile, Some(hash.clone())).await.expect("an account");
                }
                _ => {
                    let made =
                        store.create_domain(profile, Some(hash.clone()), Actor::Program).await.expect("a domain");
                    domains.insert(who, made);
                }
            }
        }
        let domain = domains[&As::Owner].domain;
        let mut users = HashMap::from([
            (As::Owner, domains[&As::Owner].user),
            (As::Admin, UserId(0x1a)),
            (As::Installer, UserId(0x1b)),
            (As::Guest, UserId(0x1c)),
            (As::Nobody, UserId(0x1d)),
        ]);
        let mut rows = rows(&users);
        for (who, role) in [
            (As::Admin, Role::Administrator),
            (As::Installer, Role::Installer),
            (As::Guest, Role::User),
            (As::Nobody, Role::User),
        ] {
            let user = User {
                id: users[&who],
                profile: Arc::new(profile(accounts[&who], who)),
                role,
                alias: String::new(),
                is_shadow_user: matches!(who, As::Admin | As::Guest),
                readonly: false,
                created: Time(START.0 + users[&who].0 as i64),
            };
            rows.insert(0, Row::User(Arc::new(user)));
        }
        put(&test, domain, rows).await;
        put(
            &test,
            domains[&As::Stranger].domain,
            vec![Row::Lock(Arc::new(afi(LockId(0x19), STRANGERS, "Elsewhere", None)))],
        )
        .await;
        users.insert(As::Stranger, domains[&As::Stranger].user);
        let router = cardea_api::router(app.clone());
        World { test, app, router, domain, users, tokens: Mutex::default() }
    }

    /// The domain as it is now.
    pub async fn facts(&self) -> Arc<Facts> {
        self.test.store.facts(self.domain).await.expect("facts")
    }

    /// Adds rows to the domain.
    pub async fn put(&self, rows: Vec<Row>) {
        put(&self.test, self.domain, rows).await;
    }

    /// The text with its placeholders filled in: `{front}` by serial numbers, `{front_id}` and the like by ids; those named `new` by ids
    /// of what is made for it.
    pub async fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        let fixed = [
            ("{front}", FRONT.to_string()),
            ("{side}", SIDE.to_string()),
            ("{cellar}", CELLAR.to_string()),
            ("{bridge}", BRIDGE.to_string()),
            ("{front_id}", FRONT_ID.to_string()),
            ("{cellar_id}", CELLAR_ID.to_string()),
            ("{ground_floor}", GROUND_FLOOR.to_string()),
            ("{cleaners}", CLEANERS.to_string()),
            ("{week}", WEEK.to_string()),
            ("{free}", FREE.to_string()),
            ("{guest}", self.users[&As::Guest].to_string()),
        ];
        for (name, value) in fixed {
            filled = filled.replace(name, &value);
        }
        if filled.contains("{owners_job}") {
            let job = self.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{FRONT}/remote_lock")).await.ok();
            filled = filled.replace("{owners_job}", job["id"].as_str().unwrap());
        }
        if filled.contains("{new_user}") {
            filled = filled.replace("{new_user}", &self.new_user().await.to_string());
        }
        if filled.contains("{new_group}") {
            let guest = Member::User(self.users[&As::Guest]);
            filled = filled.replace("{new_group}", &self.new_group(GroupType::Users, guest).await.to_string());
        }
        if filled.contains("{new_lock_group}") {
            let group = self.new_group(GroupType::Locks, Member::Lock(FRONT_ID)).await;
            filled = filled.replace("{new_lock_group}", &group.to_string());
        }
        if filled.contains("{new_calendar}") {
            let id = CalendarId(fresh_id());
            self.put(vec![Row::Calendar(Arc::new(calendar(id)))]).await;
            filled = filled.replace("{new_calendar}", &id.to_string());
        }
        if filled.contains("{new_link}") {
            let (user, number) = (self.new_user().await, fresh_id());
            self.put(vec![link(number, Who::User(user), Target::Lock(CELLAR_ID), None, LinkProfile::User)]).await;
            filled =
                filled.replace("{new_link}", &LinkId::new(cardea_model::ids::LinkKind::LockUser, number).to_string());
        }
        assert!(!filled.contains("{new") && !filled.contains("{owners"), "{filled}");
        filled
    }

    /// A person created for one test, without a password.
    pub async fn new_user(&self) -> UserId {
        let (account, id) = (AccountId(fresh_id()), UserId(fresh_id()));
        let username = format!("{id}@demo.cardea");
        let profile = Profile { username: username.clone(), email_address: username, ..profile(account, As::Nobody) };
        self.test.store.create_account(profile.clone(), None).await.expect("an account");
        let user = User {
            id,
            profile: Arc::new(profile),
            role: Role::User,
            alias: String::new(),
            is_shadow_user: false,
            readonly: false,
            created: self.test.clock.now(),
        };
        self.put(vec![Row::User(Arc::new(user))]).await;
        id
    }

    /// A group created for one test, with one member.
    pub async fn new_group(&self, group_type: GroupType, member: Member) -> GroupId {
        let id = GroupId(fresh_id());
        let group = Group { id, name: "New".into(), group_type, created: self.test.clock.now() };
        self.put(vec![Row::Group(Arc::new(group)), Row::Membership(Membership { group: id, member })]).await;
        id
    }

    /// A living access token of this person.
    pub async fn token(&self, who: As) -> String {
        if let Some(token) = self.tokens.lock().unwrap().get(&who) {
            return token.clone();
        }
        let body = format!(
            "grant_type=password&client_id=cardea-android&username={}&password={PASSWORD}",
            who.username().replace('@', "%40")
        );
        let request = Request::post("/oauth2/token").header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let answer = self.send(request.body(Body::from(body)).unwrap()).await;
        let token = answer.ok()["access_token"].as_str().unwrap().to_owned();
        self.tokens.lock().unwrap().insert(who, token.clone());
        token
    }

    /// Has everyone sign in anew, when their tokens' time is over.
    pub fn forget_tokens(&self) {
        self.tokens.lock().unwrap().clear();
    }

    /// A request by this person, who names the identity they have in the domain when it is not their primary one.
    pub async fn request(&self, who: As, method: Method, path: &str) -> axum::http::request::Builder {
        let mut request = Request::builder().method(method).uri(path);
        if who != As::Anonymous {
            request = request.header(AUTHORIZATION, format!("Bearer {}", self.token(who).await));
        }
        if matches!(who, As::Admin | As::Guest) {
            request = request.header("x-assume-user", self.users[&who].to_string());
        }
        request
    }

    /// Sends a request. Whatever comes back is an answer that the document promises.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        contract::fits(&method, &path, &parts, &body);
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8(body.to_vec()).unwrap() }
    }

    /// A call without a body.
    pub async fn call(&self, who: As, method: Method, path: &str) -> Answer {
        let request = self.request(who, method, path).await;
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub async fn get(&self, who: As, path: &str) -> Answer {
        self.call(who, Method::GET, path).await
    }

    /// A call with a JSON body.
    pub async fn with(&self, who: As, method: Method, path: &str, body: Value) -> Answer {
        let request = self.request(who, method, path).await.header(CONTENT_TYPE, "application/json");
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// A call with form fields.
    pub async fn form(&self, who: As, method: Method, path: &str, body: &str) -> Answer {
        let request = self.request(who, method, path).await.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }
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

/// Locks, devices, groups and access. The guest has temporary access from afar to the front door and, by the cleaners, office hours at
/// the ground floor; the installer permanent access to the side door; nobody has none.
fn rows(users: &HashMap<As, UserId>) -> Vec<Row> {
    let old = testing::earlier(afi(OLD_ID, Serial(0), "Old", None), Serial(0x77));
    let group = |id: GroupId, name: &str, group_type| {
        let created = Time(START.0 + id.0 as i64);
        Row::Group(Arc::new(Group { id, name: name.into(), group_type, created }))
    };
    let week = Calendar { end_time: Some(START.plus_seconds(7 * 86_400)), ..calendar(WEEK) };
    let hours = Calendar { daily_start: Some(32_400), daily_end: Some(61_200), ..calendar(OFFICE_HOURS) };
    let user = |who| Who::User(users[&who]);
    let administrators = [As::Owner, As::Admin].into_iter().zip([0x100, 0x200]);
    let everywhere = administrators.flat_map(|(who, base)| {
        let locks = [FRONT_ID, SIDE_ID, CELLAR_ID, OLD_ID].into_iter().zip(base..);
        locks.map(move |(lock, number)| (number, who, lock))
    });
    let mut rows = vec![
        Row::Lock(Arc::new(afi(FRONT_ID, FRONT, "Front", Some("Europe/Copenhagen")))),
        Row::Lock(Arc::new(afi(SIDE_ID, SIDE, "Side", Some("Europe/Copenhagen")))),
        Row::Lock(Arc::new(afi(CELLAR_ID, CELLAR, "Cellar", None))),
        Row::Lock(Arc::new(old)),
        device(BRIDGE_ID, BRIDGE, "danabridgev3", "Hall"),
        device(DeviceId(0x22), KEYPAD, "danapadv3", "Pad"),
        Row::Pairing(Pairing { lock: FRONT_ID, device: BRIDGE_ID }),
        Row::Pairing(Pairing { lock: SIDE_ID, device: BRIDGE_ID }),
        Row::Pairing(Pairing { lock: SIDE_ID, device: DeviceId(0x22) }),
        group(GROUND_FLOOR, "Ground floor", GroupType::Locks),
        group(CLEANERS, "Cleaners", GroupType::Users),
        Row::Membership(Membership { group: GROUND_FLOOR, member: Member::Lock(FRONT_ID) }),
        Row::Membership(Membership { group: GROUND_FLOOR, member: Member::Lock(SIDE_ID) }),
        Row::Membership(Membership { group: CLEANERS, member: Member::User(users[&As::Guest]) }),
        Row::Membership(Membership { group: CLEANERS, member: Member::User(users[&As::Admin]) }),
        Row::Calendar(Arc::new(week)),
        Row::Calendar(Arc::new(hours)),
        Row::Calendar(Arc::new(calendar(FREE))),
        link(0x51, user(As::Guest), Target::Lock(FRONT_ID), Some(WEEK), LinkProfile::UserAllowRemote),
        link(0x52, user(As::Installer), Target::Lock(SIDE_ID), None, LinkProfile::Installer),
        link(0x53, Who::Group(CLEANERS), Target::Group(GROUND_FLOOR), Some(OFFICE_HOURS), LinkProfile::User),
        link(0x54, Who::Group(CLEANERS), Target::Lock(CELLAR_ID), None, LinkProfile::User),
        link(0x55, user(As::Owner), Target::Group(GROUND_FLOOR), None, LinkProfile::Administrator),
    ];
    let administrator = LinkProfile::Administrator;
    rows.extend(everywhere.map(|(number, who, lock)| link(number, user(who), Target::Lock(lock), None, administrator)));
    rows
}
