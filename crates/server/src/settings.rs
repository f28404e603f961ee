//! Settings: each is a flag or not, always an environment variable `CARDEA_…` and a key of cardea.toml; the first of these that is set
//! wins. A setting that makes no sense is one clear line and exit code 2.

use cardea_identity::Network;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why the settings cannot be used, as one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadSettings(pub String);

/// All settings. Lists are comma-separated in the environment.
#[derive(Debug, Clone, Deserialize)]
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
    /// Addresses or ranges (`10.0.0.0/8`) of proxies whose X-Forwarded-For is believed.
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
    /// Seals secrets in the database: 64 hex digits; without it `secret.key` in the data folder does.
    pub key: Option<String>,
    /// How long an access token lives, in seconds.
    pub access_token_seconds: u32,
    /// `text` or `json`.
    pub log_format: LogFormat,
    /// Which log lines, as a tracing filter.
    pub log: String,
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
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
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
            key: None,
            access_token_seconds: 900,
            log_format: LogFormat::Text,
            log: "info,sea_orm_migration=warn,sqlx=warn".into(),
            product_name: "Cardea".into(),
            api_base: String::new(),
            production_api_base: String::new(),
            support_url: String::new(),
            cookie_url: String::new(),
            apple_store_url: String::new(),
            google_store_url: String::new(),
            rental_url: String::new(),
            upgrade_url: String::new(),
            consent_script: String::new(),
            changes_retention_days: 90,
            log_retention_days: 0,
            facts_budget_mb: 1024,
            sim_travel_ms: 1500,
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
    pub fn load(file: Option<&std::path::Path>, flags: Vec<(&str, config::Value)>) -> Result<Settings, BadSettings> {
        let bad = |error: config::ConfigError| BadSettings(error.to_string().replace('\n', " "));
        let path = file.unwrap_or(std::path::Path::new("cardea.toml"));
        let mut layers = config::Config::builder()
            .add_source(config::File::from(path).format(config::FileFormat::Toml).required(file.is_some()))
            .add_source(Environment);
        for (key, value) in flags {
            layers = layers.set_override(key, value).map_err(bad)?;
        }
        let settings: Settings = layers.build().map_err(bad)?.try_deserialize().map_err(bad)?;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<(), BadSettings> {
        let wrong = |message: &str| Err(BadSettings(message.to_owned()));
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return wrong("tls_cert and tls_key go together");
        }
        if self.demo && !self.listen.ip().is_loopback() {
            return wrong("a demo listens on loopback only: its passwords are public");
        }
        if self.demo && self.tls_cert.is_some() {
            return wrong("a demo is served without TLS: its simulated bridges connect without");
        }
        if !self.listen.ip().is_loopback() && self.tls_cert.is_none() && !self.behind_proxy {
            return wrong(
                "listening beyond loopback needs tls_cert and tls_key, or behind_proxy where something else ends TLS",
            );
        }
        if !self.database.is_empty()
            && !self.database.starts_with("postgres://")
            && !self.database.starts_with("postgresql://")
        {
            return wrong("database is a postgres:// address, or empty for SQLite in the data folder");
        }
        if self.key.as_ref().is_some_and(|key| key.len() != 64 || !key.bytes().all(|b| b.is_ascii_hexdigit())) {
            return wrong("key is 64 hex digits");
        }
        if !(60..=86_400).contains(&self.access_token_seconds) {
            return wrong("access_token_seconds is between 60 and 86400");
        }
        for origin in self.origins.iter().chain(&self.cors_origins) {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
                return wrong(&format!("{origin} is not an origin: scheme, host and port, without a path"));
            }
        }
        Ok(())
    }
}

/// The environment's `CARDEA_…` variables that name a setting; others (of scripts and tests) are left alone.
#[derive(Debug, Clone)]
struct Environment;

impl config::Source for Environment {
    fn clone_into_box(&self) -> Box<dyn config::Source + Send + Sync> {
        Box::new(self.clone())
    }
    fn collect(&self) -> Result<config::Map<String, config::Value>, config::ConfigError> {
        let origin = "the environment".to_owned();
        let named = std::env::vars().filter_map(|(name, value)| {
            let key = name.strip_prefix("CARDEA_")?.to_lowercase();
            keys().contains(&key.as_str()).then(|| (key, config::Value::new(Some(&origin), value)))
        });
        Ok(named.collect())
    }
}

/// Asks serde for the names of the fields of [`Settings`], so that no list of them can fall behind.
struct FieldNames<'a>(&'a mut &'static [&'static str]);

impl<'de> serde::Deserializer<'de> for FieldNames<'_> {
    type Error = serde::de::value::Error;
    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("only the names are wanted"))
    }
    fn deserialize_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }
    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

fn keys() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    let refused = Settings::deserialize(FieldNames(&mut names));
    debug_assert!(refused.is_err());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, flags: Vec<(&str, config::Value)>) -> Result<Settings, BadSettings> {
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
    fn lists_are_lists_in_the_file() {
        let settings = with_file("origins = [\"https://a.example\", \"https://b.example\"]", vec![]).unwrap();
        assert_eq!(settings.origins.len(), 2);
        let settings = with_file("origins = \"https://a.example, https://b.example\"", vec![]).unwrap();
        assert_eq!(settings.origins.len(), 2);
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_one_line() {
        for (file, says) in [
            ("listn = \"127.0.0.1:1\"", "unknown field"),
            ("listen = \"nowhere\"", "listen"),
            ("listen = \"0.0.0.0:80\"", "behind_proxy"),
            ("listen = \"0.0.0.0:80\"\ndemo = true\nbehind_proxy = true", "loopback only"),
            ("tls_cert = \"a.pem\"", "go together"),
            ("tls_cert = \"a.pem\"\ntls_key = \"a.pem\"\ndemo = true", "without TLS"),
            ("database = \"mysql://x\"", "postgres://"),
            ("key = \"short\"", "64 hex"),
            ("access_token_seconds = 1", "access_token_seconds"),
            ("origins = [\"https://a.example/path\"]", "not an origin"),
        ] {
            let message = with_file(file, vec![]).unwrap_err().to_string();
            assert!(message.contains(says) && !message.contains('\n'), "{file} said {message}");
        }
    }
}
