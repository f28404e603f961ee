//! The sign-in page: one answer of HTML with its own style, for every browser there is. Its one script is for passkeys; nothing else takes one.

mod code;
mod new_password;
mod notice;
mod owner_link;
mod provider;
mod sign_up;
mod texts;

pub use code::CodePage;
pub use new_password::NewPasswordPage;
pub use notice::NoticePage;
pub use owner_link::OwnerLinkPage;
pub use provider::{ProviderPage, ProviderProblem};
pub use sign_up::{SignUpConfirmPage, SignUpPage};
pub use texts::Texts;

use crate::{Provider, TooMany};
use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fluent_bundle::FluentArgs;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use texts::LANGUAGES;

const STYLE: &str = include_str!("page.css");

/// The script that shows a passkey, which the page takes from `/oauth2/passkey.js`.
pub const PASSKEY_SCRIPT: &str = include_str!("passkey.js");

/// The one style that a page may have, as a content security policy names it.
pub static STYLE_SOURCE: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(STYLE.as_bytes()))));

/// Why somebody is not signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Nobody signs in with these.
    Wrong,
    /// A field was left empty.
    Missing,
    /// The form was too large to be read.
    TooLarge,
    /// The form was older than its browser's session, or not ours.
    Stale,
    /// Too many wrong passwords.
    TooMany(TooMany),
    /// Too many right ones.
    TooOften(TooMany),
    /// This is no code of theirs now, or it was used.
    WrongCode,
    /// No code was typed.
    MissingCode,
    /// Too many wrong codes.
    TooManyCodes(TooMany),
    /// The two new passwords are not alike, or none was typed.
    UnlikePasswords,
    /// The new password is not acceptable.
    WeakPassword,
    /// The new password is the old one.
    SamePassword,
    /// Too many links of owners.
    TooManyLinks(TooMany),
    /// That is no e-mail address.
    NoAddress,
    /// That is no name.
    NoName,
    /// Accounts were asked for too often.
    TooManySignUps(TooMany),
    /// This passkey signs nobody in here.
    WrongPasskey,
    /// Too many of these, or asked for too often.
    TooManyPasskeys(TooMany),
    /// Sent to providers too often.
    TooManyProviders(TooMany),
    /// Nobody has an account here: the server was not set up.
    NotSetUp,
    /// Too many people at once.
    Busy,
    /// The server failed.
    Failed,
}

/// The page with the form.
#[derive(Template)]
#[template(path = "sign_in.html")]
pub struct SignInPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// The request's own query, which the form is sent back to.
    pub query: &'a str,
    /// What ties the form to this browser.
    pub form_token: &'a str,
    /// What was typed as username before.
    pub username: &'a str,
    /// Where the console is, without a slash at its end: it has the page for whoever forgot their password.
    pub console: &'a str,
    /// Whether there are accounts to be had here.
    pub offers_accounts: bool,
    /// Whether it may ask for passkeys.
    pub passkeys: bool,
    /// Who else says who somebody is.
    pub providers: &'a [Provider],
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

/// The page for a request whose client or return address is not registered: it offers nothing and leads nowhere.
#[derive(Template)]
#[template(path = "unregistered.html")]
pub struct UnregisteredPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
}

impl SignInPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn error(&self) -> Option<String> {
        self.problem.map(|problem| self.texts.problem(problem))
    }

    /// What stands on the button of a provider.
    fn go_on_with(&self, provider: &Provider) -> String {
        let mut arguments = FluentArgs::with_capacity(1);
        arguments.set("provider", &*provider.name);
        self.texts.text("provider", &arguments)
    }

    /// Whether it is what was typed that is wrong.
    fn is_invalid(&self) -> bool {
        matches!(self.problem, Some(Problem::Wrong | Problem::Missing))
    }

    fn languages(&self) -> &'static [Texts] {
        &*LANGUAGES
    }

    fn query_in(&self, other: &Texts) -> String {
        with_ui_locales(self.query, other.language)
    }
}

impl UnregisteredPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }
}

fn written(page: &impl Template) -> String {
    page.render().unwrap_or_else(|_| unreachable!("writing to a string does not fail"))
}

/// The same query asking for this language.
fn with_ui_locales(query: &str, language: &str) -> String {
    let mut pairs: Vec<(String, String)> = serde_urlencoded::from_str(query).unwrap_or_default();
    pairs.retain(|(name, _)| name != "ui_locales");
    pairs.push(("ui_locales".into(), language.into()));
    serde_urlencoded::to_string(pairs).unwrap_or_else(|_| unreachable!("pairs of texts always encode"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page<'a>(texts: &'static Texts, username: &'a str, problem: Option<Problem>) -> SignInPage<'a> {
        SignInPage {
            texts,
            product_name: "Cardea",
            query: "state=a&prompt=login",
            form_token: "token",
            username,
            console: "https://doors.example",
            offers_accounts: true,
            passkeys: false,
            providers: &[],
            problem,
        }
    }

    #[test]
    fn a_page_that_may_ask_for_passkeys_has_a_form_for_them_that_its_script_shows() {
        for texts in LANGUAGES.iter() {
            let without = page(texts, "", None);
            assert!(!without.html().contains("<script") && !without.html().contains("id=\"passkey\""));
            let html = SignInPage { passkeys: true, ..without }.html();
            assert!(html.contains("<script src=\"/oauth2/passkey.js\" defer></script>"), "{html}");
            assert!(html.contains("<form id=\"passkey\"") && html.contains(&texts.get("passkey")), "{html}");
            let form = html.split_once("<form id=\"passkey\"").unwrap().1.split_once('>').unwrap().0;
            assert!(form.contains(" hidden") && form.contains(&texts.get("passkey-failed")), "{form}");
        }
    }

    #[test]
    fn what_was_typed_is_text_and_never_markup() {
        let html = page(&LANGUAGES[0], r#"<a href="x" o='y'>&"#, None).html();
        assert!(html.contains(r#"value="&#60;a href=&#34;x&#34; o=&#39;y&#39;&#62;&#38;""#), "{html}");
        assert!(html.contains("action=\"/oauth2/authorize?state=a&#38;prompt=login\""), "{html}");
    }

    #[test]
    fn every_problem_is_said_in_every_language() {
        let wait = TooMany { retry_after: 2 };
        for texts in LANGUAGES.iter() {
            let html = page(texts, "", None).html();
            let forgot = format!("https://doors.example/#/forgot_password?ui_locales={}\"", texts.language);
            assert!(html.contains(&forgot) && html.contains(&texts.get("forgot-password")), "{html}");
            assert!(html.contains(&format!("<html lang=\"{}\">", texts.language)) && !html.contains("role=\"alert\""));
            for problem in [
                Problem::Wrong,
                Problem::Missing,
                Problem::TooLarge,
                Problem::Stale,
                Problem::TooMany(wait),
                Problem::TooOften(wait),
                Problem::WrongPasskey,
                Problem::TooManyPasskeys(wait),
                Problem::TooManyProviders(wait),
                Problem::Busy,
                Problem::Failed,
            ] {
                let html = page(texts, "owner", Some(problem)).html();
                assert!(html.contains(&texts.problem(problem)), "{html}");
                assert_eq!(html.contains("aria-describedby"), matches!(problem, Problem::Wrong | Problem::Missing));
            }
            let html = UnregisteredPage { texts, product_name: "Cardea" }.html();
            assert!(html.contains(&texts.get("unregistered-why")) && !html.contains("<nav"), "{html}");
        }
    }
}
