//! Where settings come from, and which of them there are.

use super::{BadSettings, Settings};
use config::{ConfigError, Map, Source as _, Value};
use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// Variables that begin with `CARDEA_` and are not settings: of the project's own scripts and tests.
const NO_SETTINGS: [&str; 4] = ["base", "binary", "second", "server"];
/// The same, by how they go on.
const NO_SETTINGS_PREFIXES: [&str; 2] = ["test_", "client_"];
/// Words in what Kubernetes sets for a service that is called cardea (`CARDEA_PORT`, `CARDEA_SERVICE_HOST`) or cardea-postgres
/// (`CARDEA_POSTGRES_PORT_5432_TCP`). No setting has them.
const OF_CLUSTERS: [&str; 2] = ["_service_", "_port_"];
/// How many letters a name may be off to be taken for a slip.
const SLIP: usize = 3;

/// Where a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Nobody set it.
    Default,
    /// A key of this file.
    File(PathBuf),
    /// The environment's variable.
    Environment(String),
    /// The command line.
    Flag(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Default => f.write_str("default"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Environment(name) => f.write_str(name),
            Source::Flag(name) => write!(f, "--{}", name.replace('_', "-")),
        }
    }
}

/// What was set, where.
pub struct Sources {
    path: PathBuf,
    file: Map<String, Value>,
    environment: Map<String, Value>,
    flags: Map<String, Value>,
}

fn bad(error: ConfigError) -> BadSettings {
    BadSettings(error.to_string().replace('\n', " "))
}

/// Why the file says nothing that can be read: where, and what is wrong there. The line itself stays in the file, since it may hold a secret.
fn bad_file(path: &Path, error: ConfigError) -> BadSettings {
    let ConfigError::FileParse { cause, .. } = error else { return bad(error) };
    let Some(wrong) = cause.downcast_ref::<toml::de::Error>() else {
        return BadSettings(format!("{}: it cannot be read as TOML", path.display()));
    };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let before = wrong.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    BadSettings(format!("{}: line {line} column {column}: {}", path.display(), wrong.message().replace('\n', " ")))
}

impl Sources {
    /// Reads the file (which must exist if named) and the environment.
    ///
    /// # Errors
    /// A file that cannot be read, and names that are no settings.
    pub fn read(file: Option<&Path>, flags: Vec<(&'static str, Value)>) -> Result<Sources, BadSettings> {
        let path = file.unwrap_or(Path::new("cardea.toml"));
        let read = config::File::from(path).format(config::FileFormat::Toml).required(file.is_some());
        let read = read.collect().map_err(|error| bad_file(path, error))?;
        let unknown = read.keys().filter(|key| !keys().contains(&key.as_str()));
        let unknown = unknown.map(|key| format!("{}: {}", path.display(), no_setting(key, str::to_owned)));
        let mut unknown: Vec<String> = unknown.collect();
        let mut environment = Map::new();
        for (name, value) in std::env::vars_os() {
            // A name that is not UTF-8 is no setting.
            let Ok(name) = name.into_string() else { continue };
            let Some(key) = name.strip_prefix("CARDEA_").map(str::to_lowercase) else { continue };
            if keys().contains(&key.as_str()) {
                let value = value.into_string().map_err(|_| BadSettings(format!("environment: {name} is no text")))?;
                environment.insert(key, Value::new(Some(&name), value));
            } else if !is_others(&key) {
                let spell = |key: &str| format!("CARDEA_{}", key.to_uppercase());
                unknown.push(format!("environment: {}", no_setting(&key, spell)));
            }
        }
        unknown.sort();
        if !unknown.is_empty() {
            return Err(BadSettings(unknown.join("; ")));
        }
        let flags = flags.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Ok(Sources { path: path.to_owned(), file: read, environment, flags })
    }

    /// The settings, whether they make sense or not.
    ///
    /// # Errors
    /// A value that is none of its setting's.
    pub fn settings(&self) -> Result<Settings, BadSettings> {
        let mut layers = config::Config::builder();
        for layer in [&self.file, &self.environment, &self.flags] {
            for (key, value) in layer {
                layers = layers.set_override(key, value.clone()).map_err(bad)?;
            }
        }
        layers.build().map_err(bad)?.try_deserialize().map_err(bad)
    }

    /// Where a setting comes from.
    pub fn of(&self, key: &str) -> Source {
        if self.flags.contains_key(key) {
            Source::Flag(key.to_owned())
        } else if self.environment.contains_key(key) {
            Source::Environment(format!("CARDEA_{}", key.to_uppercase()))
        } else if self.file.contains_key(key) {
            Source::File(self.path.clone())
        } else {
            Source::Default
        }
    }
}

fn is_others(key: &str) -> bool {
    let in_full = format!("_{key}_");
    NO_SETTINGS.contains(&key)
        || NO_SETTINGS_PREFIXES.iter().any(|prefix| key.starts_with(prefix))
        || OF_CLUSTERS.iter().any(|part| in_full.contains(part))
}

/// Says that a name is no setting, and which one may be meant. `spell` writes a name the way its source does: in the file, or as a
/// variable.
fn no_setting(key: &str, spell: impl Fn(&str) -> String) -> String {
    let near = keys().iter().map(|known| (distance(key, known), *known)).min();
    let meant = near
        .filter(|(off, known)| *off <= SLIP && *off < known.len())
        .map(|(_, known)| format!("; is {} meant?", spell(known)));
    format!("{} is no setting{}", spell(key), meant.unwrap_or_default())
}

/// How many letters must be put in, left out or changed to make one of the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let least = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], least);
        }
    }
    row[b.len()]
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

/// The names of all settings.
pub fn keys() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    let refused = Settings::deserialize(FieldNames(&mut names));
    debug_assert!(refused.is_err());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_words() {
        assert_eq!((distance("listn", "listen"), distance("", "abc"), distance("kitten", "sitting")), (1, 3, 3));
        assert!(no_setting("orgins", str::to_owned).contains("is origins meant?"));
        assert!(!no_setting("entirely_different", str::to_owned).contains("meant"));
        for key in
            ["test_postgres", "base", "port", "port_8080_tcp", "service_host", "service_port_http", "postgres_port"]
        {
            assert!(is_others(key), "{key}");
        }
        assert!(is_others("postgres_service_host") && is_others("postgres_port_5432_tcp_addr"));
        assert!(!is_others("portal") && !is_others("listen_ports") && !is_others("services"));
    }
}
