//! How many files may be open, and what that leaves for connections.

use super::connections::{Limits, SPARE, Times};
use crate::Failure;
use crate::settings::Settings;

/// Files that are not connections of clients: the database's (27 on SQLite, 17 on PostgreSQL), a backup's, what every process has, those
/// that are being closed, and the listener for metrics.
const RESERVED: u64 = 96;
/// Fewer connections than this are not worth serving.
const LEAST: u64 = 32;
/// More than this are allowed only when the setting says so.
const MOST: u64 = 10_000;

/// How many files may be open, and how many connections that makes.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Files.
    pub files: u64,
    /// Connections.
    pub connections: usize,
}

/// Raises the number of files that may be open as far as the system allows; answers it.
///
/// # Errors
/// What the system says.
pub fn raise() -> std::io::Result<u64> {
    rlimit::increase_nofile_limit(rlimit::INFINITY)
}

impl Plan {
    /// What so many files leave for connections.
    ///
    /// # Errors
    /// Too few files, or fewer than the setting `connections` needs.
    pub fn of(settings: &Settings, files: u64) -> Result<Plan, Failure> {
        let beside = RESERVED + SPARE as u64;
        let room = files.saturating_sub(beside);
        let asked = settings.connections.map_or(LEAST, u64::from);
        if room < asked {
            return Err(Failure::Misused(format!(
                "{asked} connections need {} open files, and the system allows {files}: raise its limit (ulimit -n, LimitNOFILE)",
                asked + beside
            )));
        }
        let connections = settings.connections.map_or(room.min(MOST), u64::from);
        Ok(Plan { files, connections: usize::try_from(connections).map_err(Failure::failed)? })
    }

    /// The limits of the listener that serves everybody. No address has more than half of the connections, however few there are. Feeds of
    /// changes never count as waiting, so one person could hold all connections with them.
    pub fn limits(&self, settings: &Settings) -> Limits {
        Limits {
            total: self.connections,
            per_address: (settings.connections_per_address as usize).min(self.connections / 2),
            trusted: settings.trusted_proxies.clone(),
            listener: "main",
            times: Times::USUAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_database() {
        let of = |connections, files| Plan::of(&Settings { connections, ..Settings::default() }, files);
        assert_eq!(of(None, 256).unwrap().connections, 256 - 104);
        assert_eq!(of(None, 1 << 20).unwrap().connections, 10_000);
        assert_eq!(of(Some(20_000), 1 << 20).unwrap().connections, 20_000);
        assert!(of(Some(1000), 1024).unwrap_err().to_string().contains("1104 open files"));
        assert!(of(None, 64).is_err());
    }
}
