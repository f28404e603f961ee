//! Ids: 48-bit numbers inside, `kind-xxxxxxxxxxxx` at the edge (a kind, a hyphen, twelve lower-case hex digits).

use std::fmt;
use std::str::FromStr;

/// Text that is not an id of the wanted kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an id of this kind")]
pub struct NotAnId;

/// The largest number an id holds: twelve hex digits.
pub const ID_MAX: u64 = (1 << 48) - 1;

fn digits(text: &str) -> Result<u64, NotAnId> {
    let lower_hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() == 12 && text.bytes().all(lower_hex) {
        u64::from_str_radix(text, 16).map_err(|_| NotAnId)
    } else {
        Err(NotAnId)
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "-{:012x}"), self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
        impl FromStr for $name {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                text.strip_prefix(concat!($prefix, "-")).ok_or(NotAnId).and_then(digits).map($name)
            }
        }
    };
}

id!(
    /// A person within one domain (`user-…`); also the id of an identity, as `X-Assume-User` carries it.
    UserId, "user"
);
id!(
    /// A lock (`lock-…`).
    LockId, "lock"
);
id!(
    /// A lock group or a user group (`group-…`).
    GroupId, "group"
);
id!(
    /// A calendar (`calendar-…`).
    CalendarId, "calendar"
);
id!(
    /// A list of days (`day_list-…`).
    DayListId, "day_list"
);
id!(
    /// An account: who signs in. One account may be a user of several domains (`account-…`).
    AccountId, "account"
);
id!(
    /// A domain: all that one owner manages (`domain-…`).
    DomainId, "domain"
);
id!(
    /// An invitation (`invitation-…`).
    InvitationId, "invitation"
);
id!(
    /// A sign-in, as its person knows it: a browser or a program in which they are signed in (`session-…`).
    SignInId, "session"
);
id!(
    /// A personal access token; it is not the token itself (`token-…`).
    PersonalTokenId, "token"
);
id!(
    /// A device that is not a lock: bridge, keypad, module (`device-…`; on the wire devices go by serial number).
    DeviceId, "device"
);

/// The four kinds of link, by what stands on its two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkKind {
    /// One person, one lock.
    LockUser,
    /// One person, one lock group.
    GroupUser,
    /// One user group, one lock.
    GroupLock,
    /// One user group, one lock group.
    GroupGroup,
}

impl LinkKind {
    /// Every kind, in the order of their priority, highest first.
    pub const ALL: [LinkKind; 4] = [LinkKind::LockUser, LinkKind::GroupUser, LinkKind::GroupLock, LinkKind::GroupGroup];

    /// How the kind is written in a link's id.
    pub const fn prefix(self) -> &'static str {
        match self {
            LinkKind::LockUser => "lock_user",
            LinkKind::GroupUser => "group_user",
            LinkKind::GroupLock => "group_lock",
            LinkKind::GroupGroup => "group_group",
        }
    }

    /// Its priority, 1 (highest) to 4.
    pub const fn priority(self) -> u8 {
        match self {
            LinkKind::LockUser => 1,
            LinkKind::GroupUser => 2,
            LinkKind::GroupLock => 3,
            LinkKind::GroupGroup => 4,
        }
    }
}

/// A link; its text names its two kinds (`lock_user-7724313e6f1e`). The kind stands above the 48 bits of the number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(u64);

impl LinkId {
    /// A link id of this kind; bits of `number` above [`ID_MAX`] are dropped.
    pub const fn new(kind: LinkKind, number: u64) -> Self {
        LinkId(((kind.priority() as u64) << 48) | (number & ID_MAX))
    }
    /// What stands on the link's two sides.
    pub const fn kind(self) -> LinkKind {
        match self.0 >> 48 {
            1 => LinkKind::LockUser,
            2 => LinkKind::GroupUser,
            3 => LinkKind::GroupLock,
            _ => LinkKind::GroupGroup,
        }
    }
    /// The 48-bit number, unique among all kinds.
    pub const fn number(self) -> u64 {
        self.0 & ID_MAX
    }
    /// Kind and number in one, for an index or a database column.
    pub const fn packed(self) -> u64 {
        self.0
    }
    /// The reverse of [`LinkId::packed`]; `None` for a number that names no kind.
    pub const fn from_packed(packed: u64) -> Option<Self> {
        match packed >> 48 {
            1..=4 => Some(LinkId(packed)),
            _ => None,
        }
    }
}

impl fmt::Display for LinkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:012x}", self.kind().prefix(), self.number())
    }
}
impl fmt::Debug for LinkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for LinkId {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let (prefix, number) = text.split_once('-').ok_or(NotAnId)?;
        let kind = LinkKind::ALL.into_iter().find(|kind| kind.prefix() == prefix).ok_or(NotAnId)?;
        Ok(LinkId::new(kind, digits(number)?))
    }
}

/// A device's serial number: a MAC address, `xx:xx:xx:xx:xx:xx` in lower case, as it travels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serial(pub u64);

impl Serial {
    /// Whether a device can have it. Zero is nobody's, and numbers whose first byte is odd are addresses of groups (IEEE 802).
    pub const fn is_of_a_device(self) -> bool {
        self.0 != 0 && (self.0 >> 40) & 1 == 0
    }
}

impl fmt::Display for Serial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let b = self.0.to_be_bytes();
        write!(f, "{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", b[2], b[3], b[4], b[5], b[6], b[7])
    }
}
impl fmt::Debug for Serial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Serial {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        let bytes = text.as_bytes();
        if bytes.len() != 17 || bytes.iter().skip(2).step_by(3).any(|b| *b != b':') {
            return Err(NotAnId);
        }
        digits(&text.split(':').collect::<String>()).map(Serial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_travel_as_kind_hyphen_and_twelve_lower_case_hex_digits() {
        assert_eq!("lock-fde72d8df2e0".parse(), Ok(LockId(0xfde7_2d8d_f2e0)));
        assert_eq!(LockId(0xfde7_2d8d_f2e0).to_string(), "lock-fde72d8df2e0");
        assert_eq!(UserId(1).to_string(), "user-000000000001");
        for wrong in [
            "lock-FDE72D8DF2E0",
            "user-fde72d8df2e0",
            "lock-fde72d8df2e",
            "lock-fde72d8df2e00",
            "lock",
            "",
            "lock-+de72d8df2e0",
        ] {
            assert_eq!(wrong.parse::<LockId>(), Err(NotAnId), "{wrong}");
        }
    }

    #[test]
    fn a_links_id_names_its_two_kinds() {
        for kind in LinkKind::ALL {
            let id = LinkId::new(kind, 0x7724_313e_6f1e);
            assert_eq!(id.to_string(), format!("{}-7724313e6f1e", kind.prefix()));
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(LinkId::from_packed(id.packed()), Some(id));
        }
        assert_eq!("lock_lock-7724313e6f1e".parse::<LinkId>(), Err(NotAnId));
        assert_eq!(LinkId::from_packed(7), None);
    }

    #[test]
    fn serial_numbers_are_lower_case_with_colons() {
        assert_eq!("00:1b:ac:0f:e2:99".parse::<Serial>().map(|s| s.to_string()), Ok("00:1b:ac:0f:e2:99".into()));
        for wrong in [
            "00:1B:AC:0F:E2:99",
            "001bac0fe299",
            "00-1b-ac-0f-e2-99",
            "00:1b:ac:0f:e2",
            "00:1b:ac:0f:e2:9g",
            "0:01b:ac:0f:e2:99",
        ] {
            assert_eq!(wrong.parse::<Serial>(), Err(NotAnId), "{wrong}");
        }
    }
}
