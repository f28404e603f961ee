//! How many downloads of the log there may be: each holds a connection to the database until it is taken.

use crate::error::ApiError;
use cardea_model::ids::DomainId;
use std::sync::{Arc, Mutex, PoisonError};

/// Downloads at a time in this process: half of the connections for reading, so that all else is answered meanwhile.
const AT_ONCE: usize = 4;
/// Of them, those of one domain. The last place of all is for a domain that has none, so that two domains which take what they load slowly
/// keep out nobody else.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_has_two_downloads_and_all_together_four() {
        let downloads = Downloads::default();
        let take = |domain| downloads.take(DomainId(domain));
        let first = [take(1), take(1)];
        assert!(first.iter().all(Result::is_ok) && take(1).is_err());
        let others = [take(2), take(3)];
        assert!(others.iter().all(Result::is_ok) && take(4).is_err());
        drop(first);
        assert!(take(4).is_ok() && take(1).is_ok());
        drop(others);
    }

    #[test]
    fn the_last_download_is_for_a_domain_that_has_none() {
        let downloads = Downloads::default();
        let take = |domain| downloads.take(DomainId(domain));
        let slow = [take(1), take(1), take(2)];
        assert!(slow.iter().all(Result::is_ok) && take(2).is_err());
        let other = take(3);
        assert!(other.is_ok());
        drop((slow, other));
        assert!(downloads.0.lock().unwrap().is_empty());
    }
}
