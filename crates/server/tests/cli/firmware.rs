//! Where firmware comes from in a server that is no demo.

use crate::place::{Place, Server};
use crate::wire::{ask, send, sign_in};
use cardea_store::testing::Kind;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};

const LOCK: &str = "00:1b:ac:0f:e2:99";
const LATEST: &str = "/Firmware/v1/by-serial-number/00:1b:ac:0f:e2:99/latest";
const PASSWORD: &str = "Birch-Lantern-42";

/// A place whose owner can sign in.
fn owned() -> Place {
    let place = Place::new(Kind::Sqlite);
    place.ok(&["owner", "add", "me@example.com"], &format!("{PASSWORD}\n"));
    place
}

/// Brings the lock in.
fn bring_in(server: &Server) {
    let token = sign_in(server, "me@example.com", PASSWORD);
    let body = json!({"name": "Front door", "device_type": "danalockv3"}).to_string();
    let (status, _, answer) = send(server, "PUT", &format!("/ekey/v3/devices/{LOCK}"), &token, &body);
    assert_eq!(status, 200, "{answer}");
}

/// Asks as a stranger does.
fn get(server: &Server, path: &str) -> (u16, String) {
    let (status, _, body) = ask(server, "GET", path, &[&format!("host: {}", server.address)]);
    (status, body)
}

/// That this release is the latest, and what its address gives as long as it is signed.
fn image_of_latest(server: &Server, identifier: &str) -> String {
    let (status, body) = get(server, LATEST);
    assert_eq!(status, 200, "{body}");
    let latest: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(latest["firmware_identifier"], identifier);
    let url = latest["url"].as_str().expect("text");
    let link = url.strip_prefix(&format!("http://{}", server.address)).expect("an address of this server");
    let (bare, _) = link.split_once('?').expect("a signature");
    assert_eq!(get(server, bare).0, 403, "it is of no use without its signature");
    let (status, image) = get(server, link);
    assert_eq!(status, 200, "{image}");
    image
}

#[test]
fn files_of_the_folder_are_releases_as_soon_as_they_are_there() {
    let place = owned();
    let server = place.serve(&[]);
    bring_in(&server);
    assert_eq!(get(&server, LATEST).0, 404);
    let folder = place.data().join("firmware");
    std::fs::create_dir_all(&folder).expect("a folder");
    let add = |name: &str, content: &str| std::fs::write(folder.join(name), content).expect("a file");
    add("danalockv3_1.9.0_stable.bin", "one");
    assert_eq!(image_of_latest(&server, "danalockv3_1.9.0_stable"), "one");
    add("danalockv3_2.0.0_beta.bin", "two");
    assert_eq!(image_of_latest(&server, "danalockv3_1.9.0_stable"), "one");
    add("danalockv3_2.0.0_beta.json", &json!({"serial_numbers": [LOCK]}).to_string());
    assert_eq!(image_of_latest(&server, "danalockv3_2.0.0_beta"), "two");
}

/// A source with one release, whose image is `three`.
fn source() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let sha256 = "8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f";
    let release = json!({"identifier": "three", "version": "3.0.0", "maturity": "stable", "device_types": ["danalockv3"],
        "url": "/three.bin", "sha256": sha256, "size": 5});
    let index = json!({ "releases": [release] }).to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, mut request) = (stream.expect("a connection"), [0; 4096]);
            let read = stream.read(&mut request).expect("a request");
            let image = request[..read].starts_with(b"GET /three.bin ");
            let body = if image { "three" } else { &index };
            let answer =
                format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
            stream.write_all(answer.as_bytes()).expect("a reader");
        }
    });
    address
}

#[test]
fn a_source_that_the_settings_name_takes_the_place_of_the_folder() {
    let place = owned();
    std::fs::create_dir_all(place.data().join("firmware")).expect("a folder");
    std::fs::write(place.data().join("firmware/danalockv3_9.0_stable.bin"), "nine").expect("a file");
    let url = format!("http://{}/index.json", source());
    let (server, _log) = place.serve_with(&[], &[("CARDEA_FIRMWARE_URL", &url)]);
    bring_in(&server);
    assert_eq!(image_of_latest(&server, "three"), "three");
    assert!(place.data().join("firmware-cache").is_dir());
}
