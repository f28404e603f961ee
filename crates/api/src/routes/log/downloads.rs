//! How many downloads of the log there may be: each holds a connection to the database until it is taken.

use crate::error::ApiError;
use cardea_model::ids::DomainId;
use std::sync::{Arc, Mutex, PoisonError};

/// Downloads at a time in this process: half of the connections for reading, so that all else is answered meanwhile.
const AT_ONCE: usize = 4;
/// At most so many of them for one domain. The last place of all is given only to a domain that has none, so that two domains with slow
/// downloads keep out nobody else.
const OF_DOMAIN: usize = 2;

/// Which domains download now. Clones are the same.
#[derive(Clone, Default)]
pub struct Downloads(Arc<Mutex<Vec<DomainId>>>);

/// The place of a download; it is free again when this is dropped.
pub struct Place {
    domain: DomainId,
    downloads: Downloads,
}

impl Downloads {
    /// A place for another download.
    ///
    /// # Errors
    /// 429 `too_many_downloads` when there are as many as there may be, of all or of this domain.
    pub fn take(&self, domain: DomainId) -> Result<Place, ApiError> {
        let mut under_way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = under_way.iter().filter(|other| **other == domain).count();
        let left = AT_ONCE.saturating_sub(under_way.len());
        if left == 0 || own >= OF_DOMAIN || left == 1 && own > 0 {
            return Err(ApiError::too_many_downloads());
        }
        under_way.push(domain);
        Ok(Place { domain, downloads: self.clone() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut under_way = self.downloads.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = under_way.iter().position(|domain| *domain == self.domain) {
            under_way.swap_remove(place);
        }
    }
}
