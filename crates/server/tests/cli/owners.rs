//! Who a database belongs to, and whether it is a demo's.

use crate::documents::SEED;
use crate::each_database;
use crate::place::Place;

each_database! {
    fn an_empty_database_gets_its_first_owner_once(kind: Kind) {
        let place = Place::new(kind);
        assert!(place.misused(&["owner", "add", "me@example.com"], "short\n").contains("at least"));
        assert!(place.misused(&["owner", "add", "x;"], "long enough\n").contains("username"));
        place.ok(&["owner", "add", "me@example.com"], "long enough\n");
        assert!(place.misused(&["owner", "add", "you@example.com"], "long enough\n").contains("owner already"));
        assert!(place.misused(&SEED, "").contains("empty database"));
        let server = place.serve(&[]);
        let token = crate::wire::sign_in(&server, "me@example.com", "long%20enough");
        assert_eq!(crate::wire::get(&server, "/user/v1", &token).0, 200);
    }

    fn a_demo_and_a_real_database_are_not_mistaken_for_each_other(kind: Kind) {
        let (real, demo) = (Place::new(kind), Place::new(kind));
        real.ok(&["owner", "add", "me@example.com"], "long enough\n");
        demo.ok(&SEED, "");
        let listen = ["--listen", "127.0.0.1:0"];
        assert!(real.misused(&["serve", "--demo", listen[0], listen[1]], "").contains("not a demo"));
        assert!(demo.misused(&["serve", listen[0], listen[1]], "").contains("--demo"));
        assert!(real.misused(&["serve", "--listen", "0.0.0.0:1"], "").contains("behind_proxy"));
        assert!(demo.misused(&["serve", "--demo", "--listen", "0.0.0.0:1"], "").contains("loopback"));
    }
}
