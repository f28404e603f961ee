//! /ekey/v3/devices/{serial}/enrollment_…: a bridge proves the key that it will connect with.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::answer::Entry;
use crate::wire::body::{Body, Path};
use crate::wire::example::{self, Example};
use crate::wire::field::Required;
use crate::wire::schema::{SerialText, Wire};
use axum::extract::State;
use cardea_gateway_protocol::enrollment::{self, Answer};
use cardea_model::act::devices;
use cardea_model::ids::Serial;
use cardea_model::{FieldCode, Refusal, Time};
use cardea_store::Drafts;
use cardea_store::enrollments::{self, Enrollment};
use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// How long an enrollment token counts, in seconds.
const TOKEN_LIVES: i64 = 3_600;

/// What a bridge is to sign.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnrollmentToken {
    /// The bridge.
    serial_number: SerialText,
    /// The token, 32 bytes in base64. It counts for an hour, and once.
    enrollment_token: String,
    /// The server's Ed25519 public key, 32 bytes in base64: by it locks know keys, and the bridge knows the confirmation.
    server_public_key: String,
}

impl EnrollmentToken {
    fn of(serial: Serial, token: &enrollment::Token, server: &[u8; 32]) -> Self {
        EnrollmentToken {
            serial_number: Wire(serial),
            enrollment_token: enrollment::encode(token),
            server_public_key: enrollment::encode(server),
        }
    }
}

impl Example for EnrollmentToken {
    fn example() -> Value {
        json!(EnrollmentToken::of(example::bridge().serial, &[9; 32], &server().verifying_key().to_bytes()))
    }
}

/// The server's key, in the examples.
fn server() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn example_answer() -> Answer {
    Answer::of(&SigningKey::from_bytes(&[8; 32]), [9; 32], example::bridge().serial)
}

/// Begins the enrollment of a bridge.
///
/// The bridge signs the token with the key that it will prove itself by (docs/gateway.md, Enrollment). An earlier token of this bridge counts
/// no longer. A bridge that has a key already gets another by administrators alone.
#[utoipa::path(
    post,
    path = "/ekey/v3/devices/{serial}/enrollment_token",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    responses(
        (status = 409, description = "`conflict`: it is no bridge, and needs no key."),
    )
)]
pub async fn create_enrollment_token(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
) -> Result<Entry<EnrollmentToken>, ApiError> {
    let (user, domain, token) = (caller.user.id, caller.domain(), rand::random());
    let begin = move |drafts: &mut Drafts, now: Time| {
        let device = drafts.act(|facts| devices::begin_enrollment(facts, serial, user))?;
        let begun = Enrollment { device, domain, user, token };
        let expires = now.plus_seconds(TOKEN_LIVES);
        drafts.along(move |tx, _| Box::pin(async move { Ok(enrollments::begin(tx, begun, expires).await?) }));
        Ok(())
    };
    let server = app.verifying_key().to_bytes();
    let entry = move |_: &_, (), _| Some(Entry::of(EnrollmentToken::of(serial, &token, &server)));
    caller.change(&app, "create_enrollment_token").answer(begin, entry).await
}

/// What a bridge made of its token.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EnrollmentResult {
    /// Token, public key and signature of the bridge, 128 bytes in base64.
    enrollment_result_token: Required<String>,
}

impl Example for EnrollmentResult {
    fn example() -> Value {
        json!({ "enrollment_result_token": example_answer().encode() })
    }
}

/// That a bridge is enrolled.
#[derive(Debug, Serialize, ToSchema)]
pub struct EnrollmentConfirmation {
    /// The bridge.
    serial_number: SerialText,
    /// The server's signature, 64 bytes in base64, by which the bridge knows that its key was taken.
    enrollment_confirmation_token: String,
}

impl Example for EnrollmentConfirmation {
    fn example() -> Value {
        let serial = example::bridge().serial;
        let word = example_answer().confirm(&server(), serial);
        json!(EnrollmentConfirmation { serial_number: Wire(serial), enrollment_confirmation_token: word })
    }
}

/// Completes the enrollment of a bridge, by whoever asked for its token.
///
/// From now on the bridge connects with this key; a connection that was proven with another one ends.
#[utoipa::path(
    post,
    path = "/ekey/v3/devices/{serial}/enrollment_confirmation_token",
    tag = "devices",
    params(("serial" = SerialText, Path)),
    request_body = Body<EnrollmentResult>,
    responses(
        (status = 409, description = "`conflict`: it is no bridge, and needs no key."),
    )
)]
pub async fn confirm_enrollment(
    State(app): State<App>,
    caller: Caller,
    Path(serial): Path<Serial>,
    Body(body): Body<EnrollmentResult>,
) -> Result<Entry<EnrollmentConfirmation>, ApiError> {
    const FIELD: &str = "enrollment_result_token";
    let invalid = |message: &str| Refusal::field(FIELD, FieldCode::Invalid, message);
    let answer = Answer::decode(&body.enrollment_result_token.0);
    let answer = answer.ok_or_else(|| invalid("128 bytes in base64: token, public key and signature"))?;
    if !answer.proves(serial) {
        return Err(invalid("the signature is not of this token, serial number and key").into());
    }
    let (user, domain) = (caller.user.id, caller.domain());
    let confirm = move |drafts: &mut Drafts, _| {
        let device = drafts.act(|facts| devices::confirm_enrollment(facts, serial, answer.public_key, user))?;
        let shown = Enrollment { device, domain, user, token: answer.token };
        drafts.along(move |tx, now| {
            Box::pin(async move {
                let taken = enrollments::take(tx, shown, now).await?;
                let over = || invalid("this token is not yours, was used, or is over: ask for another");
                if taken { Ok(()) } else { Err(over().into()) }
            })
        });
        Ok(())
    };
    let word = answer.confirm(app.key_signer(), serial);
    let entry = move |_: &_, (), _| {
        Some(Entry::of(EnrollmentConfirmation { serial_number: Wire(serial), enrollment_confirmation_token: word }))
    };
    caller.change(&app, "confirm_enrollment").answer(confirm, entry).await
}
