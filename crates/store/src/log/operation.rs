//! What an entry of the access log tells of.

/// What happened at a lock, by the names that the log has on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LogOperation {
    /// The bolt was unlocked at the lock, or a client says that it unlocked it.
    Unlocked,
    /// The bolt was locked at the lock, or a client says that it locked it.
    Locked,
    /// The lock unlocked by itself.
    AutoUnlocked,
    /// The lock locked by itself.
    AutoLocked,
    /// A client says that it changed the settings of the lock.
    SettingsChanged,
    /// Something else. The server writes no such entry.
    Error,
    /// A bridge had the lock unlock for somebody.
    BridgeUnlocked,
    /// A bridge had the lock lock for somebody.
    BridgeLocked,
    /// A bridge changed the settings of the lock for somebody. The server writes no such entry so far.
    BridgeSettingsChanged,
}

impl LogOperation {
    /// Every operation.
    pub const ALL: [LogOperation; 9] = [
        LogOperation::Unlocked,
        LogOperation::Locked,
        LogOperation::AutoUnlocked,
        LogOperation::AutoLocked,
        LogOperation::SettingsChanged,
        LogOperation::Error,
        LogOperation::BridgeUnlocked,
        LogOperation::BridgeLocked,
        LogOperation::BridgeSettingsChanged,
    ];

    /// Its name in the database and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            LogOperation::Unlocked => "unlocked",
            LogOperation::Locked => "locked",
            LogOperation::AutoUnlocked => "autoUnlocked",
            LogOperation::AutoLocked => "autoLocked",
            LogOperation::SettingsChanged => "settingsChanged",
            LogOperation::Error => "error",
            LogOperation::BridgeUnlocked => "bridgeUnlocked",
            LogOperation::BridgeLocked => "bridgeLocked",
            LogOperation::BridgeSettingsChanged => "bridgeSettingsChanged",
        }
    }

    /// What it is, whoever or whatever did it: of several reports with the same answer, one movement is told.
    pub const fn event(self) -> LogOperation {
        match self {
            LogOperation::Unlocked | LogOperation::AutoUnlocked | LogOperation::BridgeUnlocked => {
                LogOperation::Unlocked
            }
            LogOperation::Locked | LogOperation::AutoLocked | LogOperation::BridgeLocked => LogOperation::Locked,
            LogOperation::SettingsChanged | LogOperation::BridgeSettingsChanged => LogOperation::SettingsChanged,
            LogOperation::Error => LogOperation::Error,
        }
    }

    /// Whether a bridge did it for somebody.
    pub const fn is_by_bridge(self) -> bool {
        matches!(self, LogOperation::BridgeUnlocked | LogOperation::BridgeLocked | LogOperation::BridgeSettingsChanged)
    }

    /// The one of this name; [`LogOperation::Error`] where there is none such, as in a row that a later version wrote.
    pub fn named(name: &str) -> LogOperation {
        LogOperation::ALL.into_iter().find(|operation| operation.name() == name).unwrap_or(LogOperation::Error)
    }
}
