//! What a provider's answer proves: its ID token, checked as OpenID Connect Core 3.1.3.7 has it. The library does most of it; what it leaves open
//! is settled here.

use super::{Asking, Drawn, Proof, ProviderClaims};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::DateTime;
use openidconnect::core::{CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreTokenResponse};
use openidconnect::{
    AccessTokenHash, AuthorizationCode, AuthorizationCodeHash, ClaimsVerificationError, Nonce, OAuth2TokenResponse,
    TokenResponse,
};
use serde_json::Value;

/// The longest name that a provider tells somebody apart by, in bytes.
const SUBJECT_MAX: usize = 255;
/// How far a provider's clock may be off, in seconds.
const OFF: i64 = 60;
/// How long before somebody was sent to the provider its answer may have been made, in seconds. It is made afterwards: more means that a
/// clock is far off.
const BEFORE: i64 = 600;

/// How answers may be signed: by a key that the provider alone has. What is signed with the client's secret, and what is not signed at all,
/// counts for nothing.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// What an answer has to fit.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The client id of this server at the provider.
    pub client: &'a str,
    /// The code that the answer was given for.
    pub code: &'a str,
    /// How somebody was sent there.
    pub drawn: Drawn<'a>,
}

/// What an answer proves to whoever asked for it so, at this second since 1970.
pub fn checked(
    client: &Asking,
    answer: &CoreTokenResponse,
    asked: Asked<'_>,
    now: i64,
) -> Result<Proof, ClaimsVerificationError> {
    let other = |why: &str| ClaimsVerificationError::Other(why.to_owned());
    let Drawn { nonce, began, anew, .. } = asked.drawn;
    let id_token = answer.id_token().ok_or_else(|| other("it has no ID token"))?;
    let at = DateTime::from_timestamp(now, 0).ok_or_else(|| other("nobody knows what time it is"))?;
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(ALGORITHMS)
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(move || at)
        .set_issue_time_verifier_fn(move |issued| match issued.timestamp() {
            issued if issued > now + OFF => Err("it is of a time to come".to_owned()),
            issued if issued < began - BEFORE => Err("it is from long before it was asked for".to_owned()),
            _ => Ok(()),
        });
    let claims = id_token.claims(&verifier, &Nonce::new(nonce.to_owned()))?;
    is_for_us(claims, asked.client)?;
    counts_by_now(id_token, now)?;
    let key = id_token.signing_key(&verifier).map_err(ClaimsVerificationError::SignatureVerification)?;
    let by = id_token.signing_alg().map_err(ClaimsVerificationError::SignatureVerification)?;
    if let Some(expected) = claims.access_token_hash() {
        let found = AccessTokenHash::from_token(answer.access_token(), by, key);
        if found.ok().as_ref() != Some(expected) {
            return Err(other("the access token is another one"));
        }
    }
    if let Some(expected) = claims.code_hash() {
        let found = AuthorizationCodeHash::from_code(&AuthorizationCode::new(asked.code.to_owned()), by, key);
        if found.ok().as_ref() != Some(expected) {
            return Err(other("the code is another one"));
        }
    }
    let shown = claims.auth_time().map(|shown| shown.timestamp());
    if anew && shown.is_some_and(|shown| shown < began - OFF) {
        return Err(other("nobody showed again who they are"));
    }
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > SUBJECT_MAX {
        return Err(other("it names nobody, or at too much length"));
    }
    // The access token is sent in a header.
    if !answer.access_token().secret().bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(other("the access token is none"));
    }
    let told = ProviderClaims {
        email: claims.email().map(|email| email.to_string()),
        email_verified: claims.email_verified() == Some(true),
        name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
    };
    let shown = shown.filter(|shown| *shown <= now + OFF);
    Ok(Proof { subject: subject.to_owned(), shown, told, token: answer.access_token().clone() })
}

/// Makes sure that the ID token is valid already, where it says from when on (`nbf`): the library does not look at that. The signature was
/// checked before.
fn counts_by_now(id_token: &CoreIdToken, now: i64) -> Result<(), ClaimsVerificationError> {
    let text = id_token.to_string();
    let claims = text.split('.').nth(1).and_then(|claims| URL_SAFE_NO_PAD.decode(claims).ok());
    let claims: Option<Value> = claims.and_then(|claims| serde_json::from_slice(&claims).ok());
    let claims = claims.ok_or_else(|| ClaimsVerificationError::Other("it cannot be read".to_owned()))?;
    match claims.get("nbf") {
        None | Some(Value::Null) => Ok(()),
        Some(from) if from.as_f64().is_some_and(|from| from <= (now + OFF) as f64) => Ok(()),
        Some(_) => Err(ClaimsVerificationError::Other("it does not count yet".to_owned())),
    }
}

/// Makes sure that the answer was made for this server. Where its audience is several clients, it has to name this one (`azp`).
fn is_for_us(claims: &CoreIdTokenClaims, own: &str) -> Result<(), ClaimsVerificationError> {
    match claims.authorized_party() {
        Some(party) if party.as_str() == own => Ok(()),
        None if claims.audiences().len() == 1 => Ok(()),
        Some(_) => Err(ClaimsVerificationError::InvalidAudience("it was given to another".to_owned())),
        None => Err(ClaimsVerificationError::InvalidAudience("it is for several, and does not say whom".to_owned())),
    }
}
