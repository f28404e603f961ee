//! Mail by SMTP (RFC 5321) to the operator's mail server: one connection for each message, encrypted unless it is said otherwise.

use super::{Mail, MailError, Mailer, message};
use async_trait::async_trait;
use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// Not at all.
    None,
    /// From the command STARTTLS on. A server that does not offer it is sent nothing.
    StartTls,
    /// From the first byte on.
    Tls,
}

impl Security {
    /// The port that mail servers listen on for this.
    pub const fn port(self) -> u16 {
        match self {
            Security::None => 25,
            Security::StartTls => 587,
            Security::Tls => 465,
        }
    }
}

/// Where mail goes, and how.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The mail server's name, which its certificate must have, or its address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub security: Security,
    /// Username and password; none: the server asks for none.
    pub credentials: Option<(String, String)>,
    /// Whom mail is from (`Cardea <doors@example.org>`).
    pub from: String,
    /// Certificates in PEM of authorities that count beside the public ones.
    pub authorities: Option<Vec<u8>>,
    /// How long handing one message over may take, from the connection to the last answer.
    pub timeout: Duration,
}

/// Hands messages to a mail server.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    timeout: Duration,
}

impl Smtp {
    /// A mail server by these settings; nothing is sent yet.
    ///
    /// # Errors
    /// [`MailError::Address`] when `from` is no address; [`MailError::Smtp`] when the authorities' certificates cannot be read.
    pub fn new(settings: SmtpSettings) -> Result<Self, MailError> {
        let SmtpSettings { host, port, security, credentials, from, authorities, timeout } = settings;
        let from: Mailbox = from.parse().map_err(|_| MailError::Address)?;
        let trust = || {
            let trusted = authorities.iter().try_fold(TlsParameters::builder(host.clone()), |trusted, pem| {
                Ok::<_, MailError>(trusted.add_root_certificate(Certificate::from_pem(pem)?))
            });
            Ok::<_, MailError>(trusted?.build()?)
        };
        let tls = match security {
            Security::None => Tls::None,
            Security::StartTls => Tls::Required(trust()?),
            Security::Tls => Tls::Wrapper(trust()?),
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&host)
            .port(port)
            .tls(tls)
            .timeout(Some(timeout))
            .hello_name(ClientId::Domain(from.email.domain().to_owned()));
        if let Some((username, password)) = credentials {
            transport = transport.credentials(Credentials::new(username, password));
        }
        Ok(Smtp { transport: transport.build(), from, timeout })
    }

    /// Whether the mail server answers and takes the credentials; nothing is sent.
    ///
    /// # Errors
    /// What it, or the way to it, says.
    pub async fn try_out(&self) -> Result<(), MailError> {
        self.in_time(self.transport.test_connection()).await.map(drop)
    }

    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, lettre::transport::smtp::Error>>,
    ) -> Result<T, MailError> {
        match tokio::time::timeout(self.timeout, work).await {
            Ok(done) => Ok(done?),
            Err(_) => Err(MailError::NoAnswer(self.timeout.as_secs())),
        }
    }
}

#[async_trait]
impl Mailer for Smtp {
    async fn send(&self, mail: &Mail, key: &str) -> Result<(), MailError> {
        let message = message::of(mail, &self.from, key)?;
        self.in_time(self.transport.send(message)).await.map(drop)
    }
}

/// Whether the mail server says that it will not take this message: 5xx, but for what is about the credentials, which the operator can put right.
pub(super) fn is_lasting(error: &lettre::transport::smtp::Error) -> bool {
    let about_credentials = ["530", "534", "535", "538"];
    error.is_permanent() && error.status().is_none_or(|status| !about_credentials.contains(&&*status.to_string()))
}
