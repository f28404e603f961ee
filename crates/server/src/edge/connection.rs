//! One connection: whether the server waits for it, and since when.

use super::connections::Times;
use cardea_identity::Peer;
use futures::task::AtomicWaker;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

/// How long a bridge may take to prove itself: the gateway's ten seconds for a hello, and some for the database.
const PROOF: Duration = Duration::from_secs(15);
/// How long a connection beyond the limit may be without a request.
const SPARE_IDLE: Duration = Duration::from_secs(2);

/// A connection from the moment it was accepted.
pub struct Connection {
    /// Who is at the other end.
    pub peer: Peer,
    /// It is a proxy's.
    pub trusted: bool,
    /// It is one beyond the limit.
    pub spare: bool,
    times: Times,
    state: Mutex<State>,
    /// What was sent may not have been read to its end.
    unread: AtomicBool,
    closed: AtomicBool,
    waker: AtomicWaker,
}

struct State {
    /// Requests that are being answered.
    active: usize,
    /// Those of them that wait for the other side.
    waits: usize,
    /// Since when all of them have waited for the other side, while that is so.
    since: Instant,
    /// When the first byte came after the last answer.
    first_byte: Option<Instant>,
    served: bool,
    http2: bool,
    /// Since when what follows is not HTTP.
    upgraded: Option<Instant>,
    /// The other side has proven to be a bridge.
    proved: bool,
}

/// A request that is being answered; its bodies share it. Once dropped it is over.
pub struct Answering {
    connection: Arc<Connection>,
    waits: AtomicBool,
}

impl Connection {
    pub fn new(peer: Peer, trusted: bool, spare: bool, times: Times) -> Connection {
        let state = State {
            active: 0,
            waits: 0,
            since: Instant::now(),
            first_byte: None,
            served: false,
            http2: false,
            upgraded: None,
            proved: false,
        };
        let (state, waker) = (Mutex::new(state), AtomicWaker::new());
        let (unread, closed) = (AtomicBool::new(false), AtomicBool::new(false));
        Connection { peer, trusted, spare, times, state, unread, closed, waker }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes came.
    pub fn byte_came(&self) {
        let mut state = self.state();
        if state.active == 0 && state.first_byte.is_none() {
            state.first_byte = Some(Instant::now());
        }
    }

    /// The other side has taken bytes. Over HTTP/2 that counts for nothing: they may be the answer to a PING. There an answer goes in small
    /// pieces ([`super::pace`]), and each piece that is asked for counts.
    pub fn took(&self, now: Instant) {
        let mut state = self.state();
        if state.served && !state.http2 && state.active == state.waits {
            state.since = now;
        }
    }

    /// A request has come.
    pub fn begin(self: &Arc<Self>, http2: bool) -> Answering {
        let mut state = self.state();
        state.active += 1;
        state.served = true;
        state.http2 = http2;
        state.first_byte = None;
        Answering { connection: Arc::clone(self), waits: AtomicBool::new(false) }
    }

    /// What follows is not HTTP.
    pub fn upgrade(&self) {
        self.state().upgraded = Some(Instant::now());
    }

    /// The other side has proven to be a bridge: from now on the connection never counts as waiting.
    pub fn prove(&self) {
        self.state().proved = true;
    }

    /// Whether it speaks something other than HTTP.
    pub fn is_upgraded(&self) -> bool {
        self.state().upgraded.is_some()
    }

    /// Since when the server waits for the other side.
    pub fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        match state.upgraded {
            Some(since) => (!state.proved).then_some(since),
            None => (state.active == state.waits).then_some(state.since),
        }
    }

    /// Why the connection has to end, if the server has waited too long.
    pub fn overdue(&self, now: Instant) -> Option<&'static str> {
        let state = self.state();
        let over = |since: Instant, most: Duration| now.saturating_duration_since(since) >= most;
        if let Some(since) = state.upgraded {
            return (!state.proved && over(since, PROOF)).then_some("unproven");
        }
        if state.active > 0 {
            return (state.active == state.waits && over(state.since, self.times.stall)).then_some("stalled");
        }
        match state.first_byte {
            _ if !state.served => over(state.since, self.times.head).then_some("head"),
            // Over HTTP/2, bytes may be frames about the connection itself, and begin no request.
            Some(first_byte) if !state.http2 && over(first_byte, self.times.head) => Some("head"),
            _ => over(state.since, if self.spare { SPARE_IDLE } else { self.times.idle }).then_some("idle"),
        }
    }

    /// How long the other side may acknowledge nothing.
    pub fn patience(&self) -> Duration {
        self.times.stall
    }

    /// Its last answer is sent before all that the other side sends was read.
    pub fn leave_unread(&self) {
        self.unread.store(true, Ordering::SeqCst);
    }

    /// Whether more may come that nobody reads.
    pub fn leaves_unread(&self) -> bool {
        self.unread.load(Ordering::SeqCst)
    }

    /// Ends the connection: the task that drives it is woken at once and sees it.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.waker.wake();
    }

    /// Whether it was told to go.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// The task that drives it is woken when it is to end.
    pub fn wake_on_close(&self, waker: &Waker) {
        self.waker.register(waker);
    }
}

impl Answering {
    /// The server waits for the other side.
    pub fn wait(&self) {
        if !self.waits.swap(true, Ordering::SeqCst) {
            let mut state = self.connection.state();
            state.waits += 1;
            state.rest();
        }
    }

    /// The other side waits for the server.
    pub fn resume(&self) {
        if self.waits.swap(false, Ordering::SeqCst) {
            self.connection.state().waits -= 1;
        }
    }
}

impl State {
    fn rest(&mut self) {
        if self.active == self.waits {
            self.since = Instant::now();
        }
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.resume();
        let mut state = self.connection.state();
        state.active -= 1;
        state.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn connection(spare: bool) -> Arc<Connection> {
        Arc::new(Connection::new(Peer::from(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST)), false, spare, Times::USUAL))
    }

    fn after(seconds: u64) -> Instant {
        Instant::now() + Duration::from_secs(seconds)
    }

    #[test]
    fn a_head_has_ten_seconds_and_silence_between_requests_seventy_five() {
        let connection = connection(false);
        assert_eq!((connection.overdue(after(9)), connection.overdue(after(10))), (None, Some("head")));
        drop(connection.begin(false));
        assert_eq!((connection.overdue(after(74)), connection.overdue(after(75))), (None, Some("idle")));
        connection.byte_came();
        assert_eq!((connection.overdue(after(9)), connection.overdue(after(10))), (None, Some("head")));
        let answering = connection.begin(false);
        assert_eq!(connection.overdue(after(10_000)), None, "the other side waits");
        drop(answering);
        assert_eq!(connection.overdue(after(74)), None);
    }

    #[test]
    fn an_answer_that_is_not_taken_ends_the_connection() {
        let connection = connection(false);
        let answering = connection.begin(false);
        answering.wait();
        assert!(connection.waiting_since().is_some());
        assert_eq!((connection.overdue(after(59)), connection.overdue(after(60))), (None, Some("stalled")));
        let other = connection.begin(true);
        assert_eq!(connection.overdue(after(60)), None, "another request of it is under way");
        drop(other);
        answering.resume();
        assert_eq!((connection.overdue(after(60)), connection.waiting_since()), (None, None));
    }

    #[test]
    fn over_http_2_bytes_are_no_beginning_of_a_head() {
        let connection = connection(false);
        drop(connection.begin(true));
        connection.byte_came();
        assert_eq!((connection.overdue(after(74)), connection.overdue(after(75))), (None, Some("idle")));
    }

    #[test]
    fn an_answer_that_is_taken_slowly_is_not_stalled() {
        let connection = connection(false);
        let answering = connection.begin(false);
        answering.wait();
        connection.took(after(59));
        assert_eq!((connection.overdue(after(118)), connection.overdue(after(119))), (None, Some("stalled")));
    }

    #[test]
    fn over_http_2_answers_to_pings_win_no_time() {
        let connection = connection(false);
        let answering = connection.begin(true);
        answering.wait();
        connection.took(after(59));
        assert_eq!((connection.overdue(after(59)), connection.overdue(after(60))), (None, Some("stalled")));
        answering.resume();
        answering.wait();
        drop(answering);
        connection.took(after(74));
        assert_eq!((connection.overdue(after(74)), connection.overdue(after(75))), (None, Some("idle")));
        assert!(connection.waiting_since().is_some_and(|since| since < after(1)), "nor a place before others");
    }

    #[test]
    fn a_bridge_may_be_silent_once_it_has_proven_to_be_one() {
        let connection = connection(false);
        let answering = connection.begin(false);
        connection.upgrade();
        drop(answering);
        let since = connection.waiting_since();
        assert!(since.is_some());
        connection.byte_came();
        connection.took(Instant::now());
        assert_eq!(connection.waiting_since(), since, "words prove nothing, and win no time");
        assert_eq!((connection.overdue(after(14)), connection.overdue(after(15))), (None, Some("unproven")));
        connection.prove();
        assert_eq!((connection.overdue(after(10_000)), connection.waiting_since()), (None, None));
    }

    #[test]
    fn beyond_the_limit_nobody_stays() {
        let connection = connection(true);
        drop(connection.begin(false));
        assert_eq!(connection.overdue(after(2)), Some("idle"));
    }
}
