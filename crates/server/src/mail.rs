//! Where mail goes, as the settings say.

use crate::Failure;
use crate::settings::Settings;
use cardea_outbound::mail::{EmlFolder, Mailer, Smtp, SmtpSettings, is_sender};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The mail server, or without one the folder `mail` in the data folder.
///
/// # Errors
/// A file that cannot be read.
pub fn mailer(settings: &Settings) -> Result<Arc<dyn Mailer>, Failure> {
    if !settings.smtp_server.is_empty() {
        return Ok(Arc::new(server(settings)?));
    }
    let folder = EmlFolder::new(settings.data.join("mail"), &from(settings)).map_err(Failure::failed)?;
    Ok(Arc::new(folder))
}

/// The mail server that the settings name.
///
/// # Errors
/// A file that cannot be read, or is not what it should be.
pub fn server(settings: &Settings) -> Result<Smtp, Failure> {
    let password = match (&settings.smtp_password, &settings.smtp_password_file) {
        (Some(password), _) => Some(password.clone()),
        (None, Some(file)) => Some(first_line(&read(file)?)),
        (None, None) => None,
    };
    let (host, port) = place(&settings.smtp_server);
    let smtp = SmtpSettings {
        host: host.to_owned(),
        port: port.unwrap_or(settings.smtp_security.port()),
        security: settings.smtp_security,
        credentials: password.map(|password| (settings.smtp_username.clone(), password)),
        from: from(settings),
        authorities: settings.smtp_ca.as_deref().map(read).transpose()?.map(String::into_bytes),
        timeout: Duration::from_secs(settings.smtp_timeout_seconds.into()),
    };
    Smtp::new(smtp).map_err(|error| match &settings.smtp_ca {
        Some(file) => Failure::Misused(format!("{}: {error}", file.display())),
        None => Failure::Misused(error.to_string()),
    })
}

/// Whom mail is from: unless it is set, an address of the host that names this server.
fn from(settings: &Settings) -> String {
    if !settings.mail_from.is_empty() {
        return settings.mail_from.clone();
    }
    let origin = settings.origins.first().and_then(|origin| origin.split_once("://"));
    let host = origin.map_or("localhost", |(_, host)| host.split(':').next().unwrap_or(host));
    let from = format!("no-reply@{host}");
    // Not every host that can be reached has a name that mail can come from.
    if is_sender(&from) { from } else { "no-reply@localhost".to_owned() }
}

/// Host and port of `mail.example:2525`, `192.0.2.1` or `[2001:db8::1]:25`.
fn place(server: &str) -> (&str, Option<u16>) {
    let (host, port) = match server.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()),
        _ => (server, None),
    };
    (host.trim_matches(['[', ']']), port)
}

fn read(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| Failure::Misused(format!("{}: {error}", file.display())))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_from_the_host_that_names_the_server_unless_it_is_said() {
        let of = |origin: &str, mail_from: &str| {
            from(&Settings { origins: vec![origin.into()], mail_from: mail_from.into(), ..Settings::default() })
        };
        assert_eq!(of("https://doors.example:8443", ""), "no-reply@doors.example");
        assert_eq!(of("http://[::1]:8080", ""), "no-reply@localhost");
        assert_eq!(of("https://doors.example", "Doors <d@example.org>"), "Doors <d@example.org>");
        assert_eq!(from(&Settings::default()), "no-reply@localhost");
    }

    #[test]
    fn a_mail_server_is_named_with_a_port_or_without() {
        for (server, host, port) in [
            ("mail.example", "mail.example", None),
            ("mail.example:2525", "mail.example", Some(2525)),
            ("192.0.2.1:25", "192.0.2.1", Some(25)),
            ("[2001:db8::1]", "2001:db8::1", None),
            ("[2001:db8::1]:25", "2001:db8::1", Some(25)),
        ] {
            assert_eq!(place(server), (host, port));
        }
    }

    #[test]
    fn a_password_may_stand_in_a_file_of_its_own() {
        assert_eq!(first_line("s3cret\n"), "s3cret");
        let missing = Settings {
            smtp_server: "mail.example".into(),
            smtp_password_file: Some("/nowhere/password".into()),
            ..Settings::default()
        };
        let refused = server(&missing).err().map(|refused| refused.to_string()).unwrap_or_default();
        assert!(refused.contains("/nowhere/password"), "{refused}");
    }
}
