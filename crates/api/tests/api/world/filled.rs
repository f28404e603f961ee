//! What the cases of tests are about, by name, and what is made for them.

use super::{
    As, BRIDGE, BRIDGE_ID, CELLAR, CELLAR_ID, CLEANERS, FREE, FRONT, FRONT_ID, GROUND_FLOOR, OLD_MAC, SIDE, WEEK,
    World, afi, calendar, link, profile,
};
use axum::http::Method;
use cardea_model::calendar::{DayList, ListedDays};
use cardea_model::ids::{
    AccountId, CalendarId, DayListId, DeviceId, GroupId, LinkId, LinkKind, LockId, Serial, UserId,
};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{Group, GroupType, Member, Membership, Pairing, Row, Target, User, Who};
use cardea_store::fresh_id;
use serde_json::json;
use std::sync::Arc;

impl World {
    /// The text with its placeholders filled in: `{front}` by serial numbers, `{front_id}` and the like by ids; those named `new` by ids
    /// of what is made for it.
    pub async fn filled(&self, text: &str) -> String {
        let mut filled = text.to_owned();
        let by = self.by;
        let serial = |serial: Serial| Serial(serial.0 + by).to_string();
        let fixed = [
            ("{front}", serial(FRONT)),
            ("{side}", serial(SIDE)),
            ("{cellar}", serial(CELLAR)),
            ("{bridge}", serial(BRIDGE)),
            ("{old}", serial(OLD_MAC)),
            ("{front_id}", self.front().to_string()),
            ("{cellar_id}", LockId(CELLAR_ID.0 + by).to_string()),
            ("{ground_floor}", GroupId(GROUND_FLOOR.0 + by).to_string()),
            ("{cleaners}", GroupId(CLEANERS.0 + by).to_string()),
            ("{week}", CalendarId(WEEK.0 + by).to_string()),
            ("{free}", CalendarId(FREE.0 + by).to_string()),
            ("{guest}", self.users[&As::Guest].to_string()),
        ];
        for (name, value) in fixed {
            filled = filled.replace(name, &value);
        }
        if filled.contains("{owners_job}") {
            let job =
                self.call(As::Owner, Method::POST, &format!("/locks/v1/afi/{}/remote_lock", serial(FRONT))).await.ok();
            filled = filled.replace("{owners_job}", job["id"].as_str().unwrap());
        }
        if filled.contains("{new_lock}") {
            let id = LockId(fresh_id());
            // The first byte of a device's serial number is even.
            let serial = Serial(fresh_id() & 0xfeff_ffff_ffff);
            let lock = Row::Lock(Arc::new(afi(id, serial, "New", None)));
            self.put(vec![lock, Row::Pairing(Pairing { lock: id, device: DeviceId(BRIDGE_ID.0 + self.by) })]).await;
            filled = filled.replace("{new_lock}", &serial.to_string());
        }
        if filled.contains("{new_mac}") {
            filled = filled.replace("{new_mac}", &Serial(fresh_id()).to_string());
        }
        if filled.contains("{new_name}") {
            filled = filled.replace("{new_name}", &format!("person-{:x}@demo.cardea", fresh_id()));
        }
        if filled.contains("{new_account}") {
            let account = AccountId(fresh_id());
            let username = format!("{account}@demo.cardea");
            self.test.store.create_account(profile(account, As::Nobody, &username), None).await.expect("an account");
            filled = filled.replace("{new_account}", &username);
        }
        for (name, who, field) in [
            ("{new_invitation}", As::Owner, "id"),
            ("{new_sent}", As::Owner, "token"),
            ("{strangers_link}", As::Stranger, "token"),
        ] {
            if filled.contains(name) {
                let invited = self.with(who, Method::POST, "/invitations/v1/invite_by_token", json!({})).await.ok();
                filled = filled.replace(name, invited[field].as_str().unwrap());
            }
        }
        if filled.contains("{new_holder}") {
            let user = self.new_user().await;
            self.put(vec![self.cellar_link(fresh_id(), Who::User(user))]).await;
            filled = filled.replace("{new_holder}", &user.to_string());
        }
        if filled.contains("{new_holding_group}") {
            let group = self.new_group(GroupType::Users, Member::User(self.users[&As::Guest])).await;
            self.put(vec![self.cellar_link(fresh_id(), Who::Group(group))]).await;
            filled = filled.replace("{new_holding_group}", &group.to_string());
        }
        if filled.contains("{new_user}") {
            filled = filled.replace("{new_user}", &self.new_user().await.to_string());
        }
        if filled.contains("{new_group}") {
            let guest = Member::User(self.users[&As::Guest]);
            filled = filled.replace("{new_group}", &self.new_group(GroupType::Users, guest).await.to_string());
        }
        if filled.contains("{new_lock_group}") {
            let group = self.new_group(GroupType::Locks, Member::Lock(self.front())).await;
            filled = filled.replace("{new_lock_group}", &group.to_string());
        }
        if filled.contains("{new_calendar}") {
            let id = CalendarId(fresh_id());
            self.put(vec![Row::Calendar(Arc::new(calendar(id)))]).await;
            filled = filled.replace("{new_calendar}", &id.to_string());
        }
        if filled.contains("{new_day_list}") {
            let (id, name, days) = (DayListId(fresh_id()), "Closed".into(), ListedDays::default());
            let list = DayList { id, name, country: None, days, created: self.test.clock.now() };
            self.put(vec![Row::DayList(Arc::new(list))]).await;
            filled = filled.replace("{new_day_list}", &id.to_string());
        }
        if filled.contains("{new_link}") {
            let (user, number) = (self.new_user().await, fresh_id());
            self.put(vec![self.cellar_link(number, Who::User(user))]).await;
            filled = filled.replace("{new_link}", &LinkId::new(LinkKind::LockUser, number).to_string());
        }
        assert!(!filled.contains("{new") && !filled.contains("{owners"), "{filled}");
        filled
    }

    /// The method and a path of the operation that a name begins with, like `PATCH /groups/v1/{group}`: of what is there, or is made for it.
    pub async fn operation(&self, name: &str) -> (Method, String) {
        let mut words = name.split(' ');
        let method: Method = words.next().unwrap().parse().unwrap();
        let ours = ["serial}", "user}", "group}", "link}", "calendar}", "day_list}"];
        let ours =
            ours.into_iter().zip(["bridge}", "guest}", "new_group}", "new_link}", "new_calendar}", "new_day_list}"]);
        let path = ours.fold(words.next().unwrap().to_owned(), |path, (any, one)| path.replace(any, one));
        // Somebody who is to be created is named, and not yet there.
        let path = if method == Method::PUT { path.replace("/users/v1/{guest}", "/users/v1/{new_name}") } else { path };
        // Where names are, they are of somebody who is there, but for those that are made.
        let path = match (&method, &*path) {
            (&Method::POST, "/ekey/v2/locks/{bridge}") => path.replace("bridge", "new_mac"),
            (&Method::POST, made) if made.ends_with("/{name}") && made.split('/').count() == 5 => {
                path.replace("{name}", "{new_name}")
            }
            (&Method::POST, made) if made.ends_with("/register") => path.replace("{name}", "{new_name}"),
            (_, path) if path.contains("/groups/") => path.replace("{name}", "{new_group}"),
            (_, path) => path.replace("{name}", "{guest}"),
        };
        let path = self.filled(&path).await;
        (method, path)
    }

    /// Permanent access to the cellar.
    fn cellar_link(&self, number: u64, who: Who) -> Row {
        link(number, who, Target::Lock(LockId(CELLAR_ID.0 + self.by)), None, LinkProfile::User)
    }

    fn front(&self) -> LockId {
        LockId(FRONT_ID.0 + self.by)
    }

    /// A person created for one test, without a password.
    pub async fn new_user(&self) -> UserId {
        let (account, id) = (AccountId(fresh_id()), UserId(fresh_id()));
        let username = format!("{id}@demo.cardea");
        let profile = profile(account, As::Nobody, &username);
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
}
