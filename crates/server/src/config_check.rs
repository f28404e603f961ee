//! `cardea config check`: what is set, from where, and what is wrong with it, without changing anything.

mod folder;

use crate::Failure;
use crate::cli::Cli;
use crate::database;
use crate::demo;
use crate::edge::{self, Plan, tls};
use crate::settings::{Settings, Sources, keys};
use crate::{mail, providers, push};
use cardea_store::{Key, Schema, Store};
use jiff::Timestamp;
use std::fmt::Write;
use std::io::Write as _;
use std::time::Duration;

/// How long the database may take to answer.
const DATABASE: Duration = Duration::from_secs(10);
/// Settings whose values nobody sees.
const SECRETS: [&str; 3] = ["key", "metrics_token", "smtp_password"];

/// What was found.
#[derive(Default)]
struct Report {
    text: String,
    wrong: usize,
}

impl Report {
    fn add(&mut self, kind: &str, line: &str) {
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
        report.add("wrong", &line);
    }
    if let Err(wrong) = Plan::of(&settings, edge::raise().map_err(Failure::failed)?) {
        report.add("wrong", &wrong.to_string());
    }
    certificate(&settings, &mut report);
    mail(&settings, &mut report)?;
    pushes(&settings, &mut report)?;
    sign_in_elsewhere(&settings, &mut report)?;
    let folder = data_folder(&settings, &mut report);
    // SQLite keeps its file in that folder, so it would only report the same again.
    if folder || !settings.database.is_empty() {
        database(&settings, folder, &mut report)?;
    }
    // The reader of standard output may have closed it already.
    let _ = std::io::stdout().write_all(report.text.as_bytes());
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

/// Whether the certificate can be served, names the origins, and how long it lasts.
fn certificate(settings: &Settings, report: &mut Report) {
    let (Some(cert), Some(key)) = (&settings.tls_cert, &settings.tls_key) else { return };
    let certificate = match tls::read(cert, key) {
        Ok(certificate) => certificate,
        Err(error) => return report.add("wrong", &error),
    };
    let (over, validity) = certificate.validity(Timestamp::now());
    report.add(if over { "warning" } else { "certificate" }, &format!("{} {validity}", cert.display()));
    for origin in settings.origins.iter().filter_map(|origin| origin.strip_prefix("https://")) {
        let host = match origin.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => host,
            _ => origin,
        };
        if !certificate.names(host.trim_matches(['[', ']'])) {
            report.add("warning", &format!("{} does not name {host}", cert.display()));
        }
    }
}

/// Whether the mail server answers and takes the password. Nothing is sent.
fn mail(settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    if settings.smtp_server.is_empty() {
        report.add("mail", &format!("written into {}", settings.data.join("mail").display()));
        return Ok(());
    }
    let server = mail::server(settings).map_err(|error| error.to_string());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    let tried = server.and_then(|server| runtime.block_on(server.try_out()).map_err(|error| error.to_string()));
    let name = &settings.smtp_server;
    match tried {
        Ok(()) => report.add("mail", &format!("{name} answers")),
        Err(why) => report.add("wrong", &format!("{name}: {}", why.replace('\n', " "))),
    }
    Ok(())
}

/// Whether the service account is one, and is given tokens. Nothing is sent.
fn pushes(settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let fcm = match push::fcm(settings, || Timestamp::now().as_second()) {
        Ok(Some(fcm)) => fcm,
        Ok(None) => {
            report.add("push", "no messages are sent to phones");
            return Ok(());
        }
        Err(error) => {
            report.add("wrong", &error.to_string());
            return Ok(());
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    match runtime.block_on(fcm.try_out()) {
        Ok(()) => report.add("push", &format!("the service account of {} is given tokens", fcm.project())),
        Err(why) => report.add("wrong", &format!("the service account of {}: {why}", fcm.project())),
    }
    Ok(())
}

/// Whether the providers of sign-in answer, as such do.
fn sign_in_elsewhere(settings: &Settings, report: &mut Report) -> Result<(), Failure> {
    let providers = match providers::providers(settings, || Timestamp::now().as_second()) {
        Ok(providers) => providers,
        Err(error) => {
            report.add("wrong", &error.to_string());
            return Ok(());
        }
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    for provider in providers {
        let name = format!("{} at {}", provider.id, provider.client.issuer());
        match runtime.block_on(provider.client.try_out()) {
            Ok(()) => report.add("provider", &format!("{name} answers")),
            Err(why) => report.add("wrong", &format!("{name}: {}", why.to_string().replace('\n', " "))),
        }
    }
    Ok(())
}

/// Whether the data folder can be made and written. Answers whether it is there or can be made.
fn data_folder(settings: &Settings, report: &mut Report) -> bool {
    let Err(unfit) = folder::look(settings) else { return true };
    report.add("wrong", &unfit.to_string());
    matches!(unfit, folder::Unfit::NotWritten { .. })
}

/// Whether the database can be served, and its secrets opened. Nothing in it is changed, and it may be served meanwhile.
fn database(settings: &Settings, folder: bool, report: &mut Report) -> Result<(), Failure> {
    let name = settings.database_name();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Failure::failed)?;
    let config = match database::config(settings, false) {
        Ok(config) => config,
        Err(wrong) => {
            report.add("wrong", &wrong.to_string());
            return Ok(());
        }
    };
    let look = match runtime.block_on(async { tokio::time::timeout(DATABASE, Store::look(&config)).await }) {
        Ok(Ok(look)) => look,
        Ok(Err(error)) => {
            report.add("wrong", &format!("{name}: {}", error.to_string().replace('\n', " ")));
            return Ok(());
        }
        Err(_) => {
            report.add("wrong", &format!("{name}: does not answer within {} s", DATABASE.as_secs()));
            return Ok(());
        }
    };
    let (kind, age) = match &look.schema {
        Schema::Absent if settings.no_migrate => ("wrong", "is not made yet: run `cardea migrate`".to_owned()),
        Schema::Absent => ("database", "made at the first start".to_owned()),
        Schema::Current => ("database", "answers, and its tables are up to date".to_owned()),
        Schema::Pending(count) if settings.no_migrate => {
            ("wrong", format!("{count} migrations are pending: run `cardea migrate`"))
        }
        Schema::Pending(count) => ("database", format!("answers; {count} migrations run at the next start")),
        Schema::Newer(migration) => ("wrong", format!("made by a newer version: {migration} is unknown here")),
    };
    report.add(kind, &format!("{}: {age}", look.place));
    if let Some(mismatch) = demo::mismatch(settings, look.demo, look.holdings.domains == 0) {
        report.add("wrong", &format!("{}: {mismatch}", look.place));
    }
    // The key would lie in the folder, which was found to be unusable.
    if !folder && settings.key.is_none() {
        return Ok(());
    }
    let given = if settings.key.is_some() {
        "the key that is set".to_owned()
    } else {
        settings.data.join("secret.key").display().to_string()
    };
    match &look.key {
        Key::Free => report.add("key", &format!("{given} will seal the database's secrets")),
        Key::Fits => report.add("key", &format!("{given} opens the database's secrets")),
        Key::Wrong => report.add("wrong", &format!("{given} is not what the database's secrets were sealed with")),
        Key::Missing => {
            report.add("wrong", &format!("{given} is missing, and the database's secrets were sealed with it"))
        }
        Key::Unreadable(why) => report.add("wrong", &format!("{given}: {why}")),
    }
    for loose in &look.loose {
        report.add("warning", &loose.to_string());
    }
    Ok(())
}
