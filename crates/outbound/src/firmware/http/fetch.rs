//! Fetching: one GET, without credentials, that ends in time and takes no more than it should.

use http_body_util::{BodyExt, Empty, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ETAG, HeaderValue, IF_NONE_MATCH, LOCATION, USER_AGENT};
use hyper::{Request, Response, StatusCode};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::RootCertStore;
use std::time::Duration;
use url::Url;

/// How many redirects are followed at most.
const REDIRECTS: usize = 3;

/// What a GET came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Fetched {
    /// The body, and the tag by which to ask later whether it has changed.
    Body(Vec<u8>, Option<String>),
    /// It has not changed since the tag that was sent.
    Unchanged,
}

/// Why nothing was fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address cannot be asked for.
    #[error("not an address that can be asked for: {0}")]
    Address(#[from] hyper::http::Error),
    /// Nobody answers there, or without a certificate that is trusted.
    #[error("{}", reason(.0))]
    Away(#[from] hyper_util::client::legacy::Error),
    /// The answer has another status than it should.
    #[error("the answer is {0}")]
    Status(StatusCode),
    /// It redirects to another origin, or too often.
    #[error("it sends on to where nobody follows")]
    Redirect,
    /// The body is too large, or broke off.
    #[error("the body is over {0} bytes, or broke off")]
    Body(usize),
    /// It took too long.
    #[error("no whole answer within {0:?}")]
    Slow(Duration),
}

/// The innermost cause, which says most.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}

/// A client that keeps no connection open: its requests are far apart.
pub struct Fetcher(Client<HttpsConnector<HttpConnector>, Empty<Bytes>>);

impl Fetcher {
    /// A client that trusts these authorities.
    ///
    /// # Errors
    /// TLS that cannot be spoken.
    pub fn new(roots: RootCertStore) -> Result<Fetcher, rustls::Error> {
        let connector = crate::client::connector(roots)?;
        Ok(Fetcher(Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector)))
    }

    /// What is at this address: at most so many bytes, all of them within that time. Redirects are followed within the same origin only.
    ///
    /// # Errors
    /// Whatever else it came to.
    pub async fn get(
        &self,
        url: &Url,
        tag: Option<&str>,
        most: usize,
        within: Duration,
    ) -> Result<Fetched, FetchError> {
        let fetched = tokio::time::timeout(within, self.follow(url, tag, most));
        fetched.await.unwrap_or(Err(FetchError::Slow(within)))
    }

    async fn follow(&self, url: &Url, tag: Option<&str>, most: usize) -> Result<Fetched, FetchError> {
        let mut at = url.clone();
        for _ in 0..=REDIRECTS {
            let answer = self.ask(&at, tag).await?;
            match answer.status() {
                StatusCode::OK => return body(answer, most).await,
                StatusCode::NOT_MODIFIED if tag.is_some() => return Ok(Fetched::Unchanged),
                status if status.is_redirection() => {
                    let location = answer.headers().get(LOCATION).and_then(|location| location.to_str().ok());
                    let next = location.and_then(|location| at.join(location).ok());
                    at = next.filter(|next| next.origin() == url.origin()).ok_or(FetchError::Redirect)?;
                }
                status => return Err(FetchError::Status(status)),
            }
        }
        Err(FetchError::Redirect)
    }

    async fn ask(&self, url: &Url, tag: Option<&str>) -> Result<Response<Incoming>, FetchError> {
        let mut request = Request::get(url.as_str()).header(USER_AGENT, concat!("cardea/", env!("CARGO_PKG_VERSION")));
        if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(tag).ok()) {
            request = request.header(IF_NONE_MATCH, tag);
        }
        Ok(self.0.request(request.body(Empty::new())?).await?)
    }
}

async fn body(answer: Response<Incoming>, most: usize) -> Result<Fetched, FetchError> {
    let tag = answer.headers().get(ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
    let body = answer.into_body();
    if body.size_hint().lower() > most as u64 {
        return Err(FetchError::Body(most));
    }
    let whole = Limited::new(body, most).collect().await.map_err(|_| FetchError::Body(most))?;
    Ok(Fetched::Body(whole.to_bytes().to_vec(), tag))
}
