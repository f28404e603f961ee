//! What the fields of a bridge's message may hold beyond their types, and what of their texts is passed on.

use super::UpMessage;
use super::up::{Evt, Hello, Phase, Res};
use crate::result::OperationResult;
use crate::{MAX_DEVICES, MAX_TEXT_BYTES, text};

impl UpMessage {
    /// The field that breaks a limit, and the limit; `None` when none does.
    pub(super) fn out_of_range(&self) -> Option<(String, &'static str)> {
        match self {
            UpMessage::Hello(hello) => hello.out_of_range(),
            UpMessage::Res(res) if (res.phase == Phase::Done) != res.status.is_some() => {
                Some(("status".into(), "it stands with phase done, and only then"))
            }
            UpMessage::Res(res) => {
                let field = res.result.as_ref().and_then(OperationResult::out_of_range)?;
                let limit = if field == "battery_level" { "from 0 to 100" } else { "at most 64 bytes" };
                Some((format!("result.{field}"), limit))
            }
            UpMessage::Evt(evt) if !Evt::EIDS.contains(&evt.eid) => Some(("eid".into(), "from 1 to 2^53 - 1")),
            UpMessage::Evt(evt) if evt.slot.is_some_and(|slot| !Evt::SLOTS.contains(&slot)) => {
                Some(("slot".into(), "from 1 to 20"))
            }
            UpMessage::State(state) if state.battery.is_some_and(|level| level > 100) => {
                Some(("battery".into(), "from 0 to 100"))
            }
            UpMessage::Evt(_) | UpMessage::State(_) | UpMessage::Unknown => None,
        }
    }

    /// Free texts are stored and shown: what a screen or a log would obey is replaced in them. `boot` is neither, and goes
    /// back as it came.
    pub(super) fn make_printable(&mut self) {
        match self {
            UpMessage::Hello(hello) => {
                let devices = hello.devices.iter_mut();
                let theirs = devices.flat_map(|device| [&mut device.device_type, &mut device.firmware]);
                theirs.chain([&mut hello.firmware]).for_each(text::make_printable);
            }
            UpMessage::Res(Res { result: Some(result), .. }) => result.make_printable(),
            UpMessage::Res(_) | UpMessage::Evt(_) | UpMessage::State(_) | UpMessage::Unknown => {}
        }
    }
}

impl Hello {
    fn out_of_range(&self) -> Option<(String, &'static str)> {
        if self.devices.len() > MAX_DEVICES {
            return Some(("devices".into(), "at most 64"));
        }
        if self.boot.is_empty() {
            return Some(("boot".into(), "at least 1 byte"));
        }
        let own = [("boot".to_owned(), &self.boot), ("firmware".to_owned(), &self.firmware)];
        let theirs = self.devices.iter().enumerate().flat_map(|(n, device)| {
            let field = |name: &str| format!("devices[{n}].{name}");
            [(field("device_type"), &device.device_type), (field("firmware"), &device.firmware)]
        });
        let mut texts = own.into_iter().chain(theirs);
        texts.find(|(_, text)| text.len() > MAX_TEXT_BYTES).map(|(field, _)| (field, "at most 64 bytes"))
    }
}
