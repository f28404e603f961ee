//! What devices run, as far as somebody told, and what they may be brought to: told beside keys and devices.

use crate::app::App;
use crate::caller::Caller;
use crate::error::ApiError;
use crate::wire::entries::ProductFirmware;
use cardea_model::ids::Serial;
use cardea_outbound::firmware::Device;
use std::collections::HashMap;
use std::time::Duration;

/// How long it is asked what devices may be brought to: keys do not wait for where firmware comes from.
const PATIENCE: Duration = Duration::from_millis(200);

/// What these devices of the caller's domain run, each by its serial number and type.
///
/// # Errors
/// The database's.
pub async fn firmware(
    app: &App,
    caller: &Caller,
    devices: impl IntoIterator<Item = (Serial, &str)>,
) -> Result<HashMap<Serial, ProductFirmware>, ApiError> {
    let types: Vec<(Serial, &str)> = devices.into_iter().collect();
    let serials = types.iter().map(|(serial, _)| *serial);
    let told = app.store().tracked_firmware_of(caller.domain(), serials).await?;
    let mut told: HashMap<Serial, ProductFirmware> =
        told.iter().map(|told| (told.serial(), ProductFirmware::told(told))).collect();
    let offered = async {
        let mut offered = Vec::new();
        for (serial, device_type) in &types {
            let pcb_version = told.get(serial).map_or("", ProductFirmware::pcb_version);
            let device = Device { device_type, serial: *serial, pcb_version };
            if let Ok(Some(release)) = app.firmware().latest(device).await {
                offered.push((*serial, release));
            }
        }
        offered
    };
    for (serial, release) in tokio::time::timeout(PATIENCE, offered).await.unwrap_or_default() {
        told.entry(serial).or_default().may_become(&release);
    }
    Ok(told)
}
