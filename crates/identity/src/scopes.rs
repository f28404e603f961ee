//! What a token may be used for. A token never reaches further than its person does; a scope that it lacks makes it reach less far.

use std::fmt;

macro_rules! scopes {
    ($($(#[$meaning:meta])* $scope:ident = $bit:literal, $name:literal, $title:literal, $description:literal;)*) => {
        /// What a token may be used for. Its number is its bit in the database and in tokens, so it never changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum TokenScope {
            $($(#[$meaning])* $scope = $bit,)*
        }

        impl TokenScope {
            /// All of them.
            pub const ALL: &'static [TokenScope] = &[$(TokenScope::$scope),*];

            /// Its name on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(TokenScope::$scope => $name,)* }
            }
            /// What people call it.
            pub const fn title(self) -> &'static str {
                match self { $(TokenScope::$scope => $title,)* }
            }
            /// What a token may do with it, as far as its person may.
            pub const fn description(self) -> &'static str {
                match self { $(TokenScope::$scope => $description,)* }
            }
        }
    };
}

scopes! {
    /// Who is signed in.
    Profile = 0, "profile", "Who is signed in",
        "Read the account's own profile and its identities; sign the account's browser in, with no more than this token has.";
    /// Reading a domain.
    Read = 1, "read", "Read the domain",
        "Read doors, devices, people, groups, links and calendars, with their last known state, and follow how they change.";
    /// Using doors.
    Operate = 2, "operate", "Operate doors",
        "Fetch keys, turn bolts from afar, and ask locks for their state.";
    /// Giving access.
    Access = 3, "access", "Change who has access",
        "Change people, the account's own profile among them, groups, links and calendars. Passwords are part of it, so it is as good as all \
         scopes together.";
    /// Configuring devices.
    Devices = 4, "devices", "Configure devices",
        "Bring devices in, pair and configure them.";
    /// The log.
    Log = 5, "log", "Read the log",
        "Read when which door was opened or locked, how and by whom, and who changed what in the domain.";
}

impl TokenScope {
    /// The one of this name.
    pub fn named(name: &str) -> Option<TokenScope> {
        Self::ALL.iter().copied().find(|scope| scope.name() == name)
    }
}

impl fmt::Display for TokenScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenScopes(u16);

/// A name that no scope has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownScope;

impl TokenScopes {
    /// All scopes, now and in later versions: what a request that names none is given.
    pub const ALL: TokenScopes = TokenScopes(u16::MAX);

    /// Reads names with spaces between them (RFC 6749; docs/standards.md); `None` where there are none.
    ///
    /// # Errors
    /// A name that no scope has.
    pub fn parse(names: &str) -> Result<Option<Self>, UnknownScope> {
        let mut named = None;
        for name in names.split(' ').filter(|name| !name.is_empty()) {
            let scope = TokenScope::named(name).ok_or(UnknownScope)?;
            named = Some(named.unwrap_or(TokenScopes(0)).with(scope));
        }
        Ok(named)
    }

    const fn with(self, scope: TokenScope) -> Self {
        TokenScopes(self.0 | 1 << scope as u8)
    }
    /// Whether this one is among them.
    pub const fn has(self, scope: TokenScope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Those that are in both.
    pub const fn and(self, other: Self) -> Self {
        TokenScopes(self.0 & other.0)
    }
    /// What is granted of these to whoever wants those: all of these where they name none, and nothing where these do not hold them all.
    pub fn granted(self, wanted: Option<Self>) -> Option<Self> {
        match wanted {
            None => Some(self),
            Some(wanted) => (wanted.and(self) == wanted).then_some(wanted),
        }
    }

    /// As the database keeps them: null is all.
    pub fn stored(self) -> Option<i64> {
        (self != Self::ALL).then(|| self.0.into())
    }
    /// What [`stored`](Self::stored) wrote. What nobody wrote so is nothing.
    pub fn read(stored: Option<i64>) -> Self {
        stored.map_or(Self::ALL, |bits| TokenScopes(u16::try_from(bits).unwrap_or(0)))
    }
    /// As tokens carry them; not at all where they have all.
    pub fn to_bytes(self) -> Option<[u8; 2]> {
        (self != Self::ALL).then(|| self.0.to_be_bytes())
    }
    /// What [`to_bytes`](Self::to_bytes) wrote.
    pub const fn from_bytes(bytes: [u8; 2]) -> Self {
        TokenScopes(u16::from_be_bytes(bytes))
    }
}

impl FromIterator<TokenScope> for TokenScopes {
    fn from_iter<I: IntoIterator<Item = TokenScope>>(scopes: I) -> Self {
        scopes.into_iter().fold(TokenScopes(0), TokenScopes::with)
    }
}

impl fmt::Display for TokenScopes {
    /// The names, with spaces between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = TokenScope::ALL.iter().filter(|scope| self.has(**scope)).map(|scope| scope.name());
        f.write_str(&names.collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(scopes: &[TokenScope]) -> TokenScopes {
        scopes.iter().copied().collect()
    }

    #[test]
    fn names_are_read_in_any_order_and_unknown_ones_refused() {
        assert_eq!(TokenScopes::parse(""), Ok(None));
        assert_eq!(TokenScopes::parse("  "), Ok(None));
        let two = of(&[TokenScope::Read, TokenScope::Log]);
        assert_eq!(TokenScopes::parse(" log  read log"), Ok(Some(two)));
        assert_eq!(two.to_string(), "read log");
        for unknown in ["Read", "read,log", "read everything", "read\nlog", "offline_access"] {
            assert_eq!(TokenScopes::parse(unknown), Err(UnknownScope), "{unknown}");
        }
    }

    #[test]
    fn more_than_there_is_is_never_granted() {
        let two = of(&[TokenScope::Read, TokenScope::Log]);
        assert_eq!(two.granted(None), Some(two));
        assert_eq!(two.granted(Some(of(&[TokenScope::Log]))), Some(of(&[TokenScope::Log])));
        assert_eq!(two.granted(Some(of(&[TokenScope::Log, TokenScope::Operate]))), None);
        assert_eq!(two.granted(Some(TokenScopes::ALL)), None);
        assert_eq!(TokenScopes::ALL.granted(Some(two)), Some(two));
    }

    #[test]
    fn what_is_stored_is_read_and_nothing_stored_is_all() {
        let every = of(TokenScope::ALL);
        for scopes in [TokenScopes::ALL, every, of(&[TokenScope::Profile])] {
            assert_eq!(TokenScopes::read(scopes.stored()), scopes);
            assert_eq!(scopes.to_bytes().map_or(TokenScopes::ALL, TokenScopes::from_bytes), scopes);
        }
        assert_eq!((TokenScopes::ALL.stored(), TokenScopes::read(Some(-1)).is_empty()), (None, true));
        assert!(TokenScope::ALL.iter().all(|scope| TokenScopes::ALL.has(*scope)));
    }

    /// A request that names every scope of this version does not get those of a later one.
    #[test]
    fn all_by_name_is_less_than_all() {
        assert_ne!(of(TokenScope::ALL), TokenScopes::ALL);
    }
}
