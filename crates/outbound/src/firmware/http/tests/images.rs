//! Images, and whom they are fetched from.

use super::server::{Answer, Server, release};
use super::*;
use axum::http::header::{AUTHORIZATION, COOKIE};

#[tokio::test]
async fn a_release_is_told_and_its_image_fetched_once_without_credentials() {
    let place = Place::new();
    let source = place.source();
    assert_eq!(latest(&source).await, some(OLD));
    for _ in 0..2 {
        assert_eq!(source.image(OLD).await.expect("an image"), Some(b"old".to_vec()));
    }
    assert_eq!(place.source().image(OLD).await.expect("an image"), Some(b"old".to_vec()), "after a restart");
    assert_eq!(place.server.count(OLD_IMAGE), 1);
    assert_eq!(source.image(NEW).await.expect("an index"), None);
    for path in [INDEX, OLD_IMAGE] {
        let sent = place.server.headers(path);
        assert!(!sent.contains_key(AUTHORIZATION) && !sent.contains_key(COOKIE), "{sent:?}");
    }
    let other = Device { device_type: "danapadv3", serial: Serial(0x1b), pcb_version: "" };
    assert_eq!(source.latest(other).await.expect("an index"), None);
}

#[tokio::test]
async fn an_image_that_is_not_what_the_index_says_is_not_given_out() {
    let place = Place::new();
    let source = place.source();
    for wrong in ["odd", "ol", ""] {
        place.server.set(OLD_IMAGE, Answer::ok(wrong));
        let before = place.server.count(OLD_IMAGE);
        for _ in 0..2 {
            assert!(is_away(source.image(OLD).await), "{wrong}");
        }
        assert_eq!(place.server.count(OLD_IMAGE), before + 1, "once a minute");
        place.advance(60);
    }
    place.server.set(OLD_IMAGE, Answer::ok("old"));
    assert_eq!(source.image(OLD).await.expect("an image"), Some(b"old".to_vec()));
}

#[tokio::test]
async fn many_who_ask_for_an_image_at_once_have_it_fetched_once() {
    let place = Place::new();
    let source = place.source();
    let asking = (0..8).map(|_| {
        let source = source.clone();
        tokio::spawn(async move { source.image(OLD).await })
    });
    for asked in asking.collect::<Vec<_>>() {
        assert_eq!(asked.await.expect("an answer").expect("an image"), Some(b"old".to_vec()));
    }
    assert_eq!((place.server.count(INDEX), place.server.count(OLD_IMAGE)), (1, 1));
}

#[tokio::test]
async fn what_was_damaged_on_the_disk_is_fetched_again_and_what_is_gone_from_the_index_deleted() {
    let place = Place::new();
    let source = place.source();
    source.image(OLD).await.expect("an image");
    let images = || {
        let files = std::fs::read_dir(place.folder.path().join("firmware-cache")).expect("a folder");
        let files = files.map(|file| file.expect("a file").path());
        files.filter(|file| file.extension().is_some_and(|extension| extension == "bin")).collect::<Vec<_>>()
    };
    std::fs::write(&images()[0], "odd").expect("a file");
    assert_eq!(source.image(OLD).await.expect("an image"), Some(b"old".to_vec()));
    assert_eq!(place.server.count(OLD_IMAGE), 2);
    place.server.set(INDEX, Answer::index("\"2\"", &[release("2.0", b"new")]));
    place.advance(60);
    assert_eq!(latest(&source).await, some(NEW));
    assert_eq!((source.image(OLD).await.expect("an index"), images().len()), (None, 0));
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_not_trusted() {
    let (place, server) = (Place::new(), Server::with_tls());
    server.set(INDEX, Answer::index("\"1\"", &[release("1.0", b"old")]));
    server.set(OLD_IMAGE, Answer::ok("old"));
    let address = format!("https://localhost:{}{INDEX}", server.address.port());
    let stranger = HttpSource::new(&address, place.folder.path().join("other")).expect("a source");
    assert!(is_away(stranger.latest(device()).await));
    assert_eq!(server.count(INDEX), 0);
    let trusting = place.source_at(&address, server.roots.clone(), USUAL).expect("a source");
    assert_eq!(latest(&trusting).await, some(OLD));
    assert_eq!(trusting.image(OLD).await.expect("an image"), Some(b"old".to_vec()));
}
