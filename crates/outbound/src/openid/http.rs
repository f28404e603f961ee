//! How providers are asked: one request, that ends in time, takes no more than it should, and is sent on to nobody.

use super::reach::{Reach, Resolver};
use crate::{address, client};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes};
use hyper::header::{HeaderValue, USER_AGENT};
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use rustls::RootCertStore;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use url::Url;

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// The largest answer that is read, in bytes.
const LARGEST_ANSWER: usize = 1 << 18;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// An address that is not asked.
    #[error("{0} is not asked: it is no https:// address, or leads into a private network")]
    Address(String),
    /// Nobody answers there, or without a certificate that is trusted.
    #[error("{}", reason(.0))]
    Away(#[from] hyper_util::client::legacy::Error),
    /// The answer is too large, or broke off.
    #[error("the answer is over {LARGEST_ANSWER} bytes, or broke off")]
    Body,
    /// It took too long.
    #[error("no whole answer within {} s", PATIENCE.as_secs())]
    Slow,
    /// It sends elsewhere.
    #[error("the answer sends elsewhere")]
    Redirect,
}

/// The innermost reason, which says most.
fn reason(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), reason)
}

/// Asks a provider. It keeps no connection: sign-ins are far between.
pub struct Http {
    client: Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>,
    reach: Reach,
}

impl Http {
    /// A client that trusts these authorities and goes so far.
    ///
    /// # Errors
    /// TLS that cannot be spoken.
    pub fn new(roots: RootCertStore, reach: Reach) -> Result<Http, rustls::Error> {
        let connector = client::connector_by(Resolver::new(reach), roots)?;
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(connector);
        Ok(Http { client, reach })
    }

    async fn ask(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let text = request.uri().to_string();
        let fit = text.parse::<Url>().is_ok_and(|url| address::is_fit(&url) && self.reach.allows_host(&url));
        if !fit {
            return Err(HttpError::Address(text));
        }
        let mut request = request.map(|body| Full::new(Bytes::from(body)));
        let name = HeaderValue::from_static(concat!("cardea/", env!("CARGO_PKG_VERSION")));
        request.headers_mut().insert(USER_AGENT, name);
        let answered = tokio::time::timeout(PATIENCE, async {
            let (head, body) = self.client.request(request).await?.into_parts();
            if head.status.is_redirection() {
                return Err(HttpError::Redirect);
            }
            if body.size_hint().lower() > LARGEST_ANSWER as u64 {
                return Err(HttpError::Body);
            }
            let whole = Limited::new(body, LARGEST_ANSWER).collect().await.map_err(|_| HttpError::Body)?;
            Ok(HttpResponse::from_parts(head, whole.to_bytes().to_vec()))
        });
        answered.await.unwrap_or(Err(HttpError::Slow))
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.ask(request))
    }
}
