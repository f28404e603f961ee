//! Security events: who did what to sign-ins and rights, and from where, one log line each, for whoever watches them.
//!
//! Every line has the target `security`, the field `event` with one of [`EVENTS`] and, where it is known, `peer`, the client's address;
//! `account` and `user` are ids. No line holds a password, a token, a code or a cookie, nor a name that no account has: people
//! type passwords into the wrong field. What a line says beside these:
//!
//! | event | level | fields |
//! |---|---|---|
//! | `sign_in` | info | `account`, `username`, `client`, `way`: `page`, `passkey`, `provider`, `password`, `code`, `cookie`, `owner_link` or `sign_up` |
//! | `sign_in_failed` | warn | `username` or `(unknown)`, `reason`: `wrong`, `too_many_attempts`, `wrong_code`, `too_many_codes`, `wrong_passkey`, `too_many_passkeys`, `cloned_passkey`, `wrong_provider_answer` or `unknown_visit`; the message is `sign-in failed from ADDRESS` |
//! | `sign_out` | info | `account`, `client` |
//! | `sign_in_ended` | warn | `account`, `reason`: `refresh_token_replayed`, `code_replayed`, `password_set`, `too_many_sign_ins` or `by_its_person`, `sign_ins`: how many |
//! | `account_made` | info | `account`, `way`: `first_start`, `sign_up` or `provider` |
//! | `password_set` | info | `account`, whose it is |
//! | `two_factor_set` | info | `account`: signing in takes a second factor from now on |
//! | `two_factor_removed` | warn | `account`: it takes none any more |
//! | `recovery_code_used` | warn | `account`, `left`: how many codes there are |
//! | `passkey_added` | info | `account`: it signs in with one more |
//! | `passkey_removed` | info | `account`: it signs in with one less, or with none any more |
//! | `provider_linked` | info | `account`, `provider`: its id; it signs in to the account from now on |
//! | `provider_unlinked` | info | `account`, `provider`: it does so no more; `(all)`: none does |
//! | `token_created` | info | `account`: a personal access token |
//! | `account_erased` | warn | `account`, by its person |
//! | `access_denied` | warn | `account`, `user`, `operation`: method and path |
//! | `rights_changed` | info | `account`, `user`, `operation`, `object`: the path as it was asked for, or its template where a token stands in it |

use crate::peer::Peer;
use cardea_model::ids::{AccountId, UserId};
use std::cell::Cell;
use tracing::field::display;

/// The names of all events.
pub const EVENTS: [&str; 17] = [
    "sign_in",
    "sign_in_failed",
    "sign_out",
    "sign_in_ended",
    "account_made",
    "password_set",
    "two_factor_set",
    "two_factor_removed",
    "recovery_code_used",
    "passkey_added",
    "passkey_removed",
    "provider_linked",
    "provider_unlinked",
    "token_created",
    "account_erased",
    "access_denied",
    "rights_changed",
];

/// What stands for a name that no account has.
const UNKNOWN: &str = "(unknown)";

/// Who makes a request: the account, and who that is in the domain, once that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    /// The account.
    pub account: AccountId,
    /// The user.
    pub user: Option<UserId>,
}

/// Something that whoever watches wants to know of.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// A family of tokens or a session of the sign-in page has begun.
    SignIn {
        /// Whose.
        account: AccountId,
        /// Their username, where it was given.
        username: Option<&'a str>,
        /// The client, where one asked.
        client: &'a str,
        /// By what.
        way: &'static str,
    },
    /// A password or a code was wrong, or was not even compared.
    SignInFailed {
        /// The name, if an account has it.
        username: Option<&'a str>,
        /// Why.
        reason: &'static str,
    },
    /// Somebody ended their own sign-in.
    SignOut {
        /// Whose.
        account: AccountId,
        /// The client.
        client: &'a str,
    },
    /// Sign-ins were ended for a person's safety, or by them.
    SignInEnded {
        /// Whose.
        account: AccountId,
        /// Why.
        reason: &'static str,
        /// How many.
        sign_ins: usize,
    },
    /// Somebody got an account with a domain of their own.
    AccountMade {
        /// Theirs.
        account: AccountId,
        /// By what.
        way: &'static str,
    },
    /// A password was set.
    PasswordSet {
        /// Whose.
        account: AccountId,
    },
    /// Signing in takes a second factor from now on.
    TwoFactorSet {
        /// Whose.
        account: AccountId,
    },
    /// Signing in takes none any more.
    TwoFactorRemoved {
        /// Whose.
        account: AccountId,
    },
    /// Somebody signed in by a recovery code.
    RecoveryCodeUsed {
        /// Whose.
        account: AccountId,
        /// How many there are still.
        left: u64,
    },
    /// One more passkey signs in.
    PasskeyAdded {
        /// Whose.
        account: AccountId,
    },
    /// A passkey signs in no more, or all of an account's.
    PasskeyRemoved {
        /// Whose.
        account: AccountId,
    },
    /// A provider signs in to an account from now on.
    ProviderLinked {
        /// Whose.
        account: AccountId,
        /// Which, by its id.
        provider: &'a str,
    },
    /// A provider does so no more.
    ProviderUnlinked {
        /// Whose.
        account: AccountId,
        /// Which, by its id.
        provider: &'a str,
    },
    /// A personal access token was made.
    TokenCreated {
        /// Whose.
        account: AccountId,
    },
    /// Somebody erased their account.
    AccountErased {
        /// Whose it was.
        account: AccountId,
    },
    /// Somebody who is signed in was refused.
    AccessDenied {
        /// Who.
        who: Who,
        /// What.
        operation: &'a str,
    },
    /// Who may do what was changed.
    RightsChanged {
        /// By whom.
        who: Who,
        /// How.
        operation: &'a str,
        /// What of.
        object: &'a str,
    },
}

/// What is known of the request that is being answered.
struct Request {
    peer: Peer,
    who: Cell<Option<Who>>,
}

tokio::task_local! {
    static REQUEST: Request;
}

/// Does `work`, which answers a request from this peer: events on the way know where they come from. Answers also who made it, as far as
/// [`is_made_by`] said so.
pub async fn during<F: Future>(peer: Peer, work: F) -> (F::Output, Option<Who>) {
    let request = Request { peer, who: Cell::new(None) };
    let noting = async {
        let answer = work.await;
        (answer, REQUEST.with(|request| request.who.get()))
    };
    REQUEST.scope(request, noting).await
}

/// Notes who makes the request that is being answered.
pub fn is_made_by(account: AccountId, user: Option<UserId>) {
    // Outside of a request there is nothing to note it for.
    let _ = REQUEST.try_with(|request| request.who.set(Some(Who { account, user })));
}

impl Event<'_> {
    /// Logs that so many of an account's sign-ins were ended because one more began; nothing where there were none.
    pub(crate) fn too_many_sign_ins(account: AccountId, sign_ins: usize, peer: Peer) {
        if sign_ins > 0 {
            Event::SignInEnded { account, reason: "too_many_sign_ins", sign_ins }.log_from(Some(peer));
        }
    }

    /// Logs the event, from the peer of the request that is being answered.
    pub fn log(self) {
        self.log_from(REQUEST.try_with(|request| request.peer).ok());
    }

    /// Logs the event, from this peer.
    pub fn log_from(self, peer: Option<Peer>) {
        let peer = peer.map(display);
        match self {
            Event::SignIn { account, username, client, way } => {
                tracing::info!(target: "security", event = "sign_in", peer, %account, username, client, way, "signed in");
            }
            Event::SignInFailed { username, reason } => {
                let username = username.unwrap_or(UNKNOWN);
                match &peer {
                    Some(from) => {
                        tracing::warn!(target: "security", event = "sign_in_failed", peer, username, reason, "sign-in failed from {from:?}");
                    }
                    None => {
                        tracing::warn!(target: "security", event = "sign_in_failed", username, reason, "sign-in failed")
                    }
                }
            }
            Event::SignOut { account, client } => {
                tracing::info!(target: "security", event = "sign_out", peer, %account, client, "signed out");
            }
            Event::SignInEnded { account, reason, sign_ins } => {
                tracing::warn!(target: "security", event = "sign_in_ended", peer, %account, reason, sign_ins, "sign-ins were ended");
            }
            Event::AccountMade { account, way } => {
                tracing::info!(target: "security", event = "account_made", peer, %account, way, "an account was made");
            }
            Event::PasswordSet { account } => {
                tracing::info!(target: "security", event = "password_set", peer, %account, "a password was set");
            }
            Event::TwoFactorSet { account } => {
                tracing::info!(target: "security", event = "two_factor_set", peer, %account, "a second factor was set");
            }
            Event::TwoFactorRemoved { account } => {
                tracing::warn!(target: "security", event = "two_factor_removed", peer, %account, "a second factor was removed");
            }
            Event::RecoveryCodeUsed { account, left } => {
                tracing::warn!(target: "security", event = "recovery_code_used", peer, %account, left, "a recovery code was used");
            }
            Event::PasskeyAdded { account } => {
                tracing::info!(target: "security", event = "passkey_added", peer, %account, "a passkey was added");
            }
            Event::PasskeyRemoved { account } => {
                tracing::info!(target: "security", event = "passkey_removed", peer, %account, "a passkey was removed");
            }
            Event::ProviderLinked { account, provider } => {
                tracing::info!(target: "security", event = "provider_linked", peer, %account, provider, "a provider was linked");
            }
            Event::ProviderUnlinked { account, provider } => {
                tracing::info!(target: "security", event = "provider_unlinked", peer, %account, provider, "a provider was unlinked");
            }
            Event::TokenCreated { account } => {
                tracing::info!(target: "security", event = "token_created", peer, %account, "a personal access token was made");
            }
            Event::AccountErased { account } => {
                tracing::warn!(target: "security", event = "account_erased", peer, %account, "an account was erased");
            }
            Event::AccessDenied { who: Who { account, user }, operation } => {
                let user = user.map(display);
                tracing::warn!(target: "security", event = "access_denied", peer, %account, user, operation, "access was denied");
            }
            Event::RightsChanged { who: Who { account, user }, operation, object } => {
                let user = user.map(display);
                tracing::info!(target: "security", event = "rights_changed", peer, %account, user, operation, object, "rights were changed");
            }
        }
    }
}
