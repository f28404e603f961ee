//! What is sent to people as mail: in their language, as a text and as a page that says the same, both of one design.
//!
//! A text that people wrote, such as the name of a door, stands in a letter as a name only. It is one line, without characters that turn
//! the direction of what follows, and between marks that keep it apart from the sentence around it. No subject begins with a name, and none
//! becomes a link.

mod letter;
mod name;
#[cfg(test)]
mod tests;

use crate::page::Texts;
use askama::Template;
use cardea_outbound::mail::Mail;
use cardea_store::outbox::Work;
use fluent_bundle::FluentArgs;
pub use letter::{Letter, OfferedDoor};
pub(crate) use name::isolated;
use name::{named, one_line};

/// How many doors are named; of the rest it is said how many there are.
const DOORS: usize = 20;

/// The page on which one signs in.
const SIGN_IN: &str = "/login";
/// The page on which one asks for a link to choose a password by.
const FORGOT_PASSWORD: &str = "/forgot_password";

/// The page with one's doors.
const DOORS_PAGE: &str = "/dashboard";

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
                let text = |name: &str| texts.text(name, &words);
                let page = Page {
                    title: text("password-reset-title"),
                    opening: vec![text("password-reset-why")],
                    button: text("password-reset-button"),
                    closing: vec![text("password-reset-until"), text("password-reset-else")],
                    ..self.page(texts, &words, &link)
                };
                (text("password-reset-subject"), page)
            }
            Letter::NewSignIn { when, from, with } => {
                words.set("when", when);
                words.set("from", isolated(&from));
                words.set("with", with.clone());
                let text = |name: &str| texts.text(name, &words);
                let mut list = vec![text("new-sign-in-when"), text("new-sign-in-from")];
                if !with.is_empty() {
                    list.push(text("new-sign-in-with"));
                }
                self.about_account(texts, &words, "new-sign-in", list, SIGN_IN)
            }
            Letter::PasswordChanged { when } => {
                words.set("when", when);
                let list = vec![texts.text("new-sign-in-when", &words)];
                self.about_account(texts, &words, "password-changed", list, FORGOT_PASSWORD)
            }
            Letter::TwoFactorRemoved { when } => {
                words.set("when", when);
                let list = vec![texts.text("new-sign-in-when", &words)];
                self.about_account(texts, &words, "two-factor-removed", list, SIGN_IN)
            }
            Letter::PasskeyAdded { when, name } => {
                words.set("when", when);
                words.set("name", named(&name));
                let list = ["new-sign-in-when", "token-created-name"].map(|line| texts.text(line, &words));
                self.about_account(texts, &words, "passkey-added", list.into(), SIGN_IN)
            }
            Letter::PasskeyRemoved { when } => {
                words.set("when", when);
                let list = vec![texts.text("new-sign-in-when", &words)];
                self.about_account(texts, &words, "passkey-removed", list, SIGN_IN)
            }
            Letter::ProviderLinked { when, provider, account_name } => {
                words.set("when", when);
                words.set("provider", named(&provider));
                words.set("account", named(&account_name));
                let mut list = vec![texts.text("new-sign-in-when", &words), texts.text("provider-linked-name", &words)];
                if !account_name.is_empty() {
                    list.push(texts.text("provider-linked-account", &words));
                }
                self.about_account(texts, &words, "provider-linked", list, SIGN_IN)
            }
            Letter::ProviderUnlinked { when, provider } => {
                words.set("when", when);
                words.set("provider", named(&provider));
                let mut list = vec![texts.text("new-sign-in-when", &words)];
                if !provider.is_empty() {
                    list.push(texts.text("provider-linked-name", &words));
                }
                self.about_account(texts, &words, "provider-unlinked", list, SIGN_IN)
            }
            Letter::DomainHandedOver { when } => {
                words.set("when", when);
                let list = vec![texts.text("new-sign-in-when", &words)];
                self.about_account(texts, &words, "domain-handed-over", list, SIGN_IN)
            }
            Letter::TokenCreated { when, name, end } => {
                words.set("when", when);
                words.set("name", named(&name));
                words.set("end", end);
                let text = |name: &str| texts.text(name, &words);
                let list = vec![text("new-sign-in-when"), text("token-created-name"), text("token-created-end")];
                self.about_account(texts, &words, "token-created", list, SIGN_IN)
            }
            Letter::AccountCreated { sender, domain, username } => {
                words.set("sender", named(&sender));
                words.set("domain", named(&domain));
                words.set("username", isolated(&username));
                let text = |name: &str| texts.text(name, &words);
                let page = Page {
                    title: text("account-created-title"),
                    opening: vec![text("account-created-why"), text("account-created-username")],
                    button: text("account-created-button"),
                    closing: vec![text("account-created-password"), text("account-created-else")],
                    ..self.page(texts, &words, SIGN_IN)
                };
                (text("account-created-subject"), page)
            }
            Letter::SignUp { link, hours } => {
                words.set("hours", hours);
                let text = |name: &str| texts.text(name, &words);
                let page = Page {
                    title: text("sign-up-letter-title"),
                    opening: vec![text("sign-up-letter-why")],
                    button: text("sign-up-letter-button"),
                    link: format!("{}{link}", self.public_base),
                    closing: vec![text("sign-up-letter-until"), text("sign-up-letter-else")],
                    ..self.page(texts, &words, "")
                };
                (text("sign-up-letter-subject"), page)
            }
            Letter::AccountThere { link } => {
                let text = |name: &str| texts.text(name, &words);
                let page = Page {
                    title: text("account-there-title"),
                    opening: vec![text("account-there-why")],
                    button: text("account-there-button"),
                    closing: vec![text("account-there-forgotten"), text("account-there-else")],
                    ..self.page(texts, &words, &link)
                };
                (text("account-there-subject"), page)
            }
            Letter::Invitation { sender, domain, doors, hours, link, days } => {
                words.set("sender", named(&sender));
                words.set("domain", named(&domain));
                words.set("days", days);
                let list = listed(texts, &mut words, doors.iter().map(|door| offered(texts, door)));
                let text = |name: &str| texts.text(name, &words);
                let mut opening = vec![text("invitation-why")];
                if !list.is_empty() {
                    opening.push(text("invitation-doors"));
                }
                let mut closing = vec![text("invitation-until"), text("invitation-else")];
                if hours {
                    closing.insert(0, text("invitation-hours"));
                }
                let page = Page {
                    title: text("invitation-title"),
                    opening,
                    list,
                    button: text("invitation-button"),
                    closing,
                    ..self.page(texts, &words, &link)
                };
                (text("invitation-subject"), page)
            }
            Letter::AccessGiven { domain, doors } => {
                words.set("domain", named(&domain));
                let list = listed(texts, &mut words, doors.iter().map(|door| named(door)));
                self.about_access(texts, &words, "access-given", list)
            }
            Letter::AccessEnding { domain, doors } => {
                words.set("domain", named(&domain));
                let doors = doors.iter().map(|(door, end)| format!("{}: {}", named(door), isolated(end)));
                let list = listed(texts, &mut words, doors);
                self.about_access(texts, &words, "access-ending", list)
            }
        };
        let subject = one_line(&subject);
        Mail { to: to.to_owned(), subject, text: written(&Text(&page)), html: written(&Html(&page)) }
    }

    /// The subject and the page of a letter about what happened to an account, whose texts begin with this name.
    fn about_account(
        &self,
        texts: &'static Texts,
        words: &FluentArgs<'_>,
        name: &str,
        list: Vec<String>,
        link: &str,
    ) -> (String, Page) {
        let text = |part: &str| texts.text(&format!("{name}-{part}"), words);
        let page = Page {
            title: text("title"),
            opening: vec![text("why")],
            list,
            button: text("button"),
            closing: vec![text("own"), text("else")],
            ..self.page(texts, words, link)
        };
        (text("subject"), page)
    }

    /// The subject and the page of a letter about doors, whose texts begin with this name.
    fn about_access(
        &self,
        texts: &'static Texts,
        words: &FluentArgs<'_>,
        name: &str,
        list: Vec<String>,
    ) -> (String, Page) {
        let text = |part: &str| texts.text(&format!("{name}-{part}"), words);
        let page = Page {
            title: text("title"),
            opening: vec![text("why"), text("doors")],
            list,
            button: text("button"),
            closing: vec![text("else")],
            ..self.page(texts, words, DOORS_PAGE)
        };
        (text("subject"), page)
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
            bare_link: texts.text("letter-link", words),
            closing: Vec::new(),
            from: texts.text("letter-from", words),
        }
    }
}

/// The doors that are named, and how many more there are.
fn listed(
    texts: &'static Texts,
    words: &mut FluentArgs<'_>,
    doors: impl ExactSizeIterator<Item = String>,
) -> Vec<String> {
    let more = doors.len().saturating_sub(DOORS);
    words.set("count", more);
    let more = (more > 0).then(|| texts.text("invitation-more", words));
    doors.take(DOORS).chain(more).collect()
}

/// A door with when it may be opened, as far as that is dates.
fn offered(texts: &'static Texts, OfferedDoor { name, from, until }: &OfferedDoor) -> String {
    let (door, date) = (named(name), |date: &Option<String>| date.as_deref().map(isolated));
    let text = match (date(from), date(until)) {
        (None, None) => return door,
        (Some(_), None) => "invitation-door-from",
        (None, Some(_)) => "invitation-door-until",
        (Some(_), Some(_)) => "invitation-door-between",
    };
    let mut words = FluentArgs::new();
    words.set("door", door);
    words.set("from", date(from).unwrap_or_default());
    words.set("until", date(until).unwrap_or_default());
    texts.text(text, &words)
}

fn written(form: &impl Template) -> String {
    form.render().unwrap_or_else(|_| unreachable!("writing to a string does not fail"))
}
