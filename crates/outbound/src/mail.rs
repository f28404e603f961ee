//! Mail to people. The client writes each message as an .eml file into a folder, from where the operator's mail system (or, on a first
//! try-out, the operator) takes it.

use async_trait::async_trait;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, Message};
use lettre::{AsyncFileTransport, AsyncTransport, Tokio1Executor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// A message to one person, as plain text.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// The address it goes to.
    pub to: String,
    /// Its subject.
    pub subject: String,
    /// Its text; lines end with `\n`.
    pub text: String,
}

impl std::fmt::Debug for Mail {
    /// Without the text: it may hold a link that lets its reader in.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail").field("to", &self.to).field("subject", &self.subject).finish_non_exhaustive()
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
    /// The folder could not be made.
    #[error("mail: {0}")]
    Folder(#[from] std::io::Error),
    /// The file could not be written.
    #[error("mail: {0}")]
    File(#[from] lettre::transport::file::Error),
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a message over for delivery.
    ///
    /// # Errors
    /// When it could not be handed over; it will not be delivered then.
    async fn send(&self, mail: &Mail) -> Result<(), MailError>;
}

/// Writes each message as `{uuid}.eml` into a folder.
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
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let to = mail.to.parse().map_err(|_| MailError::Address)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&mail.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.clone())?;
        tokio::fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).await?;
        let written = AsyncFileTransport::<Tokio1Executor>::new(&self.folder).send(message).await?;
        // The folder is its owner's alone when it was made here; somebody else may have made it.
        let file = self.folder.join(format!("{written}.eml"));
        tokio::fs::set_permissions(file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).await?;
        Ok(())
    }
}

/// Keeps messages in memory, for tests.
#[derive(Default)]
pub struct Outbox(Mutex<Vec<Mail>>);

impl Outbox {
    /// What was sent so far, oldest first.
    pub fn sent(&self) -> Vec<Mail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mailer for Outbox {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        mail.to.parse::<lettre::Address>().map_err(|_| MailError::Address)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mail.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(to: &str, subject: &str) -> Mail {
        Mail { to: to.into(), subject: subject.into(), text: "Dine døre\nhttps://doors.example/#/i/abc\n".into() }
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
        for to in ["anna@example.org", "bo@example.org"] {
            mailer.send(&mail(to, "Velkommen til døren")).await.unwrap();
        }
        let messages = written(&path);
        assert_eq!(messages.len(), 2);
        assert!(messages.iter().any(|message| message.contains("To: bo@example.org\r\n")));
        assert!(messages.iter().all(|message| message.contains("From: Cardea <doors@example.org>\r\n")));
        assert!(messages.iter().all(|message| message.contains("https://doors.example/#/i/abc")));
    }

    #[tokio::test]
    async fn a_subject_adds_no_header_and_an_address_no_recipient() {
        let folder = tempfile::tempdir().unwrap();
        let mailer = EmlFolder::new(folder.path().into(), "doors@example.org").unwrap();
        mailer.send(&mail("anna@example.org", "Hello\r\nBcc: eve@example.org")).await.unwrap();
        let message = written(folder.path()).remove(0);
        assert!(!message.lines().any(|line| line.starts_with("Bcc:")), "{message}");
        for wrong in ["", "anna", "anna@example.org, eve@example.org", "anna@example.org\r\nBcc: eve@example.org"] {
            assert!(matches!(mailer.send(&mail(wrong, "Hello")).await, Err(MailError::Address)), "{wrong}");
        }
        assert!(EmlFolder::new(folder.path().into(), "nobody").is_err());
    }

    #[tokio::test]
    async fn the_outbox_keeps_what_was_sent() {
        let outbox = Outbox::default();
        outbox.send(&mail("anna@example.org", "first")).await.unwrap();
        assert!(outbox.send(&mail("nobody", "second")).await.is_err());
        assert_eq!(outbox.sent(), [mail("anna@example.org", "first")]);
        assert!(!format!("{:?}", outbox.sent()).contains("/#/i/abc"), "what lets somebody in is not shown");
    }
}
