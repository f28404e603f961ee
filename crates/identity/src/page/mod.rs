//! The sign-in page: one answer of HTML with its own style and no script, for every browser there is.

mod texts;

pub use texts::Texts;

use crate::TooMany;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::LazyLock;
use texts::LANGUAGES;

const STYLE: &str = include_str!("page.css");
const DOOR: &str = r#"<svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16M3 21h18M10 3v18"/><circle cx="14" cy="12" r=".6"/></svg>"#;
const WARNING: &str = r#"<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4 3 19h18zM12 10v4m0 2.5v.1"/></svg>"#;

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
    /// Too many people at once.
    Busy,
    /// The server failed.
    Failed,
}

/// The page with the form.
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
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

/// Text as HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(c),
        }
    }
    escaped
}

fn document(texts: &Texts, product_name: &str, title: &str, content: &str, languages: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\n\
         <title>{title} – {product}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <div class=\"logo\">{DOOR}{product}</div>\n{content}</main>\n{languages}</body>\n</html>\n",
        language = texts.language,
        title = escape(title),
        product = escape(product_name),
    )
}

fn alert(error: &str) -> String {
    format!("<div class=\"alert\" id=\"error\" role=\"alert\">{WARNING}<span>{}</span></div>\n", escape(error))
}

impl SignInPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let texts = self.texts;
        let title = match self.problem {
            Some(_) => format!("{}: {}", texts.get("error"), texts.get("sign-in")),
            None => texts.get("sign-in"),
        };
        // After a mistake the person is most likely to correct the password: the username is kept.
        let (to_username, to_password) = if self.username.is_empty() { (" autofocus", "") } else { ("", " autofocus") };
        let is_invalid = matches!(self.problem, Some(Problem::Wrong | Problem::Missing));
        let invalid = if is_invalid { " aria-invalid=\"true\" aria-describedby=\"error\"" } else { "" };
        let mut content =
            format!("<h1>{}</h1>\n<p>{}</p>\n", escape(&texts.get("sign-in")), escape(&texts.get("sign-in-lead")));
        content.push_str(&self.problem.map(|problem| alert(&texts.problem(problem))).unwrap_or_default());
        let written = write!(
            content,
            "<form method=\"post\" action=\"/oauth2/authorize?{query}\">\n\
             <input type=\"hidden\" name=\"form_token\" value=\"{token}\">\n\
             <div><label for=\"username\">{username_label}</label>\n\
             <input id=\"username\" name=\"username\" type=\"text\" value=\"{username}\" autocomplete=\"username\" autocapitalize=\"none\" \
             autocorrect=\"off\" spellcheck=\"false\" maxlength=\"255\" required{invalid}{to_username}></div>\n\
             <div><label for=\"password\">{password_label}</label>\n\
             <input id=\"password\" name=\"password\" type=\"password\" autocomplete=\"current-password\" maxlength=\"1024\" \
             required{invalid}{to_password}></div>\n\
             <button type=\"submit\">{submit}</button>\n</form>\n",
            query = escape(self.query),
            token = escape(self.form_token),
            username_label = escape(&texts.get("username")),
            username = escape(self.username),
            password_label = escape(&texts.get("password")),
            submit = escape(&texts.get("sign-in")),
        );
        written.unwrap_or_else(|_| unreachable!("writing to a string does not fail"));
        let languages = languages(texts, self.query);
        document(texts, self.product_name, &title, &content, &languages)
    }
}

/// The page for a request whose client or return address is not registered: it offers nothing and leads nowhere.
pub fn unregistered(texts: &Texts, product_name: &str) -> String {
    let title = texts.get("unregistered");
    let content = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(&title), escape(&texts.get("unregistered-why")));
    document(texts, product_name, &title, &content, "")
}

fn languages(current: &Texts, query: &str) -> String {
    let others = LANGUAGES.iter().map(|texts| {
        if texts.language == current.language {
            return format!(
                "<span lang=\"{}\" aria-current=\"true\">{}</span>\n",
                texts.language,
                escape(&texts.get("language-name"))
            );
        }
        let query = escape(&with_ui_locales(query, texts.language));
        let (language, name) = (texts.language, escape(&texts.get("language-name")));
        format!("<a href=\"/oauth2/authorize?{query}\" lang=\"{language}\" hreflang=\"{language}\">{name}</a>\n")
    });
    format!("<nav aria-label=\"{}\">\n{}</nav>\n", escape(&current.get("languages")), others.collect::<String>())
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

    #[test]
    fn what_was_typed_is_text_and_never_markup() {
        assert_eq!(escape(r#"<a href="x" o='y'>&"#), "&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;");
    }
}
