//! What sets two-factor sign-in up, as people are told it.

use crate::wire::example::{self, Example};
use cardea_identity::Seed;
use fast_qr::ECL;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::qr::QRBuilder;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// What `status` says of what was done.
const SUCCESS: &str = "Success";

/// A seed that waits for its first code.
#[derive(Serialize, ToSchema)]
#[schema(as = TwoFactorSeed)]
pub struct TwoFactorSeedEntry {
    /// The address as a QR code for the app to read: an SVG document, dark on white.
    #[serde(rename = "responseQR")]
    #[schema(example = "<svg viewBox=\"0 0 53 53\" xmlns=\"http://www.w3.org/2000/svg\">…</svg>")]
    response_qr: String,
    /// What was asked for: `generate`.
    activity: &'static str,
    /// `Success`.
    status: &'static str,
    /// The seed for whoever cannot read the QR code: 32 characters of base32, to be typed into the app.
    secret: String,
    /// The same with whose it is, as apps read it: `otpauth://totp/…`.
    uri: String,
}

impl TwoFactorSeedEntry {
    /// The entry of this seed of this account of this product.
    pub fn of(seed: &Seed, product: &str, username: &str) -> Self {
        let uri = seed.uri(product, username);
        TwoFactorSeedEntry { response_qr: qr(&uri), activity: "generate", status: SUCCESS, secret: seed.base32(), uri }
    }
}

/// The QR code of an address, as SVG. A screen is clean: little redundancy leaves larger squares.
fn qr(uri: &str) -> String {
    let code = QRBuilder::new(uri).ecl(ECL::M).build();
    let code = code.unwrap_or_else(|_| unreachable!("an address of two names of 64 characters is short enough"));
    SvgBuilder::default().to_str(&code)
}

/// The second factor is required from now on.
#[derive(Serialize, ToSchema)]
#[schema(as = TwoFactorEnrolled)]
pub struct TwoFactorEnrolledEntry {
    /// `Success`.
    status: &'static str,
    /// Ten codes to sign in with when the app is not at hand, each once. Told this once.
    recovery_codes: Vec<String>,
}

impl TwoFactorEnrolledEntry {
    /// The entry of these codes.
    pub fn of(recovery_codes: Vec<String>) -> Self {
        TwoFactorEnrolledEntry { status: SUCCESS, recovery_codes }
    }
}

impl Example for TwoFactorSeedEntry {
    fn example() -> Value {
        let seed = Seed::from_bytes(b"12345678901234567890").expect("20 bytes");
        let mut entry = json!(TwoFactorSeedEntry::of(&seed, "Cardea", &example::owner().profile.username));
        entry["responseQR"] = json!("<svg viewBox=\"0 0 53 53\" xmlns=\"http://www.w3.org/2000/svg\">…</svg>");
        entry
    }
}

impl Example for TwoFactorEnrolledEntry {
    fn example() -> Value {
        let codes = ["7KQ2-WX9M-TR4H-CAF3", "N8VD-2GYU-PQ6J-XK5E", "4TMC-H9RW-3DAY-V7FN"];
        json!(TwoFactorEnrolledEntry::of(codes.map(str::to_owned).to_vec()))
    }
}
