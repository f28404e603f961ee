//! A whole domain over a line of 40 ms: in one stream, as the console loads it, and the old way, page after page. Either over a connection
//! that stands already.

use crate::distance;
use crate::http::{Answer, Connection};
use crate::row::{Goal, judged, time, told};
use crate::server::{Folder, Server, TOWN};
use std::io::Write;
use std::time::{Duration, Instant};

const ROUND_TRIP: Duration = Duration::from_millis(40);
const ROUNDS: usize = 5;
/// How a browser asks.
const ENCODINGS: &str = "gzip, deflate, br, zstd";
/// The console paints once this line has come: people, locks and groups are there.
const PAINTS: &[u8] = b"],\"devices\":[";
/// The most bytes of the stream that may come before that.
const FIRST_PAINT: usize = 300_000;

const LISTS: [&str; 9] = [
    "/users/v1",
    "/locks/v1",
    "/groups/v1",
    "/devices/v1",
    "/links/v1/calendars",
    "/links/v1/lock_user_links",
    "/links/v1/group_user_links",
    "/links/v1/group_lock_links",
    "/links/v1/group_group_links",
];

pub fn run() {
    let data = Folder::seeded(TOWN);
    let server = Server::cardea(&data);
    let far = distance::before(server.address(), ROUND_TRIP);
    let bearer = server.bearer();
    let mut connection = Connection::to(&far).with("authorization", &bearer).with("accept-encoding", ENCODINGS);
    // Connects, and has the server load the facts.
    connection.get("/user/v1");

    let paged = Pages::load(&mut connection, 100);
    let paged_widely = Pages::load(&mut connection, 1_000);
    let streams: Vec<Streamed> = (0..ROUNDS).map(|_| Streamed::load(&mut connection)).collect();
    let middle = |seconds: fn(&Streamed) -> f64| {
        let mut all: Vec<f64> = streams.iter().map(seconds).collect();
        all.sort_by(f64::total_cmp);
        all[ROUNDS / 2]
    };
    let (whole, painted) = (middle(|stream| stream.seconds), middle(|stream| stream.painted));
    let Streamed { wire, plain, before_paint, .. } = streams[0];

    let work = "a whole domain (1,000 users, 500 locks, 20,000 links) over 40 ms";
    let ours = format!("{}; {} kB on the line, {} kB of JSON", time(whole), wire / 1000, plain / 1000);
    let old_way = format!(
        "{} pages of 100 one after another: {}, {} kB; {} pages of 1,000: {}",
        paged.pages,
        time(paged.seconds),
        paged.wire / 1000,
        paged_widely.pages,
        time(paged_widely.seconds)
    );
    let goal = Goal::AtLeast(100.0);
    let widely = goal.ratio(whole, paged_widely.seconds);
    let ratio = format!("{}; {widely:.1} × of pages of 1,000", judged(whole, paged.seconds, goal));
    told(work, &ours, &old_way, &goal.text(), &ratio);
    let paint = before_paint as f64 / FIRST_PAINT as f64;
    let verdict = if paint <= 1.0 { "met" } else { "missed" };
    let ours = format!("{:.1} kB, {}", before_paint as f64 / 1e3, time(painted));
    told("… of which before the first paint", &ours, "", "≤ 300 kB", &format!("{paint:.2} ×, {verdict}"));
}

/// The old way.
struct Pages {
    pages: usize,
    wire: usize,
    seconds: f64,
}

impl Pages {
    fn load(connection: &mut Connection, perpage: usize) -> Pages {
        let mut loaded = Pages { pages: 0, wire: 0, seconds: 0.0 };
        let start = Instant::now();
        for list in LISTS {
            let mut page = 0;
            loop {
                let answer = connection.get(&format!("{list}?page={page}&perpage={perpage}"));
                loaded.pages += 1;
                loaded.wire += answer.wire;
                page += 1;
                if answer.header("x-pages").and_then(|pages| pages.parse().ok()) == Some(page) {
                    break;
                }
            }
        }
        loaded.seconds = start.elapsed().as_secs_f64();
        loaded
    }
}

struct Streamed {
    wire: usize,
    /// Bytes once unpacked.
    plain: usize,
    seconds: f64,
    /// Bytes that came before the console paints, and when they had.
    before_paint: usize,
    painted: f64,
}

impl Streamed {
    fn load(connection: &mut Connection) -> Streamed {
        let start = Instant::now();
        let answer = connection.get("/domain/v1/stream");
        let seconds = start.elapsed().as_secs_f64();
        let (plain, before_paint) = unpacked(&answer);
        let arrival = answer.arrivals.iter().find(|(_, come)| *come >= before_paint).expect("it came");
        Streamed { wire: answer.wire, plain, seconds, before_paint, painted: (arrival.0 - start).as_secs_f64() }
    }
}

/// How long the document is, and how many packed bytes had to come until the line that paints was there.
fn unpacked(answer: &Answer) -> (usize, usize) {
    match answer.header("content-encoding") {
        Some("gzip") => fed(answer, flate2::write::GzDecoder::new(Vec::new()), flate2::write::GzDecoder::get_ref),
        Some("zstd") => {
            let decoder = zstd::stream::write::Decoder::new(Vec::new()).expect("a decoder");
            fed(answer, decoder, zstd::stream::write::Decoder::get_ref)
        }
        other => panic!("packed as {other:?}"),
    }
}

fn fed<D: Write>(answer: &Answer, mut decoder: D, text: fn(&D) -> &Vec<u8>) -> (usize, usize) {
    let (mut given, mut before_paint) = (0, None);
    for piece in answer.body.chunks(64) {
        decoder.write_all(piece).expect("packed text");
        decoder.flush().expect("packed text");
        given += piece.len();
        if before_paint.is_none() && text(&decoder).windows(PAINTS.len()).any(|window| window == PAINTS) {
            before_paint = Some(given);
        }
    }
    (text(&decoder).len(), before_paint.expect("the line that paints"))
}
