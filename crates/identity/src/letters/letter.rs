//! What letters tell.

/// What somebody is told. A `link` is a page of the console, as its address has it after the `#`: `/reset_password?token=…`.
#[derive(Clone, PartialEq, Eq)]
pub enum Letter {
    /// A link by which they choose a new password.
    PasswordReset {
        /// The page.
        link: String,
        /// For how many hours it works.
        hours: u32,
    },
    /// Somebody signed in to their account from where nobody did before.
    NewSignIn {
        /// When, in words that need no language.
        when: String,
        /// The address.
        from: String,
        /// The browser or program, or empty.
        with: String,
    },
    /// The password of their account was changed.
    PasswordChanged {
        /// When, in words that need no language.
        when: String,
    },
    /// Signing in to their account takes no second factor any more.
    TwoFactorRemoved {
        /// When, in words that need no language.
        when: String,
    },
    /// One more passkey signs in to their account.
    PasskeyAdded {
        /// When, as people read it.
        when: String,
        /// What it is called.
        name: String,
    },
    /// A passkey signs in to their account no more.
    PasskeyRemoved {
        /// When, as people read it.
        when: String,
    },
    /// A provider signs in to their account from now on.
    ProviderLinked {
        /// When, as people read it.
        when: String,
        /// What the provider is called here.
        provider: String,
        /// What it calls whom it signs in, or empty.
        account_name: String,
    },
    /// A provider signs in to their account no more, or none does.
    ProviderUnlinked {
        /// When, as people read it.
        when: String,
        /// What the provider is called here; empty where it is about all of them.
        provider: String,
    },
    /// A domain was handed over to them.
    DomainHandedOver {
        /// When, as people read it.
        when: String,
    },
    /// A personal access token was made for their account.
    TokenCreated {
        /// When, in words that need no language.
        when: String,
        /// What it is called.
        name: String,
        /// When it ends, as the other.
        end: String,
    },
    /// Somebody created an account for them.
    AccountCreated {
        /// Who, as they call themselves.
        sender: String,
        /// The domain that it belongs to.
        domain: String,
        /// What they sign in with.
        username: String,
    },
    /// A link by which the account that was asked for comes into being. Its `link` is a page of the server: `/oauth2/sign_up/…`.
    SignUp {
        /// The page.
        link: String,
        /// For how many hours it works.
        hours: u32,
    },
    /// An account was asked for with their address, and they have one.
    AccountThere {
        /// The page to sign in on.
        link: String,
    },
    /// Somebody invites them.
    Invitation {
        /// Who, as they call themselves.
        sender: String,
        /// The domain that they invite to.
        domain: String,
        /// The doors.
        doors: Vec<OfferedDoor>,
        /// Whether some of them open at some hours alone.
        hours: bool,
        /// The page.
        link: String,
        /// For how many days the invitation is open.
        days: u32,
    },
    /// They got access.
    AccessGiven {
        /// The domain that it is to.
        domain: String,
        /// The names of the doors.
        doors: Vec<String>,
    },
    /// Their access is about to end.
    AccessEnding {
        /// The domain that it is to.
        domain: String,
        /// The names of the doors, each with when it ends, as people read it.
        doors: Vec<(String, String)>,
    },
}

/// A door that an invitation offers.
#[derive(Clone, PartialEq, Eq)]
pub struct OfferedDoor {
    /// Its name.
    pub name: String,
    /// From when on, as people read it; `None`: from now on.
    pub from: Option<String>,
    /// Until when, as people read it; `None`: without end.
    pub until: Option<String>,
}

impl std::fmt::Debug for Letter {
    /// Without the link, which lets its reader in.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Letter::PasswordReset { .. } => "PasswordReset",
            Letter::NewSignIn { .. } => "NewSignIn",
            Letter::PasswordChanged { .. } => "PasswordChanged",
            Letter::TwoFactorRemoved { .. } => "TwoFactorRemoved",
            Letter::PasskeyAdded { .. } => "PasskeyAdded",
            Letter::PasskeyRemoved { .. } => "PasskeyRemoved",
            Letter::ProviderLinked { .. } => "ProviderLinked",
            Letter::ProviderUnlinked { .. } => "ProviderUnlinked",
            Letter::DomainHandedOver { .. } => "DomainHandedOver",
            Letter::TokenCreated { .. } => "TokenCreated",
            Letter::AccountCreated { .. } => "AccountCreated",
            Letter::SignUp { .. } => "SignUp",
            Letter::AccountThere { .. } => "AccountThere",
            Letter::Invitation { .. } => "Invitation",
            Letter::AccessGiven { .. } => "AccessGiven",
            Letter::AccessEnding { .. } => "AccessEnding",
        })
    }
}
