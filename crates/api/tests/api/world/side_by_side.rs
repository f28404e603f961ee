//! What a test begins with: the world for calls that go one after the other, and the one for calls that go side by side.

use super::{As, People, World, settled, sign_in_settings};
use cardea_store::testing::{self, Beginning, Connections, Kind, Templates, TestStore};
use std::ops::Deref;

/// The world before anything has happened in it.
static WORLDS: Templates<People> = Templates::new();

async fn begin(kind: Kind, connections: Connections) -> World {
    let settled = async |test: &TestStore| {
        // The first server of a database draws its keys.
        drop(World::served(test.store.clone(), sign_in_settings()).await);
        settled(test, 0).await
    };
    let (test, people) = WORLDS.fresh(kind, connections, settled).await;
    World::opened(test, sign_in_settings(), people).await
}

/// There is one connection, so calls go one after the other. Two at once would wait for each other and test nothing more.
impl Beginning for World {
    async fn begin(kind: Kind) -> World {
        begin(kind, Connections::One).await
    }

    fn test(&self) -> &TestStore {
        &self.test
    }
}

/// The same world with as many connections as a server has, for calls that go side by side or hold a connection.
pub struct SideBySide(World);

impl Deref for SideBySide {
    type Target = World;

    fn deref(&self) -> &World {
        &self.0
    }
}

impl Beginning for SideBySide {
    async fn begin(kind: Kind) -> SideBySide {
        SideBySide(begin(kind, Connections::Usual).await)
    }

    fn test(&self) -> &TestStore {
        &self.test
    }
}

#[tokio::test]
#[should_panic(expected = "SideBySide")]
async fn calls_that_go_side_by_side_in_a_world_of_one_connection_fail() {
    testing::from(Kind::Sqlite, async |world: World| {
        world.token(As::Owner).await;
        futures::join!(world.get(As::Owner, "/locks/v1"), world.get(As::Owner, "/locks/v1"));
    })
    .await;
}
