//! The sign-in page: one answer of HTML with its own style and no script, for every browser there is.

use super::texts::{LANGUAGES, Texts};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::sync::LazyLock;

const STYLE: &str = include_str!("page.css");
const DOOR: &str = r#"<svg width="26" height="26" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16M3 21h18M10 3v18"/><circle cx="14" cy="12" r=".6"/></svg>"#;
const WARNING: &str = r#"<svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4 3 19h18zM12 10v4m0 2.5v.1"/></svg>"#;

/// The one style that the page may have.
static STYLE_SOURCE: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(STYLE.as_bytes()))));

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
    pub error: Option<&'a str>,
    /// Where the answer to the form may lead.
    pub redirect_origin: &'a str,
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
    /// The answer: the page, with this status.
    pub fn answer(&self, status: StatusCode) -> Response {
        let texts = self.texts;
        let title = match self.error {
            Some(_) => format!("{}: {}", texts.error, texts.sign_in),
            None => texts.sign_in.to_owned(),
        };
        // After a mistake the person is most likely to correct the password: the username is kept.
        let (to_username, to_password) = if self.username.is_empty() { (" autofocus", "") } else { ("", " autofocus") };
        let invalid =
            if status == StatusCode::BAD_REQUEST { " aria-invalid=\"true\" aria-describedby=\"error\"" } else { "" };
        let mut content = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(texts.sign_in), escape(texts.lead));
        content.push_str(&self.error.map(alert).unwrap_or_default());
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
            username_label = escape(texts.username),
            username = escape(self.username),
            password_label = escape(texts.password),
            submit = escape(texts.sign_in),
        );
        written.unwrap_or_else(|_| unreachable!("writing to a string does not fail"));
        let languages = languages(texts, self.query);
        let form_action = format!("'self' {}", self.redirect_origin);
        answer(status, document(texts, self.product_name, &title, &content, &languages), &form_action)
    }
}

/// The page for a request whose client or return address is not registered: it offers nothing and leads nowhere.
pub fn unregistered(texts: &Texts, product_name: &str) -> Response {
    let content = format!("<h1>{}</h1>\n<p>{}</p>\n", escape(texts.unregistered), escape(texts.unregistered_why));
    answer(StatusCode::BAD_REQUEST, document(texts, product_name, texts.unregistered, &content, ""), "'none'")
}

fn languages(current: &Texts, query: &str) -> String {
    let others = LANGUAGES.iter().map(|texts| {
        if texts.language == current.language {
            return format!("<span lang=\"{}\" aria-current=\"true\">{}</span>\n", texts.language, texts.name);
        }
        let query = escape(&super::request::with_ui_locales(query, texts.language));
        let (language, name) = (texts.language, texts.name);
        format!("<a href=\"/oauth2/authorize?{query}\" lang=\"{language}\" hreflang=\"{language}\">{name}</a>\n")
    });
    format!("<nav aria-label=\"{}\">\n{}</nav>\n", escape(current.languages), others.collect::<String>())
}

fn answer(status: StatusCode, html: String, form_action: &str) -> Response {
    let policy = format!(
        "default-src 'none'; style-src {}; img-src 'self'; form-action {form_action}; frame-ancestors 'none'; base-uri 'none'",
        *STYLE_SOURCE
    );
    let headers = HeaderMap::from_iter([
        (
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'")),
        ),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ]);
    (status, headers, Html(html)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_text_and_never_markup() {
        assert_eq!(escape(r#"<a href="x" o='y'>&"#), "&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;");
    }
}
