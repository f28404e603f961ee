//! What a provider's answer proves: its ID token, checked as OpenID Connect Core 3.1.3.7 has it. The library does most of it; what it leaves open
//! is settled here.

use super::{Asking, Proof, Told};
use chrono::DateTime;
use openidconnect::core::{CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreTokenResponse};
use openidconnect::{AccessTokenHash, ClaimsVerificationError, Nonce, OAuth2TokenResponse, TokenResponse};

/// The longest name that a provider tells somebody apart by, in bytes.
const SUBJECT_MAX: usize = 255;
/// How far a provider's clock may be ahead, in seconds.
const AHEAD: i64 = 60;

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

/// What an answer proves to the client of this name, who sent somebody there with this nonce, at this second since 1970.
pub fn checked(
    client: &Asking,
    answer: &CoreTokenResponse,
    (own, nonce): (&str, &str),
    now: i64,
) -> Result<Proof, ClaimsVerificationError> {
    let other = |why: &str| ClaimsVerificationError::Other(why.to_owned());
    let id_token = answer.id_token().ok_or_else(|| other("it has no ID token"))?;
    let at = DateTime::from_timestamp(now, 0).ok_or_else(|| other("nobody knows what time it is"))?;
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(ALGORITHMS)
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(move || at)
        .set_issue_time_verifier_fn(move |issued| match issued.timestamp() > now + AHEAD {
            true => Err("it is of a time to come".to_owned()),
            false => Ok(()),
        });
    let claims = id_token.claims(&verifier, &Nonce::new(nonce.to_owned()))?;
    is_for_us(claims, own)?;
    if let Some(expected) = claims.access_token_hash() {
        let key = id_token.signing_key(&verifier).map_err(ClaimsVerificationError::SignatureVerification)?;
        let by = id_token.signing_alg().map_err(ClaimsVerificationError::SignatureVerification)?;
        let found = AccessTokenHash::from_token(answer.access_token(), by, key);
        if found.ok().as_ref() != Some(expected) {
            return Err(other("the access token is another one"));
        }
    }
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > SUBJECT_MAX {
        return Err(other("it names nobody, or at too much length"));
    }
    // It is sent in a header.
    if !answer.access_token().secret().bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(other("the access token is none"));
    }
    let told = Told {
        email: claims.email().map(|email| email.to_string()),
        email_verified: claims.email_verified() == Some(true),
        name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
    };
    Ok(Proof { subject: subject.to_owned(), told, token: answer.access_token().clone() })
}

/// Makes sure that the answer was given to us. Where it is for several, it has to say so.
fn is_for_us(claims: &CoreIdTokenClaims, own: &str) -> Result<(), ClaimsVerificationError> {
    match claims.authorized_party() {
        Some(party) if party.as_str() == own => Ok(()),
        None if claims.audiences().len() == 1 => Ok(()),
        Some(_) => Err(ClaimsVerificationError::InvalidAudience("it was given to another".to_owned())),
        None => Err(ClaimsVerificationError::InvalidAudience("it is for several, and does not say whom".to_owned())),
    }
}
