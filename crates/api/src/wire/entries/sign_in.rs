//! Sign-ins, as their person sees them.

use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, SignInIdText, Wire};
use cardea_identity::{Agent, LivingSignIn, Seen};
use cardea_model::ids::SignInId;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A browser or program in which somebody is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SignInEntry {
    /// Its id, which ends it and opens nothing.
    id: SignInIdText,
    /// The client that has its tokens; null: the sign-in page alone knows the browser.
    client_id: Option<String>,
    /// The network address at which it began; null where that is not known.
    address: Option<String>,
    /// The browser or program, by the name that people know; null where that is not known.
    #[schema(example = "Firefox")]
    browser: Option<&'static str>,
    /// What that runs on; null where that is not known.
    #[schema(example = "Windows")]
    system: Option<&'static str>,
    /// When it began.
    created_at: Instant,
    /// When it was used last, give or take five minutes.
    last_used_at: Instant,
    /// When it ends, unless it is used before.
    expires_at: Instant,
    /// Whether it is the one that asks.
    current: bool,
}

fn known(name: &'static str) -> Option<&'static str> {
    (!name.is_empty()).then_some(name)
}

impl SignInEntry {
    /// The entry of this sign-in.
    pub fn of(sign_in: LivingSignIn) -> Self {
        let agent = sign_in.seen.as_ref().map(|seen| seen.agent).unwrap_or_default();
        SignInEntry {
            id: Wire(sign_in.id),
            client_id: sign_in.client,
            address: sign_in.seen.map(|seen| seen.address),
            browser: known(agent.browser),
            system: known(agent.system),
            created_at: Wire(sign_in.began),
            last_used_at: Wire(sign_in.last_used),
            expires_at: Wire(sign_in.expires),
            current: sign_in.current,
        }
    }
}

impl Example for SignInEntry {
    fn example() -> Value {
        let now = example::now();
        json!(SignInEntry::of(LivingSignIn {
            id: SignInId(0x5a0c_41d7_e2b9),
            client: Some("cardea-web".to_owned()),
            seen: Some(Seen {
                address: "192.0.2.7".to_owned(),
                agent: Agent { browser: "Firefox", system: "Windows" },
            }),
            began: now,
            last_used: now.plus_seconds(600),
            expires: now.plus_seconds(30 * 86_400),
            current: true,
        }))
    }
}
