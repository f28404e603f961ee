//! The demo domain: a house with flats, people of every role, every kind of access on some cell. Ids are the same on every machine;
//! times count from the moment it is made.

use super::rows::Builder;
use cardea_model::Time;
use cardea_model::calendar::Weekdays;
use cardea_model::ids::{AccountId, Serial, UserId};
use cardea_model::role::{LinkProfile, Role};
use cardea_model::rows::{GroupType, LockType, Row, Target, Who};

/// The password of every demo sign-in.
pub const PASSWORD: &str = "Cardea-Demo-2026";
/// The zone that most doors keep.
pub const ZONE: &str = "Europe/Copenhagen";

/// Someone of the demo who can sign in.
#[derive(Debug, Clone, Copy)]
pub struct SignIn {
    /// Username and e-mail address.
    pub username: &'static str,
    /// The name shown.
    pub display_name: &'static str,
    /// What they are in the demo domain.
    pub role: Role,
    /// What it is good for, in a few words.
    pub about: &'static str,
}

/// The owner of the demo domain.
pub const OWNER: SignIn = SignIn {
    username: "owner@demo.cardea",
    display_name: "Olivia Sand",
    role: Role::Administrator,
    about: "owns the domain",
};
/// An administrator with a domain of their own.
pub const ADMIN: SignIn = SignIn {
    username: "admin@demo.cardea",
    display_name: "Bo Kristensen",
    role: Role::Administrator,
    about: "invited administrator, owns another domain",
};
/// An installer created here.
pub const INSTALLER: SignIn = SignIn {
    username: "installer@demo.cardea",
    display_name: "Maija Virtanen",
    role: Role::Installer,
    about: "installs locks",
};
/// A guest with temporary access.
pub const GUEST: SignIn = SignIn {
    username: "guest@demo.cardea",
    display_name: "Gustav Holm",
    role: Role::User,
    about: "opens the street door this week",
};
/// Someone without any access.
pub const NOBODY: SignIn =
    SignIn { username: "nobody@demo.cardea", display_name: "Nora Lund", role: Role::User, about: "has no access" };

/// Everyone who can sign in, the owner first.
pub const SIGN_INS: [SignIn; 5] = [OWNER, ADMIN, INSTALLER, GUEST, NOBODY];

/// The serial number of a lock that stands near a bridge of the house, and that nobody has brought in.
pub const LEFT_OUT: Serial = Serial(0x001b_ac0f_2a6d);

const DAY: i64 = 86_400;

/// The accounts the demo's rows speak of, as the database knows them.
#[derive(Debug, Clone, Copy)]
pub struct Accounts {
    /// [`OWNER`], who is a user of the domain already.
    pub owner: UserId,
    /// [`ADMIN`].
    pub admin: AccountId,
}

/// The rows of the demo domain beside its owner.
pub fn rows(accounts: Accounts, now: Time) -> Vec<Row> {
    let mut house = Builder::new(1, now);
    let owner = accounts.owner;
    let admin = house.user_of(accounts.admin, ADMIN.username, ADMIN.display_name, ADMIN.role, true);
    let installer = house.user(INSTALLER.username, INSTALLER.display_name, INSTALLER.role, false);
    let guest = house.user(GUEST.username, GUEST.display_name, GUEST.role, true);
    house.user(NOBODY.username, NOBODY.display_name, NOBODY.role, false);
    let anna = house.user("anna@nordic.example", "Anna Lindqvist", Role::User, true);
    let chiara = house.user("chiara@posta.example", "Chiara Romano", Role::User, true);
    let jan = house.user("jdv@huis.example", "Jan de Vries", Role::User, true);
    let tomasz = house.user("t.nowak@poczta.example", "Tomasz Nowak", Role::User, false);
    let maria = house.user("maria@demo.cardea", "Maria Sørensen", Role::User, false);

    let zone = Some(ZONE);
    let v3 = "danalockv3";
    let street = house.lock(owner, "Street door", v3, zone);
    let gate = house.lock(owner, "Courtyard gate", v3, zone);
    let flat_1_left = house.lock(owner, "Flat 1 left", v3, zone);
    let flat_1_right = house.lock(owner, "Flat 1 right", v3, zone);
    let flat_2_left = house.lock(owner, "Flat 2 left", v3, zone);
    let flat_2_right = house.lock(owner, "Flat 2 right", v3, None);
    let cellar = house.lock(owner, "Bicycle cellar", v3, zone);
    let laundry = house.lock(owner, "Laundry", v3, zone);
    let roof = house.lock(owner, "Roof terrace", "universalmodulev3", zone);
    let mac_address = house.serial();
    let old = LockType::Mwm { mac_address, mcu_firmware: "2.4.1".into(), rf_firmware: "1.9.0".into(), design_id: 3 };
    house.lock_of_type(owner, "Summer house", old, zone);
    house.bridge("Hall bridge", &[street, gate, flat_1_left], zone);
    house.bridge("Stairs bridge", &[flat_2_left, flat_2_right, roof], zone);
    house.bridge("Cellar bridge", &[cellar, laundry], zone);
    house.device("danapadv3", "Street keypad", &[street], zone);

    let ground = house.group("Ground floor", GroupType::Locks);
    for lock in [street, gate, cellar] {
        house.lock_member(ground, lock);
    }
    let flats = house.group("All flats", GroupType::Locks);
    for lock in [flat_1_left, flat_1_right, flat_2_left, flat_2_right] {
        house.lock_member(flats, lock);
    }
    let cleaners = house.group("Cleaners", GroupType::Users);
    for user in [maria, tomasz, anna] {
        house.user_member(cleaners, user);
    }
    let holiday = house.group("Holiday guests", GroupType::Users);
    for user in [jan, chiara] {
        house.user_member(holiday, user);
    }

    let in_days = |days: i64| Some(now.plus_seconds(days * DAY));
    let weekdays = |days: &[u8]| Some(Weekdays(days.iter().fold(0, |bits, day| bits | 1 << day)));
    let remote = LinkProfile::UserAllowRemote;
    house.link(Who::User(admin), Target::Lock(street), None, LinkProfile::Administrator);
    house.link(Who::User(admin), Target::Group(flats), None, LinkProfile::Administrator);
    house.link(Who::User(installer), Target::Lock(street), None, LinkProfile::Installer);
    house.link(Who::User(installer), Target::Lock(flat_1_left), None, LinkProfile::Installer);

    let week = house.temporary(None, in_days(7));
    house.link(Who::User(guest), Target::Lock(street), Some(week), remote);

    let office_hours = house.recurring(weekdays(&[0, 1, 2, 3, 4]), 9 * 3600, 17 * 3600);
    house.link(Who::User(anna), Target::Lock(street), Some(office_hours), LinkProfile::User);
    let to_come = house.temporary(in_days(3), in_days(6));
    house.link(Who::User(jan), Target::Lock(flat_1_left), Some(to_come), remote);
    let ended = house.temporary(None, in_days(-17));
    house.link(Who::User(chiara), Target::Lock(flat_1_left), Some(ended), LinkProfile::User);
    house.link(Who::User(tomasz), Target::Group(flats), None, LinkProfile::User);
    house.link(Who::User(tomasz), Target::Lock(laundry), None, LinkProfile::User);

    let tuesdays = house.recurring(weekdays(&[1]), 8 * 3600, 12 * 3600);
    house.link(Who::Group(cleaners), Target::Group(ground), Some(tuesdays), LinkProfile::User);
    let twice = house.recurring(weekdays(&[0, 3]), 8 * 3600, 12 * 3600);
    house.link(Who::Group(cleaners), Target::Lock(laundry), Some(twice), LinkProfile::User);
    let stay = house.temporary(None, in_days(11));
    house.link(Who::Group(holiday), Target::Lock(gate), Some(stay), remote);
    let stay = house.temporary(None, in_days(11));
    house.link(Who::Group(holiday), Target::Group(flats), Some(stay), LinkProfile::User);
    house.rows()
}
