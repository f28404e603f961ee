//! A mail server that keeps the name of every message it was handed.

use async_trait::async_trait;
use cardea_outbound::mail::{Mail, MailError, Mailer};
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc;

/// What the mail server does with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    Takes,
    /// The sender waits for ever, and the message is not taken.
    HangsBefore,
    /// The message is taken, and the sender never gets the answer.
    HangsAfter,
    IsAway,
    Refuses,
    Panics,
}

/// A mail server. Clones are the same one.
#[derive(Clone)]
pub struct Post {
    mood: Arc<Mutex<Mood>>,
    taken: Arc<Mutex<Vec<String>>>,
    reached: mpsc::UnboundedSender<String>,
}

impl Post {
    /// A mail server, and the names of messages as they reach it, taken or not.
    pub fn new(mood: Mood) -> (Post, mpsc::UnboundedReceiver<String>) {
        let (reached, reaches) = mpsc::unbounded_channel();
        (Post { mood: Arc::new(Mutex::new(mood)), taken: Arc::default(), reached }, reaches)
    }

    /// From now on it does this.
    pub fn is(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// The names of all messages that were taken.
    pub fn taken(&self) -> Vec<String> {
        self.taken.lock().unwrap().clone()
    }
}

#[async_trait]
impl Mailer for Post {
    async fn send(&self, mail: &Mail, key: &str) -> Result<(), MailError> {
        let mood = if mail.subject == "panic" { Mood::Panics } else { *self.mood.lock().unwrap() };
        if matches!(mood, Mood::Takes | Mood::HangsAfter) {
            self.taken.lock().unwrap().push(key.to_owned());
        }
        self.reached.send(key.to_owned()).unwrap();
        match mood {
            Mood::Takes => Ok(()),
            Mood::HangsBefore | Mood::HangsAfter => std::future::pending().await,
            Mood::IsAway => Err(std::io::Error::other("the mail server is away").into()),
            Mood::Refuses => Err(MailError::Address),
            Mood::Panics => panic!("a test's panic"),
        }
    }
}
