//! Settings: each is a flag or not, always an environment variable `CARDEA_…` and a key of cardea.toml; the first of these that is set
//! wins. A setting that makes no sense, or that there is none of that name, is one clear line and exit code 2. docs/cardea.example.toml
//! has all of them.

mod check;
mod providers;
mod sources;

pub use providers::ProviderSettings;
pub use sources::{Sources, keys};

use cardea_identity::{Network, SignUp};
use cardea_outbound::mail::Security;
use cardea_store::DatabaseUrl;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::PathBuf;
use url::Url;

/// Why the settings cannot be used, as one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSettings(pub String);

/// All settings. Lists are comma-separated in the environment.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Address and port to serve on.
    pub listen: SocketAddr,
    /// Folder of the SQLite database, the secret key, the lock file and written mail.
    pub data: PathBuf,
    /// `postgres://…`, or empty for SQLite in the data folder.
    pub database: String,
    /// The simulated demo domain; loopback only.
    pub demo: bool,
    /// Refuse to start on pending migrations instead of running them.
    pub no_migrate: bool,
    /// Someone else ends TLS in front of this server.
    pub behind_proxy: bool,
    /// Addresses or ranges (`10.0.0.0/8`) of proxies whose X-Forwarded-For, -Proto and -Host are believed.
    #[serde(deserialize_with = "list")]
    pub trusted_proxies: Vec<Network>,
    /// Certificate chain, PEM.
    pub tls_cert: Option<PathBuf>,
    /// Private key, PEM.
    pub tls_key: Option<PathBuf>,
    /// Origins under which browsers see the console (`https://doors.example`); its sign-in returns only to these. The first names
    /// this server in links. On loopback the own address counts too.
    #[serde(deserialize_with = "list")]
    pub origins: Vec<String>,
    /// Other origins whose pages may call the API.
    #[serde(deserialize_with = "list")]
    pub cors_origins: Vec<String>,
    /// Public client ids beside the product's own.
    #[serde(deserialize_with = "list")]
    pub client_ids: Vec<String>,
    /// How many connections there may be in all; absent: as many as open files allow, 10,000 at most.
    pub connections: Option<u32>,
    /// How many of them one address may have, or the /64 of an IPv6 address; trusted proxies as many as they like, bridges four times as
    /// many, up to half of all.
    pub connections_per_address: u32,
    /// Where metrics are served, without TLS, beyond loopback only with `metrics_token`; absent: beside everything else, where
    /// `metrics_token` is set or this machine alone is served.
    pub metrics_listen: Option<SocketAddr>,
    /// What whoever asks for metrics must show as a bearer token, at least 16 characters.
    pub metrics_token: Option<String>,
    /// How long `/readyz` says no before the server ends, so that whoever balances load sees it, in seconds. A demo ends at once.
    pub drain_seconds: u32,
    /// Seals secrets in the database: 64 hex digits; without it `secret.key` in the data folder does.
    pub key: Option<String>,
    /// How long an access token of the product's own clients lives, in seconds; those of `client_ids` live 2 hours.
    pub access_token_seconds: u32,
    /// After how many days a sign-in ends for good, however often it is used; 1 to 3650.
    pub sign_in_max_days: u32,
    /// Who gets an account of their own by themselves: anybody (`open`), whoever is invited (`invited`), nobody (`closed`).
    pub sign_up: SignUp,
    /// Other people's sign-in: providers of OpenID Connect, in the order in which they are shown.
    #[serde(deserialize_with = "providers::list")]
    pub providers: Vec<ProviderSettings>,
    /// `text` or `json`.
    pub log_format: LogFormat,
    /// Which log lines: levels (`error`, `warn`, `info`, `debug`, `trace`, `off`), for all or `target=level`, comma-separated.
    pub log: String,
    /// A log line for each request: method, route template, status, time. Target `request`.
    pub log_requests: bool,
    /// The name people see.
    pub product_name: String,
    /// Base address of the API as the console calls it; empty: the own origin.
    pub api_base: String,
    /// The production API's base; the console turns red on any other. Empty: the own origin is it.
    pub production_api_base: String,
    /// Link to support, or empty.
    pub support_url: String,
    /// Link for reviewing cookies, or empty.
    pub cookie_url: String,
    /// The mobile app for iPhones, or empty.
    pub apple_store_url: String,
    /// The mobile app for Android, or empty.
    pub google_store_url: String,
    /// The rental platform's integrations, or empty.
    pub rental_url: String,
    /// Where the index of firmware is, or empty for the files of `firmware` in the data folder.
    pub firmware_url: String,
    /// The mail server that mail is handed to (`mail.example`, `mail.example:2525`); empty: mail is written into the folder `mail` of the data
    /// folder. Without a port it is 587 for `starttls`, 465 for `tls`, 25 for `none`.
    pub smtp_server: String,
    /// How the connection to it is encrypted: `starttls`, `tls`, or `none`.
    pub smtp_security: Security,
    /// The username that it wants, or empty.
    pub smtp_username: String,
    /// The password that it wants.
    pub smtp_password: Option<String>,
    /// A file with that password in its first line, in place of `smtp_password`.
    pub smtp_password_file: Option<PathBuf>,
    /// Certificates of authorities that the mail server's certificate may come from beside the public ones, PEM.
    pub smtp_ca: Option<PathBuf>,
    /// How long handing one message over may take, in seconds, 1 to 50.
    pub smtp_timeout_seconds: u32,
    /// Whom mail is from (`Cardea <doors@example.org>`); empty: no-reply at the host that names this server.
    pub mail_from: String,
    /// The file of the service account of Firebase by which messages are sent to phones, JSON; absent: none are sent.
    pub fcm_service_account: Option<PathBuf>,
    /// Where these messages are handed over; empty: at Firebase.
    pub fcm_url: String,
    /// Instructions for manual firmware upgrades, or empty.
    pub upgrade_url: String,
    /// Address of the consent script, or empty.
    pub consent_script: String,
    /// How many days changes are kept for the feed and the record; 0: for ever.
    pub changes_retention_days: u32,
    /// How many days entries of the access log are kept; 0: for ever.
    pub log_retention_days: u32,
    /// How much memory facts of domains may take before the longest unused are dropped, in MiB.
    pub facts_budget_mb: usize,
    /// How long a simulated lock's bolt travels, in milliseconds.
    pub sim_travel_ms: u64,
    /// How long a simulated bridge takes to reach a lock and read it, in milliseconds; real ones take five to seven seconds.
    pub sim_read_ms: u64,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: one JSON object a line.
    Json,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: PathBuf::from("data"),
            database: String::new(),
            demo: false,
            no_migrate: false,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            tls_cert: None,
            tls_key: None,
            origins: Vec::new(),
            cors_origins: Vec::new(),
            client_ids: vec!["danalock-web".into(), "danalock-android".into(), "danalock-ios".into()],
            connections: None,
            connections_per_address: 256,
            metrics_listen: None,
            metrics_token: None,
            drain_seconds: 3,
            key: None,
            access_token_seconds: 900,
            sign_in_max_days: 90,
            sign_up: SignUp::Invited,
            providers: Vec::new(),
            log_format: LogFormat::Text,
            // The library of passkeys logs in full what a browser has sent.
            log: "info,sea_orm_migration=warn,sqlx=warn,webauthn_rs=off,webauthn_rs_core=off".into(),
            log_requests: false,
            product_name: "Cardea".into(),
            api_base: String::new(),
            production_api_base: String::new(),
            support_url: String::new(),
            cookie_url: String::new(),
            apple_store_url: String::new(),
            google_store_url: String::new(),
            rental_url: String::new(),
            firmware_url: String::new(),
            smtp_server: String::new(),
            smtp_security: Security::StartTls,
            smtp_username: String::new(),
            smtp_password: None,
            smtp_password_file: None,
            smtp_ca: None,
            smtp_timeout_seconds: 30,
            mail_from: String::new(),
            fcm_service_account: None,
            fcm_url: String::new(),
            upgrade_url: String::new(),
            consent_script: String::new(),
            changes_retention_days: 90,
            log_retention_days: 0,
            facts_budget_mb: 1024,
            sim_travel_ms: 1500,
            sim_read_ms: 5000,
        }
    }
}

/// Reads a list that is one in the file and comma-separated text in the environment.
fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum ListOrText {
        List(Vec<String>),
        Text(String),
    }
    let parts = match ListOrText::deserialize(deserializer)? {
        ListOrText::List(list) => list,
        ListOrText::Text(text) => text.split(',').map(str::to_owned).collect(),
    };
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().map_err(serde::de::Error::custom)).collect()
}

impl Settings {
    /// Layers defaults, the file (which must exist if named), the environment and the flags that were given.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn load(
        file: Option<&std::path::Path>,
        flags: Vec<(&'static str, config::Value)>,
    ) -> Result<Settings, BadSettings> {
        let settings = Sources::read(file, flags)?.settings()?;
        match settings.wrong().into_iter().next() {
            None => Ok(settings),
            Some(wrong) => Err(BadSettings(wrong)),
        }
    }

    /// The database in words, without secrets.
    pub fn database_name(&self) -> String {
        let address = match self.database.parse() {
            Ok(DatabaseUrl::Sqlite) => return format!("SQLite in {}", self.data.display()),
            Ok(DatabaseUrl::Postgres(address)) => Url::parse(&address).ok(),
            Err(_) => None,
        };
        // An address that cannot be parsed may hold a password in any place.
        let Some(address) = address else { return "no database address".to_owned() };
        let port = address.port().map(|port| format!(":{port}")).unwrap_or_default();
        format!("PostgreSQL at {}{port}{}", address.host_str().unwrap_or_default(), address.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, flags: Vec<(&'static str, config::Value)>) -> Result<Settings, BadSettings> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("cardea.toml");
        std::fs::write(&file, text).unwrap();
        Settings::load(Some(&file), flags)
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let settings = with_file(
            "listen = \"127.0.0.1:9000\"\nproduct_name = \"Doors\"",
            vec![("listen", "127.0.0.1:9001".into())],
        )
        .unwrap();
        assert_eq!(
            (settings.listen.port(), settings.product_name.as_str(), settings.access_token_seconds),
            (9001, "Doors", 900)
        );
    }

    #[test]
    fn every_setting_is_a_key_of_the_environment() {
        assert!(keys().contains(&"listen") && keys().contains(&"sim_travel_ms") && keys().len() > 20, "{:?}", keys());
    }

    #[test]
    fn addresses_that_are_safe_are_taken() {
        for file in [
            "support_url = \"mailto:help@doors.example\"",
            "support_url = \"https://doors.example:8443/help?a=b#c\"",
            "api_base = \"http://localhost:8080\"",
            "consent_script = \"http://127.0.0.1:9/x.js\"",
            "origins = \"http://[::1]:8080,https://doors.example\"",
            "log = \"warn,cardea_store::facts=debug,security=INFO\"",
        ] {
            with_file(file, vec![]).unwrap();
        }
    }

    #[test]
    fn what_is_logged_unless_told_otherwise_holds_security_events_and_requests() {
        let filter = Settings::default().log;
        let parts: Vec<&str> = filter.split(',').collect();
        assert!(parts.contains(&"info"), "{filter}");
        assert!(!parts.iter().any(|part| part.starts_with("security") || part.starts_with("request")), "{filter}");
    }

    #[test]
    fn a_database_is_named_without_its_password() {
        let named = |database: &str| Settings { database: database.into(), ..Settings::default() }.database_name();
        assert_eq!(named(""), "SQLite in data");
        assert_eq!(
            named("postgres://me:se@cret@db.example:5433/doors?password=x"),
            "PostgreSQL at db.example:5433/doors"
        );
        for cut_off in [
            "pa/S3cret@db.example",
            "2026/S3cret@db.example",
            "/S3cret@db.example",
            "pa?S3cret@db",
            "pa#S3cret@db",
            "pa/S3cret",
        ] {
            assert_eq!(named(&format!("postgres://cardea:{cut_off}/doors")), "no database address", "{cut_off}");
        }
    }

    /// Lines `#key = value` of the example are defaults, lines `# key = value` examples.
    #[test]
    fn the_example_has_every_setting_with_its_default() {
        let example = include_str!("../../../docs/cardea.example.toml");
        let is_setting = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| keys().contains(&key));
        let take = |mark: &str| -> Vec<&str> {
            example.lines().filter_map(|line| line.strip_prefix(mark)).filter(|line| is_setting(line)).collect()
        };
        let (defaults, examples) = (take("#"), take("# "));
        let shown: std::collections::BTreeSet<&str> =
            defaults.iter().chain(&examples).filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
        let missing: Vec<_> = keys().iter().filter(|key| !shown.contains(**key)).collect();
        assert!(missing.is_empty(), "docs/cardea.example.toml lacks {missing:?}");
        let text = |settings: &Settings| serde_json::to_value(settings).unwrap();
        assert_eq!(text(&with_file(&defaults.join("\n"), vec![]).unwrap()), text(&Settings::default()));
        for example in examples {
            // Some settings are needed in pairs. Such an example alone is refused for that, which says nothing of its value.
            if let Err(error) = with_file(example, vec![]) {
                assert!(error.to_string().contains("go together"), "{example}: {error}");
            }
        }
        with_file(example, vec![]).unwrap();
    }

    #[test]
    fn lists_are_lists_in_the_file() {
        let settings = with_file("origins = [\"https://a.example\", \"https://b.example\"]", vec![]).unwrap();
        assert_eq!(settings.origins.len(), 2);
        let settings = with_file("origins = \"https://a.example, https://b.example\"", vec![]).unwrap();
        assert_eq!(settings.origins.len(), 2);
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_one_line() {
        for (file, says) in [
            ("listn = \"127.0.0.1:1\"", "listn is no setting; is listen meant?"),
            ("prodct_nam = \"x\"\nqqq = 1", "is product_name meant?"),
            ("qqqqqqqqqqqq = 1", "qqqqqqqqqqqq is no setting"),
            ("[log]\nlevel = \"info\"", "log"),
            ("listen = \"nowhere\"", "listen"),
            ("listen = \"0.0.0.0:80\"", "behind_proxy"),
            ("listen = \"0.0.0.0:80\"\ndemo = true\nbehind_proxy = true", "loopback only"),
            ("tls_cert = \"a.pem\"", "go together"),
            ("tls_cert = \"a.pem\"\ntls_key = \"a.pem\"\ndemo = true", "without TLS"),
            ("behind_proxy = true", "trusted_proxies"),
            ("listen = \"0.0.0.0:80\"\nbehind_proxy = true", "trusted_proxies"),
            ("trusted_proxies = [\"proxy.example\"]", "not an address"),
            ("connections = 8", "connections"),
            ("connections_per_address = 0", "connections_per_address"),
            ("metrics_token = \"short\"", "metrics_token"),
            ("metrics_listen = \"127.0.0.1:8080\"", "metrics_listen"),
            ("drain_seconds = 100000", "drain_seconds"),
            ("log = \"chatty\"", "chatty is no level"),
            ("log = \"info,cardea_store=loud\"", "loud is no level"),
            ("log = \"info,=warn\"", "names no target"),
            ("log = \"\"", "log"),
            ("support_url = \"javascript:alert(1)\"", "support_url"),
            ("cookie_url = \"data:text/html,x\"", "cookie_url"),
            ("upgrade_url = \"mailto:me@doors.example\"", "upgrade_url"),
            ("rental_url = \"http://doors.example/x\"", "rental_url"),
            ("firmware_url = \"http://doors.example/index.json\"", "firmware_url"),
            ("firmware_url = \"https://me:secret@doors.example/index.json\"", "firmware_url"),
            ("consent_script = \"https://a.example;script-src *\"", "consent_script"),
            ("consent_script = \"//a.example/x.js\"", "consent_script"),
            ("api_base = \"https://\"", "api_base"),
            ("api_base = \"https://user@a.example\"", "api_base"),
            ("origins = [\"https://a.example'\"]", "not an origin"),
            ("origins = [\"https://A.example\"]", "not an origin"),
            ("database = \"mysql://x\"", "postgres://"),
            ("key = \"short\"", "64 hex"),
            ("access_token_seconds = 1", "access_token_seconds"),
            ("sign_in_max_days = 0", "sign_in_max_days"),
            ("smtp_server = \"https://mail.example\"", "smtp_server"),
            ("smtp_server = \"mail.example:0\"", "smtp_server"),
            ("smtp_server = \"mail.example:smtp\"", "smtp_server"),
            ("smtp_security = \"maybe\"", "smtp_security"),
            ("sign_up = \"sometimes\"", "sign_up"),
            ("smtp_server = \"mail.example\"\nsmtp_username = \"me\"", "go together"),
            ("smtp_server = \"mail.example\"\nsmtp_password = \"x\"", "go together"),
            ("smtp_password = \"x\"\nsmtp_password_file = \"y\"", "not both"),
            (
                "smtp_server = \"mail.example\"\nsmtp_security = \"none\"\nsmtp_username = \"me\"\nsmtp_password = \"x\"",
                "in the open",
            ),
            ("smtp_timeout_seconds = 60", "smtp_timeout_seconds"),
            ("mail_from = \"nobody\"", "mail_from"),
            ("origins = [\"https://a.example/path\"]", "not an origin"),
        ] {
            let message = with_file(file, vec![]).unwrap_err().to_string();
            assert!(message.contains(says) && !message.contains('\n'), "{file} said {message}");
        }
    }
}
