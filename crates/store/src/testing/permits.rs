//! Tests whose calls go one after the other: one connection of each kind is enough for them, and a second call at once fails.

use super::templates::{Connections, with_schema};
use super::{Beginning, Kind, TestStore};
use std::ops::Deref;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A fresh database with one connection of each kind, for tests whose calls go one after the other and take [`Permits`].
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

/// How many calls may be under way at once. With one connection it is one: two calls at once would run one after the other and never
/// meet. With more there is no limit. Clones are the same.
#[derive(Clone)]
pub struct Permits(Arc<Semaphore>);

/// A call is under way until this is dropped.
pub struct Permit {
    _permit: OwnedSemaphorePermit,
}

impl Permits {
    /// The permits of calls on this database and on others opened with as many connections.
    pub fn of(test: &TestStore) -> Permits {
        Permits(Arc::new(Semaphore::new(if test.config.connections == 1 { 1 } else { Semaphore::MAX_PERMITS })))
    }

    /// Begins a call. Panics where another call has the only permit; the message names `beginning`, the way to begin tests whose calls run
    /// at the same time.
    pub fn take(&self, beginning: &str) -> Permit {
        let Ok(permit) = Arc::clone(&self.0).try_acquire_owned() else {
            panic!("calls that go side by side begin with {beginning}")
        };
        Permit { _permit: permit }
    }
}
