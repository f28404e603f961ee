//! `cardea config check`: what is set, from where, and what is wrong with it, without changing anything.

use crate::Failure;
use crate::cli::Cli;
use crate::edge::tls;
use crate::serve;
use crate::settings::{Settings, Sources, keys};
use jiff::Timestamp;
use std::fmt::Write;
use std::time::Duration;

/// How long the database may take to answer.
const DATABASE: Duration = Duration::from_secs(10);
/// Settings whose values nobody sees.
const SECRETS: [&str; 2] = ["key", "metrics_token"];

/// What was found.
#[derive(Default)]
struct Report {
    text: String,
    wrong: usize,
}

impl Report {
    fn say(&mut self, kind: &str, line: &str) {
        // Writing to memory does not fail.
        let _ = writeln!(self.text, "{kind}: {line}");
        self.wrong += usize::from(kind == "wrong");
    }
}

/// Prints all settings and everything that is wrong.
///
/// # Errors
/// Something is wrong.
pub fn check(cli: &Cli) -> Result<(), Failure> {
    let sources = Sources::read(cli.config.as_deref(), cli.flags())?;
    let settings = sources.settings()?;
    let mut report = Report::default();
    list(&settings, &sources, &mut report);
    for line in settings.wrong() {
        report.say("wrong", &line);
    }
    key(&settings, &mut report);
    certificate(&settings, &mut report);
    database(&settings, &mut report)?;
    print!("{}", report.text);
    match report.wrong {
        0 => Ok(()),
        1 => Err(Failure::Misused("one thing is wrong".into())),
        many => Err(Failure::Misused(format!("{many} things are wrong"))),
    }
}

fn list(settings: &Settings, sources: &Sources, report: &mut Report) {
    let values = serde_json::to_value(settings).unwrap_or_default();
    for key in keys() {
        let value = match &values[key] {
            serde_json::Value::Null => "absent".to_owned(),
            _ if SECRETS.contains(key) => "set".to_owned(),
            _ if *key == "database" && !settings.database.is_empty() => settings.database_name(),
            value => value.to_string(),
        };
        let _ = writeln!(report.text, "{key} = {value}  ({})", sources.of(key));
    }
    report.text.push('\n');
}

/// Where the sealing key is.
fn key(settings: &Settings, report: &mut Report) {
    if settings.key.is_some() {
        return;
    }
    let (key, database) = (settings.data.join("secret.key"), settings.data.join("cardea.db"));
    match std::fs::metadata(&key) {
        Ok(about) if std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o077 != 0 => {
            report.say("wrong", &format!("{} can be read by others: chmod 600", key.display()));
        }
        Ok(_) => report.say("key", &format!("{} seals the database's secrets", key.display())),
        Err(_) if settings.database.is_empty() && database.exists() => report.say(
            "wrong",
            &format!("{} is missing, and the secrets in {} were sealed with it", key.display(), database.display()),
        ),
        Err(_) => report.say("key", &format!("{} is made at the first start", key.display())),
    }
}

/// Whether the certificate can be served, names the origins, and how long it lasts.
fn certificate(settings: &Settings, report: &mut Report) {
    let (Some(cert), Some(key)) = (&settings.tls_cert, &settings.tls_key) else { return };
    let certificate = match tls::read(cert, key) {
        Ok(certificate) => certificate,
        Err(error) => return report.say("wrong", &error),
    };
    let (over, validity) = certificate.validity(Timestamp::now());
    report.say(if over { "wrong" } else { "certificate" }, &format!("{} {validity}", cert.display()));
    for origin in settings.origins.iter().filter_map(|origin| origin.strip_prefix("https://")) {
        let host = match origin.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => host,
            _ => origin,
        };
        if !certificate.names(host.trim_matches(['[', ']'])) {
            report.say("wrong", &format!("{} does not name {host}", cert.display()));
        }
    }
}

/// Whether the database can be served. Nothing in it is changed, and it may be served meanwhile.
fn database(settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let name = settings.database_name();
    if settings.database.is_empty() && !settings.data.join("cardea.db").exists() {
        report.say("database", &format!("{name}: made at the first start"));
        return Ok(());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    let looked = runtime.block_on(async { tokio::time::timeout(DATABASE, serve::look(settings)).await });
    match looked {
        Ok(Ok(())) => report.say("database", &format!("{name}: answers, and its tables are up to date")),
        Ok(Err(error)) => report.say("wrong", &format!("{name}: {}", error.to_string().replace('\n', " "))),
        Err(_) => report.say("wrong", &format!("{name}: does not answer within {} s", DATABASE.as_secs())),
    }
    Ok(())
}
