//! Tests whose calls go one after the other: one connection of each kind is enough for them, and a second call at once fails.

use super::templates::{Connections, with_schema};
use super::{Beginning, Kind, TestStore};
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A fresh database with one connection of each kind, for tests whose calls go one after the other and take [`Turns`].
pub struct OneByOne(TestStore);

impl Deref for OneByOne {
    type Target = TestStore;

    fn deref(&self) -> &TestStore {
        &self.0
    }
}

impl Beginning for OneByOne {
    async fn begin(kind: Kind) -> OneByOne {
        OneByOne(with_schema(kind, Connections::One).await)
    }

    fn test(&self) -> &TestStore {
        &self.0
    }
}

/// The turns that calls take: one where there is one connection, since of two at once neither would get into the other's way; else as many as
/// anybody wants. Clones are the same.
#[derive(Clone)]
pub struct Turns(Arc<Semaphore>);

/// A call is under way until this is dropped.
pub struct Turn {
    _permit: OwnedSemaphorePermit,
}

impl Turns {
    /// Those of calls on this database, and on others that are opened as it is.
    pub fn of(test: &TestStore) -> Turns {
        Turns(Arc::new(Semaphore::new(if test.config.connections == 1 { 1 } else { Semaphore::MAX_PERMITS })))
    }

    /// Begins a call, which fails while another is under way that took the only turn. `beginning` is what tests of calls that go side by side begin with.
    pub fn take(&self, beginning: &str) -> Turn {
        let Ok(permit) = Arc::clone(&self.0).try_acquire_owned() else {
            panic!("calls that go side by side begin with {beginning}")
        };
        Turn { _permit: permit }
    }
}
