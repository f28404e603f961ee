//! What is sent to people as mail: in their language, as a text and as a page that says the same, both of one design.
//!
//! What people wrote, such as the name of a door, is a name here and nothing else: it is one line without characters that turn the
//! direction of what follows, and stands between marks that keep it from mixing with the sentence around it.

mod name;
#[cfg(test)]
mod tests;

use crate::page::Texts;
use askama::Template;
use cardea_outbound::mail::Mail;
use cardea_store::outbox::Work;
use fluent_bundle::FluentArgs;
use name::{isolated, one_line};

/// How many doors are named; of the rest it is said how many there are.
const DOORS: usize = 20;

/// The page on which one signs in.
const SIGN_IN: &str = "/login";

/// What somebody is told. A `link` is a page of the console, as its address has it after the `#`: `/reset_password?token=…`.
#[derive(Clone, PartialEq, Eq)]
pub enum Letter {
    /// A link by which they choose a new password.
    PasswordReset {
        /// The page.
        link: String,
        /// For how many hours it works.
        hours: u32,
    },
    /// Somebody signed in to their account from where nobody did before.
    NewSignIn {
        /// When, in words that need no language.
        when: String,
        /// The address.
        from: String,
        /// The browser or program, or empty.
        with: String,
    },
    /// Somebody created an account for them.
    AccountCreated {
        /// Who, as they call themselves.
        sender: String,
        /// The domain that it belongs to.
        domain: String,
        /// What they sign in with.
        username: String,
    },
    /// Somebody invites them.
    Invitation {
        /// Who, as they call themselves.
        sender: String,
        /// The domain that they invite to.
        domain: String,
        /// The names of the doors.
        doors: Vec<String>,
        /// The page.
        link: String,
        /// For how many days the invitation is open.
        days: u32,
    },
}

impl std::fmt::Debug for Letter {
    /// Without the link, which lets its reader in.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Letter::PasswordReset { .. } => "PasswordReset",
            Letter::NewSignIn { .. } => "NewSignIn",
            Letter::AccountCreated { .. } => "AccountCreated",
            Letter::Invitation { .. } => "Invitation",
        })
    }
}

/// Writes letters for one server.
#[derive(Debug, Clone)]
pub struct Letters {
    product_name: String,
    public_base: String,
}

/// A letter in words, as both of its forms show them.
struct Page {
    texts: &'static Texts,
    product_name: String,
    title: String,
    /// Before the list.
    opening: Vec<String>,
    list: Vec<String>,
    button: String,
    link: String,
    /// What is said before the link is shown as it is.
    bare_link: String,
    /// After the button.
    closing: Vec<String>,
    from: String,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a>(&'a Page);

#[derive(Template)]
#[template(path = "letter.txt")]
struct Text<'a>(&'a Page);

impl Letters {
    /// Letters of this product, with links that begin with this address (`https://doors.example`).
    pub fn new(product_name: String, public_base: &str) -> Letters {
        Letters { product_name, public_base: public_base.trim_end_matches('/').to_owned() }
    }

    /// A letter to this address, in this language (a tag as `da-DK`; English where there are no words in it), as work for the outbox.
    pub fn write(&self, to: &str, language: &str, letter: Letter) -> Work {
        let mail = self.mail(to, language, letter);
        Work { kind: Mail::KIND, payload: mail.to_payload(), sealed: true, due: None }
    }

    fn mail(&self, to: &str, language: &str, letter: Letter) -> Mail {
        let texts = Texts::of(language);
        let mut words = FluentArgs::with_capacity(8);
        words.set("product", self.product_name.clone());
        words.set("address", self.public_base.clone());
        let (subject, page) = match letter {
            Letter::PasswordReset { link, hours } => {
                words.set("hours", hours);
                let say = |name: &str| texts.say(name, &words);
                let page = Page {
                    title: say("password-reset-title"),
                    opening: vec![say("password-reset-why")],
                    button: say("password-reset-button"),
                    closing: vec![say("password-reset-until"), say("password-reset-else")],
                    ..self.page(texts, &words, &link)
                };
                (say("password-reset-subject"), page)
            }
            Letter::NewSignIn { when, from, with } => {
                words.set("when", when);
                words.set("from", isolated(&from));
                words.set("with", with.clone());
                let say = |name: &str| texts.say(name, &words);
                let mut list = vec![say("new-sign-in-when"), say("new-sign-in-from")];
                if !with.is_empty() {
                    list.push(say("new-sign-in-with"));
                }
                let page = Page {
                    title: say("new-sign-in-title"),
                    opening: vec![say("new-sign-in-why")],
                    list,
                    button: say("new-sign-in-button"),
                    closing: vec![say("new-sign-in-own"), say("new-sign-in-else")],
                    ..self.page(texts, &words, SIGN_IN)
                };
                (say("new-sign-in-subject"), page)
            }
            Letter::AccountCreated { sender, domain, username } => {
                words.set("sender", isolated(&sender));
                words.set("domain", isolated(&domain));
                words.set("username", isolated(&username));
                let say = |name: &str| texts.say(name, &words);
                let page = Page {
                    title: say("account-created-title"),
                    opening: vec![say("account-created-why"), say("account-created-username")],
                    button: say("account-created-button"),
                    closing: vec![say("account-created-password"), say("account-created-else")],
                    ..self.page(texts, &words, SIGN_IN)
                };
                (say("account-created-subject"), page)
            }
            Letter::Invitation { sender, domain, doors, link, days } => {
                words.set("sender", isolated(&sender));
                words.set("domain", isolated(&domain));
                words.set("days", days);
                words.set("count", doors.len().saturating_sub(DOORS));
                let say = |name: &str| texts.say(name, &words);
                let mut opening = vec![say("invitation-why")];
                let mut list: Vec<String> = doors.iter().take(DOORS).map(|door| isolated(door)).collect();
                if !list.is_empty() {
                    opening.push(say("invitation-doors"));
                }
                if doors.len() > DOORS {
                    list.push(say("invitation-more"));
                }
                let page = Page {
                    title: say("invitation-title"),
                    opening,
                    list,
                    button: say("invitation-button"),
                    closing: vec![say("invitation-until"), say("invitation-else")],
                    ..self.page(texts, &words, &link)
                };
                (say("invitation-subject"), page)
            }
        };
        let subject = one_line(&subject);
        Mail { to: to.to_owned(), subject, text: written(&Text(&page)), html: written(&Html(&page)) }
    }

    /// What all letters have.
    fn page(&self, texts: &'static Texts, words: &FluentArgs<'_>, link: &str) -> Page {
        Page {
            texts,
            product_name: self.product_name.clone(),
            title: String::new(),
            opening: Vec::new(),
            list: Vec::new(),
            button: String::new(),
            link: format!("{}/#{link}", self.public_base),
            bare_link: texts.say("letter-link", words),
            closing: Vec::new(),
            from: texts.say("letter-from", words),
        }
    }
}

fn written(form: &impl Template) -> String {
    form.render().unwrap_or_else(|_| unreachable!("writing to a string does not fail"))
}
