//! What an operation found or did, and the table of failures.

use crate::MAX_TEXT_BYTES;
use crate::text::printable;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Where a bolt is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BoltState {
    /// Out: the door is locked.
    Locked,
    /// In: the door can be opened.
    Unlocked,
    /// The lock cannot tell.
    Unknown,
}

impl BoltState {
    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            BoltState::Locked => "Locked",
            BoltState::Unlocked => "Unlocked",
            BoltState::Unknown => "Unknown",
        }
    }
}

impl From<crate::Direction> for BoltState {
    /// Where the bolt is after this movement.
    fn from(direction: crate::Direction) -> Self {
        match direction {
            crate::Direction::Lock => BoltState::Locked,
            crate::Direction::Unlock => BoltState::Unlocked,
        }
    }
}

const OK: &str = "Ok";

fn ok() -> Cow<'static, str> {
    Cow::Borrowed(OK)
}

/// What an operation answers, on the gateway and to clients alike. The three status pairs always travel; the rest as the
/// operation has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperationResult {
    /// The bridge's verdict; 0 is fine.
    #[serde(default)]
    pub bridge_server_status: u16,
    /// The same in a word.
    #[serde(default = "ok")]
    pub bridge_server_status_text: Cow<'static, str>,
    /// The lock's verdict; 0 is fine.
    #[serde(default)]
    pub afi_status: u16,
    /// The same in a word.
    #[serde(default = "ok")]
    pub afi_status_text: Cow<'static, str>,
    /// The radio's verdict; 0 is fine.
    #[serde(default)]
    pub dmi_status: u16,
    /// The same in a word.
    #[serde(default = "ok")]
    pub dmi_status_text: Cow<'static, str>,
    /// Where the bolt is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<BoltState>,
    /// What the lock is doing; `Idle` when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_status: Option<Cow<'static, str>>,
    /// Whether something keeps the bolt from moving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_blocked: Option<bool>,
    /// Charge of the battery, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battery_level: Option<u8>,
}

impl Default for OperationResult {
    /// All three verdicts fine, nothing more.
    fn default() -> Self {
        OperationResult {
            bridge_server_status: 0,
            bridge_server_status_text: ok(),
            afi_status: 0,
            afi_status_text: ok(),
            dmi_status: 0,
            dmi_status_text: ok(),
            state: None,
            lock_status: None,
            is_blocked: None,
            battery_level: None,
        }
    }
}

impl OperationResult {
    /// All is fine, and the battery holds this much.
    pub fn of_battery(level: u8) -> Self {
        OperationResult { battery_level: Some(level), ..OperationResult::default() }
    }

    /// The same with this state.
    pub fn with_state(mut self, state: BoltState) -> Self {
        self.state = Some(state);
        self
    }

    /// The field that breaks a limit, if one does: texts have at most 64 bytes, a battery at most 100.
    pub fn out_of_range(&self) -> Option<&'static str> {
        let texts = [
            (Some(&self.bridge_server_status_text), "bridge_server_status_text"),
            (Some(&self.afi_status_text), "afi_status_text"),
            (Some(&self.dmi_status_text), "dmi_status_text"),
            (self.lock_status.as_ref(), "lock_status"),
        ];
        let long = texts.into_iter().find(|(text, _)| text.is_some_and(|text| text.len() > MAX_TEXT_BYTES));
        let battery = self.battery_level.is_some_and(|level| level > 100).then_some("battery_level");
        long.map(|(_, field)| field).or(battery)
    }

    /// Free texts are stored and shown: what a screen or a log would obey is replaced in them by U+FFFD.
    pub(crate) fn make_printable(&mut self) {
        let texts = [&mut self.bridge_server_status_text, &mut self.afi_status_text, &mut self.dmi_status_text];
        for text in texts.into_iter().chain(&mut self.lock_status) {
            if let Some(shown) = printable(text) {
                *text = shown.into();
            }
        }
    }

    /// The same as clients read of a failure: the reason stands in all three texts, since each client looks into another. A text that
    /// has a word of its own keeps it; where none has one, the numbers say which it is. The numbers stay as they are.
    pub fn failed(mut self) -> OperationResult {
        let says = |text: &Cow<'static, str>| !text.is_empty() && text != OK;
        let texts = [&self.bridge_server_status_text, &self.afi_status_text, &self.dmi_status_text];
        let word = texts.into_iter().find(|text| says(text)).cloned();
        let codes = (self.bridge_server_status, self.afi_status, self.dmi_status);
        if word.is_none() && codes == (0, 0, 0) {
            self.bridge_server_status = Failure::Unexplained.codes().0;
        }
        let word = word.unwrap_or_else(|| Failure::of_codes(codes).unwrap_or(Failure::Unexplained).name().into());
        for text in [&mut self.bridge_server_status_text, &mut self.afi_status_text, &mut self.dmi_status_text] {
            if !says(text) {
                text.clone_from(&word);
            }
        }
        self
    }
}

/// Why an operation failed. Its word stands in all three status texts, since clients look into different ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The bridge does one operation at a time, and this one waited too long for its turn.
    BridgeBusy,
    /// The bridge is not connected.
    BridgeNotAttached,
    /// No answer in time; the bolt may have moved.
    JobTimeout,
    /// The right to do it was gone when its turn came.
    NotPermitted,
    /// The bridge lost its memory of the outcome between accepting and finishing; the bolt may have moved.
    OutcomeUnknown,
    /// The bridge never got it; nothing moved.
    NotReceived,
    /// The bridge does not reach this device.
    UnknownDevice,
    /// The bridge does not know this operation.
    NotSupported,
    /// The bolt was already where it was asked to go.
    NothingChanged,
    /// What was to be added is there already.
    DuplicateError,
    /// The lock's time zone is not the one the operation assumed.
    TimezoneMismatchError,
    /// The battery is too low to turn the bolt.
    LowBattery,
    /// The lock is out of Bluetooth range or in update mode.
    ConnectionLost,
    /// Something keeps the bolt from moving.
    BoltBlocked,
    /// The bridge's answer could not be read; the bolt may have moved.
    MalformedAnswer,
    /// The bridge gave no reason.
    Unexplained,
}

impl Failure {
    /// Every failure.
    pub const ALL: [Failure; 16] = [
        Failure::BridgeBusy,
        Failure::BridgeNotAttached,
        Failure::JobTimeout,
        Failure::NotPermitted,
        Failure::OutcomeUnknown,
        Failure::NotReceived,
        Failure::UnknownDevice,
        Failure::NotSupported,
        Failure::NothingChanged,
        Failure::DuplicateError,
        Failure::TimezoneMismatchError,
        Failure::LowBattery,
        Failure::ConnectionLost,
        Failure::BoltBlocked,
        Failure::MalformedAnswer,
        Failure::Unexplained,
    ];

    /// Its word in the status texts.
    pub const fn name(self) -> &'static str {
        match self {
            Failure::BridgeBusy => "BridgeBusy",
            Failure::BridgeNotAttached => "BridgeNotAttached",
            Failure::JobTimeout => "JobTimeout",
            Failure::NotPermitted => "NotPermitted",
            Failure::OutcomeUnknown => "OutcomeUnknown",
            Failure::NotReceived => "NotReceived",
            Failure::UnknownDevice => "UnknownDevice",
            Failure::NotSupported => "NotSupported",
            Failure::NothingChanged => "NothingChanged",
            Failure::DuplicateError => "DuplicateError",
            Failure::TimezoneMismatchError => "TimezoneMismatchError",
            Failure::LowBattery => "LowBattery",
            Failure::ConnectionLost => "ConnectionLost",
            Failure::BoltBlocked => "BoltBlocked",
            Failure::MalformedAnswer => "MalformedAnswer",
            Failure::Unexplained => "Unexplained",
        }
    }

    /// bridge_server_status, afi_status and dmi_status of this failure. Clients of locks know 4, 5, 7, 10, 11,
    /// 12 and 15 by their numbers; the others they tell apart by the text.
    pub const fn codes(self) -> (u16, u16, u16) {
        match self {
            Failure::BridgeBusy => (4, 0, 0),
            Failure::BridgeNotAttached => (5, 0, 0),
            Failure::JobTimeout => (13, 0, 0),
            Failure::NotPermitted => (32, 0, 0),
            Failure::OutcomeUnknown => (33, 0, 0),
            Failure::NotReceived => (34, 0, 0),
            Failure::UnknownDevice => (35, 0, 0),
            Failure::NotSupported => (36, 0, 0),
            Failure::NothingChanged => (0, 7, 0),
            Failure::DuplicateError => (0, 9, 0),
            Failure::TimezoneMismatchError => (0, 10, 0),
            Failure::LowBattery => (0, 11, 0),
            Failure::ConnectionLost => (0, 12, 15),
            Failure::BoltBlocked => (0, 14, 0),
            Failure::MalformedAnswer => (37, 0, 0),
            Failure::Unexplained => (38, 0, 0),
        }
    }

    /// The failure that one of these numbers stands for: bridge_server_status, afi_status and dmi_status, 0 where all is fine.
    pub fn of_codes((bridge, afi, dmi): (u16, u16, u16)) -> Option<Failure> {
        let same = |number: u16, code: u16| number != 0 && number == code;
        Failure::ALL.into_iter().find(|failure| {
            let codes = failure.codes();
            same(bridge, codes.0) || same(afi, codes.1) || same(dmi, codes.2)
        })
    }

    /// The result that says so: its word three times, and the numbers of the layers that have a part in it.
    pub fn result(self) -> OperationResult {
        let (bridge_server_status, afi_status, dmi_status) = self.codes();
        let word = || Cow::Borrowed(self.name());
        OperationResult {
            bridge_server_status,
            bridge_server_status_text: word(),
            afi_status,
            afi_status_text: word(),
            dmi_status,
            dmi_status_text: word(),
            ..OperationResult::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(result: &OperationResult) -> [&str; 3] {
        [&result.bridge_server_status_text, &result.afi_status_text, &result.dmi_status_text]
    }

    #[test]
    fn every_failure_says_its_reason_in_all_three_texts_and_success_says_ok_three_times() {
        for failure in Failure::ALL {
            let result = failure.result();
            assert_eq!(texts(&result), [failure.name(); 3]);
            let codes = (result.bridge_server_status, result.afi_status, result.dmi_status);
            assert_eq!(codes, failure.codes(), "layers that were not reached stay 0");
            assert_eq!(Failure::of_codes(codes), Some(failure), "a number stands for one failure");
        }
        let fine = serde_json::to_value(OperationResult::default()).unwrap();
        assert_eq!(
            fine,
            serde_json::json!({
                "bridge_server_status": 0, "bridge_server_status_text": "Ok",
                "afi_status": 0, "afi_status_text": "Ok", "dmi_status": 0, "dmi_status_text": "Ok",
            })
        );
    }

    #[test]
    fn what_a_bridge_says_of_a_failure_stands_in_all_three_texts_and_its_numbers_stay() {
        let said = |json: serde_json::Value| serde_json::from_value::<OperationResult>(json).unwrap().failed();
        for (json, codes, word) in [
            (serde_json::json!({"afi_status": 11, "afi_status_text": "LowBattery"}), (0, 11, 0), "LowBattery"),
            (serde_json::json!({"afi_status": 11}), (0, 11, 0), "LowBattery"),
            (serde_json::json!({"dmi_status": 15, "dmi_status_text": ""}), (0, 0, 15), "ConnectionLost"),
            (serde_json::json!({"dmi_status": 18, "dmi_status_text": "Radio"}), (0, 0, 18), "Radio"),
            (serde_json::json!({"afi_status": 99}), (0, 99, 0), "Unexplained"),
            (serde_json::json!({}), (38, 0, 0), "Unexplained"),
        ] {
            let result = said(json.clone());
            assert_eq!(texts(&result), [word; 3], "{json}");
            assert_eq!((result.bridge_server_status, result.afi_status, result.dmi_status), codes, "{json}");
        }
        let two = said(serde_json::json!({"afi_status_text": "ConnectionLost", "dmi_status_text": "Radio"}));
        assert_eq!(texts(&two), ["ConnectionLost", "ConnectionLost", "Radio"], "no word is lost");
    }

    #[test]
    fn nothing_changed_is_afi_status_7_and_connection_lost_12_with_dmi_status_15() {
        assert_eq!(Failure::NothingChanged.result().afi_status, 7);
        let lost = Failure::ConnectionLost.result();
        assert_eq!((lost.afi_status, lost.dmi_status, &*lost.dmi_status_text), (12, 15, "ConnectionLost"));
    }

    #[test]
    fn a_bridge_may_leave_out_what_is_fine() {
        let result: OperationResult = serde_json::from_str(r#"{"state":"Locked","surprise":1}"#).unwrap();
        assert_eq!(result, OperationResult::default().with_state(BoltState::Locked));
    }
}
