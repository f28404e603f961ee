//! What is heard near a domain's doors and that nobody has brought in.

use crate::Devices;
use cardea_model::Facts;
use cardea_model::act::devices::is_new;
use cardea_store::{StoreError, discoveries};

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
