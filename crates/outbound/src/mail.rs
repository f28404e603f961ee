//! Mail to people. It is handed to the operator's mail server ([`Smtp`]), or each message is written as an .eml file into a folder, from
//! where the operator's mail system (or, on a first try-out, the operator) takes it.

mod message;
mod smtp;

pub use smtp::{Security, Smtp, SmtpSettings};

use async_trait::async_trait;
use lettre::message::Mailbox;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tokio::io::AsyncWriteExt;

/// A message to one person: a text, and the same as a page.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The address it goes to.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its text; lines end with `\n`.
    pub text: String,
    /// The same as a page for those whose mail program shows pages; empty: there is the text alone.
    #[serde(default)]
    pub html: String,
}

impl std::fmt::Debug for Mail {
    /// Without the text: it may hold a link that lets its reader in.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("to", &self.to).field("subject", &self.subject).finish_non_exhaustive()
    }
}

impl Mail {
    /// The kind of work that handing a message over is.
    pub const KIND: &'static str = "mail";

    /// The message as the payload of that work. It may hold a link that lets its reader in: seal it.
    pub fn to_payload(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts become JSON")
    }

    /// The message of a payload; `None` when it is none.
    pub fn of_payload(payload: &[u8]) -> Option<Mail> {
        serde_json::from_slice(payload).ok()
    }
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The recipient's or the sender's address is none.
    #[error("not a mail address")]
    Address,
    /// The message cannot be written as mail.
    #[error("mail: {0}")]
    Message(#[from] lettre::error::Error),
    /// The folder could not be made, or the file not written.
    #[error("mail: {0}")]
    File(#[from] std::io::Error),
    /// The mail server, or the way to it, says no.
    #[error("mail server: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The mail server did not answer in so many seconds.
    #[error("mail server: no answer within {0} s")]
    NoAnswer(u64),
}

impl MailError {
    /// Whether another attempt may go better.
    pub fn is_passing(&self) -> bool {
        match self {
            MailError::Address | MailError::Message(_) => false,
            MailError::File(_) | MailError::NoAnswer(_) => true,
            MailError::Smtp(error) => !smtp::is_lasting(error),
        }
    }
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a message over for delivery. `key`, of letters and digits, names it, the same at each attempt: the Message-ID is made of it.
    ///
    /// # Errors
    /// When it could not be handed over.
    async fn send(&self, mail: &Mail, key: &str) -> Result<(), MailError>;
}

/// Whether mail can be from this: an address, with a name before it or not (`Cardea <doors@example.org>`).
pub fn is_sender(from: &str) -> bool {
    from.parse::<Mailbox>().is_ok()
}

/// Writes each message as `{key}.eml` into a folder, so that one which is handed over again replaces itself.
pub struct EmlFolder {
    folder: PathBuf,
    from: Mailbox,
}

impl EmlFolder {
    /// Writes into this folder, which is made when the first message comes, as mail from this address (`Cardea <doors@example.org>`).
    ///
    /// # Errors
    /// [`MailError::Address`] when `from` is no address.
    pub fn new(folder: PathBuf, from: &str) -> Result<Self, MailError> {
        Ok(EmlFolder { folder, from: from.parse().map_err(|_| MailError::Address)? })
    }
}

#[async_trait]
impl Mailer for EmlFolder {
    async fn send(&self, mail: &Mail, key: &str) -> Result<(), MailError> {
        let message = message::of(mail, &self.from, key)?;
        tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).await?;
        let partial = self.folder.join(format!("{key}.partial"));
        write_whole(&partial, &message.formatted()).await?;
        tokio::fs::rename(partial, self.folder.join(format!("{key}.eml"))).await?;
        Ok(())
    }
}

/// Writes a file that is its owner's alone, and on the disk when this returns.
async fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), std::io::Error> {
    let mut file = tokio::fs::OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(path).await?;
    file.write_all(bytes).await?;
    file.sync_all().await
}

/// Keeps messages in memory, for tests.
#[derive(Default)]
pub struct InMemory(Mutex<Vec<(String, Mail)>>);

impl InMemory {
    /// What was sent so far, each with its key, oldest first.
    pub fn sent(&self) -> Vec<(String, Mail)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mailer for InMemory {
    async fn send(&self, mail: &Mail, key: &str) -> Result<(), MailError> {
        mail.to.parse::<lettre::Address>().map_err(|_| MailError::Address)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((key.to_owned(), mail.clone()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(to: &str, subject: &str) -> Mail {
        Mail {
            to: to.into(),
            subject: subject.into(),
            text: "Dine døre\nhttps://doors.example/#/i/abc\n".into(),
            html: String::new(),
        }
    }

    fn written(folder: &std::path::Path) -> Vec<String> {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files
            .filter(|path| path.extension().is_some_and(|end| end == "eml"))
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    #[tokio::test]
    async fn each_message_becomes_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mail");
        let mailer = EmlFolder::new(path.clone(), "Cardea <doors@example.org>").unwrap();
        for (to, key) in [("anna@example.org", "a1"), ("bo@example.org", "b2")] {
            mailer.send(&mail(to, "Velkommen til døren"), key).await.unwrap();
        }
        let messages = written(&path);
        assert_eq!(messages.len(), 2);
        assert!(messages.iter().any(|message| message.contains("To: bo@example.org\r\n")));
        assert!(messages.iter().all(|message| message.contains("From: Cardea <doors@example.org>\r\n")));
        assert!(messages.iter().all(|message| message.contains("https://doors.example/#/i/abc")));
    }

    #[tokio::test]
    async fn a_message_that_is_handed_over_again_is_one_file_with_one_message_id() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mailer = EmlFolder::new(folder.path().into(), "Cardea <doors@example.org>").unwrap();
        for _ in 0..2 {
            mailer.send(&mail("anna@example.org", "Hello"), "0a1b").await.unwrap();
        }
        let messages = written(folder.path());
        assert_eq!(messages.len(), 1);
        assert!(messages[0].contains("Message-ID: <0a1b@example.org>\r\n"), "{}", messages[0]);
        let mode = std::fs::metadata(folder.path().join("0a1b.eml")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[tokio::test]
    async fn a_subject_adds_no_header_and_an_address_no_recipient() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = EmlFolder::new(folder.path().into(), "doors@example.org").unwrap();
        mailer.send(&mail("anna@example.org", "Hello\r\nBcc: eve@example.org"), "a1").await.unwrap();
        let message = written(folder.path()).remove(0);
        assert!(!message.lines().any(|line| line.starts_with("Bcc:")), "{message}");
        for wrong in ["", "anna", "anna@example.org, eve@example.org", "anna@example.org\r\nBcc: eve@example.org"] {
            assert!(matches!(mailer.send(&mail(wrong, "Hello"), "a2").await, Err(MailError::Address)), "{wrong}");
        }
        assert!(EmlFolder::new(folder.path().into(), "nobody").is_err());
    }

    #[tokio::test]
    async fn the_one_in_memory_keeps_what_was_sent() {
        let mailer = InMemory::default();
        mailer.send(&mail("anna@example.org", "first"), "a1").await.unwrap();
        assert!(mailer.send(&mail("nobody", "second"), "a2").await.is_err());
        assert_eq!(mailer.sent(), [("a1".to_owned(), mail("anna@example.org", "first"))]);
        assert!(!format!("{:?}", mailer.sent()).contains("/#/i/abc"), "what lets somebody in is not shown");
    }
}
