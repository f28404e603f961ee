//! The service account: who sends, and how it proves so (RFC 7523; docs/standards.md).

use super::NoFcm;
use crate::address;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rustls::SignatureScheme;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use rustls::sign::SigningKey;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use url::Url;

/// What a token is asked for.
const SCOPE: &str = "https://www.googleapis.com/auth/firebase.messaging";
/// For how long what was signed counts, in seconds.
const LIVES: i64 = 3_600;

/// A service account's file, as far as it is read.
#[derive(Deserialize)]
struct File {
    #[serde(rename = "type")]
    kind: String,
    project_id: String,
    private_key_id: String,
    private_key: String,
    client_email: String,
    token_uri: String,
}

/// A service account.
pub struct ServiceAccount {
    project_id: String,
    key_id: String,
    email: String,
    token_uri: Url,
    key: Arc<dyn SigningKey>,
}

impl ServiceAccount {
    /// The account of a file.
    pub fn parse(file: &str) -> Result<ServiceAccount, NoFcm> {
        // The parser's message may hold a piece of the key.
        let file: File = serde_json::from_str(file).map_err(|error| {
            NoFcm::File(format!("line {} has no such JSON as a service account has", error.line().max(1)))
        })?;
        if file.kind != "service_account" {
            return Err(NoFcm::File("its type is not service_account".to_owned()));
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-:.".contains(&byte);
        if file.project_id.is_empty() || !file.project_id.bytes().all(is_name) {
            return Err(NoFcm::File("its project_id is no project's".to_owned()));
        }
        let token_uri = file.token_uri.parse().ok().filter(address::is_fit);
        let key = PrivateKeyDer::from_pem_slice(file.private_key.as_bytes());
        let key = key.map_err(|_| NoFcm::Key("it is no key in PEM".to_owned()))?;
        let key = rustls::crypto::ring::default_provider().key_provider.load_private_key(key);
        let key = key.map_err(|error| NoFcm::Key(error.to_string()))?;
        if key.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA256]).is_none() {
            return Err(NoFcm::Key("it is no RSA key".to_owned()));
        }
        Ok(ServiceAccount {
            token_uri: token_uri.ok_or(NoFcm::Address(file.token_uri))?,
            project_id: file.project_id,
            key_id: file.private_key_id,
            email: file.client_email,
            key,
        })
    }

    /// Its project.
    pub fn project_id(&self) -> &str {
        &self.project_id
    }

    /// Where it is given tokens.
    pub fn token_uri(&self) -> &Url {
        &self.token_uri
    }

    /// What it wants, signed at this second since 1970: a JWT by RS256.
    pub fn assertion(&self, now: i64) -> Result<String, rustls::Error> {
        let head = json!({ "alg": "RS256", "typ": "JWT", "kid": self.key_id });
        let wants = json!({
            "iss": self.email, "scope": SCOPE, "aud": self.token_uri.as_str(), "iat": now, "exp": now + LIVES,
        });
        let unsigned = [head, wants].map(|part| URL_SAFE_NO_PAD.encode(part.to_string())).join(".");
        let signer = self.key.choose_scheme(&[SignatureScheme::RSA_PKCS1_SHA256]);
        let signer = signer.ok_or_else(|| rustls::Error::General("no RSA key".to_owned()))?;
        let signature = signer.sign(unsigned.as_bytes())?;
        Ok(format!("{unsigned}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}
