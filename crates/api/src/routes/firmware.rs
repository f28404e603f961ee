//! /Firmware/v1: the latest firmware of a device. Asked without credentials; images are fetched by links that soon end.

use crate::app::App;
use crate::error::ApiError;
use crate::origin;
use crate::wire::answer::{Binary, Entry};
use crate::wire::body::{Path, Query};
use crate::wire::entries::DeviceEntry;
use crate::wire::example::Example;
use crate::wire::schema::SerialText;
use axum::extract::State;
use axum::http::HeaderMap;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use cardea_identity::Peer;
use cardea_model::Time;
use cardea_model::ids::Serial;
use cardea_outbound::firmware::Device;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::Sha256;
use utoipa::{IntoParams, ToSchema};

/// How long a link to an image works, in seconds.
const LINK_SECONDS: i64 = 600;

/// The latest firmware of a device.
#[derive(Debug, Serialize, ToSchema)]
pub struct LatestFirmware {
    /// Its name among all releases.
    firmware_identifier: String,
    /// How tried it is.
    #[schema(example = "stable")]
    maturity: String,
    /// Where its image is, for ten minutes.
    url: String,
    /// Its version.
    #[schema(example = "1.10.0")]
    version: String,
}

impl Example for LatestFirmware {
    fn example() -> Value {
        json!(LatestFirmware {
            firmware_identifier: "danabridgev3-1.10.0".into(),
            maturity: "stable".into(),
            url: "https://cardea.example.com/Firmware/v1/images/danabridgev3-1.10.0?expires=1772453400&signature=q83vASNFZ4mrze8BI0VniQ".into(),
            version: "1.10.0".into(),
        })
    }
}

/// What makes a link to an image work.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Signature {
    /// Seconds since 1970 from which on it does not.
    expires: Option<i64>,
    /// Proof that this server made it.
    signature: Option<String>,
}

/// The latest firmware for a device of this serial number.
///
/// Of the releases for its type these are considered that are stable or for this very device, and not kept for others.
#[utoipa::path(
    get,
    path = "/Firmware/v1/by-serial-number/{serial}/latest",
    tag = "firmware",
    params(("serial" = SerialText, Path)),
    responses((status = 429, description = "`too_many_attempts`: this address asks too often; Retry-After says when."))
)]
pub async fn get_latest_firmware(
    State(app): State<App>,
    peer: Peer,
    headers: HeaderMap,
    Path(serial): Path<Serial>,
) -> Result<Entry<LatestFirmware>, ApiError> {
    app.firmware_questions().take(&peer.number(), app.store().now())?;
    // Strangers do not learn the type of a device without a release, nor whether the device exists: the refusal is the same.
    let not_found = || ApiError::not_found(serial);
    let domain = app.store().domain_of_serial(serial).await?.ok_or_else(not_found)?;
    let facts = app.store().facts(domain).await?;
    let device = DeviceEntry::by_serial(&facts, serial).ok_or_else(not_found)?;
    let told = app.store().tracked_firmware(domain, serial).await?;
    let pcb_version = told.as_ref().map_or("", |told| &told.pcb);
    let device = Device { device_type: &device.device_type, serial, pcb_version };
    let release = app.firmware().latest(device).await?.ok_or_else(not_found)?;
    let expires = app.store().now().plus_seconds(LINK_SECONDS).seconds();
    let signature = URL_SAFE_NO_PAD.encode(mac(&app, &release.identifier, expires).finalize().into_bytes());
    let url = format!(
        "{}/Firmware/v1/images/{}?expires={expires}&signature={signature}",
        origin::base(&app, &headers),
        release.identifier
    );
    let latest = LatestFirmware {
        firmware_identifier: release.identifier,
        maturity: release.maturity,
        url,
        version: release.version,
    };
    Ok(Entry::of(latest))
}

/// The image of a release, by a link that `get_latest_firmware` gave.
#[utoipa::path(
    get,
    path = "/Firmware/v1/images/{firmware}",
    tag = "firmware",
    params(("firmware" = String, Path), Signature),
    responses(
        (status = 403, description = "`forbidden`: the link is over, or was not made by this server."),
    )
)]
pub async fn download_firmware(
    State(app): State<App>,
    Path(identifier): Path<String>,
    Query(link): Query<Signature>,
) -> Result<Binary, ApiError> {
    let over = || ApiError::forbidden("this link is over, or was not made by this server");
    let expires = link.expires.filter(|expires| Time::from_seconds(*expires) > app.store().now()).ok_or_else(over)?;
    let signature = URL_SAFE_NO_PAD.decode(link.signature.unwrap_or_default()).map_err(|_| over())?;
    mac(&app, &identifier, expires).verify_slice(&signature).map_err(|_| over())?;
    let image = app.firmware().image(&identifier).await?.ok_or_else(|| ApiError::not_found(identifier))?;
    Ok(Binary(image))
}

fn mac(app: &App, identifier: &str, expires: i64) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(app.secret()).expect("HMAC takes keys of any length");
    mac.update(b"firmware link ");
    mac.update(&expires.to_be_bytes());
    mac.update(identifier.as_bytes());
    mac
}
