//! What is heard near a domain's doors and that nobody has brought in.

use crate::Devices;
use cardea_model::Facts;
use cardea_model::ids::Serial;
use cardea_store::{StoreError, discoveries};

/// Whether this may be a device that the domain does not have. Which other domain has it is not looked up, and so cannot be told.
pub fn is_new(facts: &Facts, serial: Serial) -> bool {
    serial.is_of_a_device() && facts.by_serial(serial).is_none()
}

impl Devices {
    /// What phones and bridges of this domain heard within a day that it does not have, the last first.
    ///
    /// # Errors
    /// The database's.
    pub async fn discoveries(&self, facts: &Facts) -> Result<Vec<discoveries::Model>, StoreError> {
        let store = &self.hub.store;
        let mut found = discoveries::of_domain(store.read(), facts.domain, store.now()).await?;
        found.retain(|row| is_new(facts, row.serial()));
        Ok(found)
    }
}
