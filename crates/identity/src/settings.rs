//! What the operator decides about sign-in.

use crate::password::Cost;
use crate::peer::Network;
use crate::providers::Provider;
use crate::sign_up::SignUp;
use cardea_model::Time;

/// How long sign-ins last at most.
#[derive(Debug, Clone, Copy)]
pub struct Lasting {
    milliseconds: i64,
}

impl Lasting {
    /// When a sign-in ends for good in which somebody proved who they are at this instant.
    pub fn end(self, proven: Time) -> Time {
        proven + self.milliseconds
    }
}

/// Settings of sign-in.
#[derive(Clone)]
pub struct Settings {
    /// The name shown to users.
    pub product_name: String,
    /// The prefix of the product's own client ids: `{product}-web`, `{product}-android`, `{product}-ios`.
    pub product: String,
    /// Further client ids that may use the password and refresh grants; their access tokens live 2 hours, whatever holds for others.
    pub further_clients: Vec<String>,
    /// The address that links in letters begin with: `https://doors.example`, no slash at the end. It is never what a request says.
    pub public_base: String,
    /// Where the console is served, as browsers write it: `https://doors.example`, no path, no slash at the end. Codes are sent to
    /// `{origin}/oauth` only. The loopback address that a browser asked for counts beside them.
    pub public_origins: Vec<String>,
    /// Whether this server speaks TLS itself, so that loopback addresses begin with `https`.
    pub tls: bool,
    /// Proxies whose X-Forwarded-For is believed.
    pub trusted_proxies: Vec<Network>,
    /// How long an access token lives, in seconds.
    pub access_token_seconds: i64,
    /// How long a refresh token lives unless it is used, in seconds.
    pub refresh_token_seconds: i64,
    /// After how long a sign-in ends for good, however often it is refreshed, in seconds.
    pub sign_in_max_seconds: i64,
    /// How long the sign-in page remembers a browser, in seconds.
    pub session_seconds: i64,
    /// Who may get an account of their own by themselves.
    pub sign_up: SignUp,
    /// Who else says who somebody is, in the order in which they are shown.
    pub providers: Vec<Provider>,
    /// How many passwords are hashed at once at most; each takes a core and 19 MiB.
    pub password_hashes: usize,
    /// How many more may wait for that, before the answer is 503.
    pub password_queue: usize,
    /// What hashing one takes.
    pub password_cost: Cost,
}

impl Default for Settings {
    /// Cardea on loopback: access for 15 minutes, refresh for 30 days, 90 days in all, a session for 12 hours, all cores but one for passwords.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Settings {
            product_name: "Cardea".into(),
            product: "cardea".into(),
            further_clients: vec!["danalock-web".into(), "danalock-android".into()],
            public_base: "http://127.0.0.1:8080".into(),
            public_origins: Vec::new(),
            tls: false,
            trusted_proxies: Vec::new(),
            access_token_seconds: 15 * 60,
            refresh_token_seconds: 30 * 86_400,
            sign_in_max_seconds: 90 * 86_400,
            session_seconds: 12 * 3_600,
            sign_up: SignUp::default(),
            providers: Vec::new(),
            password_hashes: (cores - 1).max(1),
            password_queue: 32,
            password_cost: Cost::default(),
        }
    }
}

impl Settings {
    /// How long sign-ins last at most.
    pub fn lasting(&self) -> Lasting {
        Lasting { milliseconds: self.sign_in_max_seconds * 1_000 }
    }

    /// The console's client id.
    pub fn console(&self) -> String {
        format!("{}-web", self.product)
    }

    /// Whether browsers reach this server over https, so that cookies are Secure: wherever it may be reached so, they never travel
    /// unencrypted.
    pub fn is_secure(&self) -> bool {
        self.tls || self.public_origins.iter().any(|origin| origin.starts_with("https://"))
    }
}
