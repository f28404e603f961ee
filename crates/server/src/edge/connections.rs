//! Who is connected, and who has to go where there is no more room or when nothing comes.
//!
//! A connection counts as waiting while the server has nothing to do for it. Then no request has come whole, the rest of a body is missing,
//! an answer is not taken, or a bridge has not yet proven to be one. Waiting has an end ([`Times`]). Where there is no room for another
//! connection, the one that has waited longest goes. It is one of the same address when that has too many, else one of the address that has
//! most. So those who hold connections and send nothing shut out each other, and nobody else. Where none is waiting, a few more are let in
//! to be told so, and to ask for health.

use super::connection::Connection;
use cardea_identity::{Network, Peer};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::task::AtomicWaker;

/// Connections beyond the limit, which are told so and may ask for health.
pub const SPARE: usize = 8;
/// How many times as many gateway connections as others an address may have, up to half of all: the bridges of a large site share one
/// address.
const GATEWAY_SHARE: usize = 4;
/// So many connections that were told to go may still be closing; with more, no new one is accepted.
const CLOSING: usize = 16;
/// How often it is said that there is no room.
const LOG_EVERY: Duration = Duration::from_secs(60);

/// How long the server waits for the other side of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// For the head of a request from its first byte, and for the first one from connecting, TLS included.
    pub head: Duration,
    /// Without a request.
    pub idle: Duration,
    /// With an answer that is ready and not taken.
    pub stall: Duration,
    /// How often those whose time is over are looked for.
    pub sweep: Duration,
}

impl Times {
    /// Of everybody.
    pub const USUAL: Times = Times {
        head: Duration::from_secs(10),
        idle: Duration::from_secs(75),
        stall: Duration::from_secs(60),
        sweep: Duration::from_secs(1),
    };
}

/// How many connections there may be.
#[derive(Debug, Clone)]
pub struct Limits {
    /// In all.
    pub total: usize,
    /// Of one address, unless it is trusted.
    pub per_address: usize,
    /// Proxies, whose connections are those of many.
    pub trusted: Vec<Network>,
    /// What the listener is called in metrics.
    pub listener: &'static str,
    /// How long the server waits.
    pub times: Times,
}

/// All connections of one listener.
pub struct Connections {
    limits: Limits,
    table: Mutex<Table>,
    /// How many are open, those told to go included.
    open: AtomicUsize,
    room: AtomicWaker,
    ending: AtomicBool,
    /// When the log last said that there is no room: one more than the seconds since `began`; 0: never.
    logged: AtomicU64,
    began: Instant,
}

#[derive(Default)]
struct Table {
    next: u64,
    count: usize,
    peers: HashMap<Peer, HashMap<u64, Arc<Connection>>>,
    spare: HashMap<u64, Arc<Connection>>,
}

/// The place of a connection; it is free again when this is dropped.
pub struct Ticket {
    pub connection: Arc<Connection>,
    id: u64,
    connections: Arc<Connections>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.connections.table().remove(self.id, &self.connection);
        self.connections.open.fetch_sub(1, Ordering::SeqCst);
        self.connections.room.wake();
    }
}

impl Table {
    fn remove(&mut self, id: u64, connection: &Connection) {
        if self.spare.remove(&id).is_some() {
            return;
        }
        let Some(of_peer) = self.peers.get_mut(&connection.peer) else { return };
        if of_peer.remove(&id).is_some() {
            self.count -= 1;
        }
        if of_peer.is_empty() {
            self.peers.remove(&connection.peer);
        }
    }

    fn add(&mut self, connection: Arc<Connection>) -> u64 {
        self.next += 1;
        if connection.spare {
            self.spare.insert(self.next, connection);
        } else {
            self.peers.entry(connection.peer).or_default().insert(self.next, connection);
            self.count += 1;
        }
        self.next
    }

    fn of(&self, peer: Peer) -> impl Iterator<Item = (&u64, &Arc<Connection>)> {
        self.peers.get(&peer).into_iter().flatten()
    }

    /// The connection to end where there is no room at all. One of a trusted proxy is the last choice.
    fn longest_waiting(&self) -> Option<u64> {
        let of_each = self.peers.values().filter_map(|of_peer| {
            let (since, id, connection) = longest(of_peer)?;
            Some(((!connection.trusted, of_peer.len(), Reverse(since)), id))
        });
        of_each.max_by_key(|(order, _)| *order).map(|(_, id)| id)
    }

    fn find(&self, id: u64) -> Option<Arc<Connection>> {
        let mut all = self.peers.values().chain([&self.spare]);
        all.find_map(|some| some.get(&id)).cloned()
    }

    /// Tells a connection to go; its place is free at once.
    fn send_away(&mut self, id: u64, why: &'static str) {
        if let Some(connection) = self.find(id) {
            self.remove(id, &connection);
            connection.close();
            metrics::counter!("http_connections_ended_total", "why" => why).increment(1);
        }
    }
}

/// The one of these that has waited longest.
fn longest<'a>(
    some: impl IntoIterator<Item = (&'a u64, &'a Arc<Connection>)>,
) -> Option<(Instant, u64, &'a Arc<Connection>)> {
    let waiting = some.into_iter().filter_map(|(id, connection)| Some((connection.waiting_since()?, *id, connection)));
    waiting.min_by_key(|(since, id, _)| (*since, *id))
}

impl Connections {
    pub fn new(limits: Limits) -> Arc<Connections> {
        Arc::new(Connections {
            limits,
            table: Mutex::default(),
            open: AtomicUsize::new(0),
            room: AtomicWaker::new(),
            ending: AtomicBool::new(false),
            logged: AtomicU64::new(0),
            began: Instant::now(),
        })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the address is a proxy's.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.limits.trusted.iter().any(|network| network.contains(address))
    }

    /// Waits until those who were told to go have gone, so that there are never many more files open than the limit says.
    pub fn poll_room(&self, context: &Context<'_>) -> Poll<()> {
        let most = self.limits.total + SPARE + CLOSING;
        self.room.register(context.waker());
        if self.open.load(Ordering::SeqCst) < most { Poll::Ready(()) } else { Poll::Pending }
    }

    /// A place for somebody who connected; `None` where even the spare ones are busy.
    pub fn accept(self: &Arc<Self>, address: IpAddr) -> Option<Ticket> {
        let (peer, trusted) = (Peer::from(address), self.trusts(address));
        let mut table = self.table();
        let of_peer =
            if trusted { 0 } else { table.of(peer).filter(|(_, connection)| !connection.is_upgraded()).count() };
        let crowded = of_peer >= self.limits.per_address;
        let mut spare = false;
        if crowded || table.count >= self.limits.total {
            let first = match crowded {
                // Bridges are counted apart, so none of them is ended for other connections of its address.
                true => {
                    longest(table.of(peer).filter(|(_, connection)| !connection.is_upgraded())).map(|(_, id, _)| id)
                }
                false => table.longest_waiting(),
            };
            match first {
                Some(id) => table.send_away(id, "room"),
                None => spare = true,
            }
            self.log_no_room(address, crowded);
        }
        if spare && table.spare.len() >= SPARE {
            let Some((_, id, _)) = longest(&table.spare) else {
                metrics::counter!("http_connections_ended_total", "why" => "refused").increment(1);
                return None;
            };
            table.send_away(id, "room");
        }
        let connection = Arc::new(Connection::new(peer, trusted, spare, self.limits.times));
        let id = table.add(Arc::clone(&connection));
        self.open.fetch_add(1, Ordering::SeqCst);
        Some(Ticket { connection, id, connections: Arc::clone(self) })
    }

    /// Whether a connection of this address may become a bridge's.
    pub fn may_upgrade(&self, connection: &Connection) -> bool {
        let most = self.limits.per_address.saturating_mul(GATEWAY_SHARE).min(self.limits.total / 2);
        connection.trusted || self.table().of(connection.peer).filter(|(_, other)| other.is_upgraded()).count() < most
    }

    fn log_no_room(&self, address: IpAddr, crowded: bool) {
        let now = self.began.elapsed().as_secs() + 1;
        let logged = self.logged.load(Ordering::Relaxed);
        if logged != 0 && now < logged + LOG_EVERY.as_secs() {
            return;
        }
        self.logged.store(now, Ordering::Relaxed);
        let (limit, what) = match crowded {
            true => (self.limits.per_address, "an address has as many connections as it may"),
            false => (self.limits.total, "there are as many connections as there may be"),
        };
        tracing::warn!(%address, limit, "{what}; the longest waiting go");
    }

    /// From now on each answer of HTTP/1 is its connection's last.
    pub fn end(&self) {
        self.ending.store(true, Ordering::SeqCst);
    }

    /// Whether they are about to end.
    pub fn are_ending(&self) -> bool {
        self.ending.load(Ordering::SeqCst)
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }

    /// How many of them speak something other than HTTP.
    pub fn upgraded(&self) -> usize {
        self.table().peers.values().flat_map(HashMap::values).filter(|connection| connection.is_upgraded()).count()
    }

    fn sweep(&self) {
        let now = Instant::now();
        let mut table = self.table();
        let all = table.peers.values().chain([&table.spare]).flatten();
        let due: Vec<_> = all.filter_map(|(id, connection)| Some((*id, connection.overdue(now)?))).collect();
        for (id, why) in due {
            table.send_away(id, why);
        }
        drop(table);
        metrics::gauge!("http_connections", "listener" => self.limits.listener).set(self.open() as f64);
    }

    /// Ends connections whose time is over, for as long as it is polled.
    pub async fn keep_sweeping(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(self.limits.times.sweep);
        loop {
            ticks.tick().await;
            self.sweep();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(total: usize, per_address: usize) -> Arc<Connections> {
        let trusted = vec!["10.0.0.0/8".parse().unwrap()];
        Connections::new(Limits { total, per_address, trusted, listener: "main", times: Times::USUAL })
    }

    fn from(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn counted(all: &Connections) -> (usize, usize) {
        let table = all.table();
        (table.count, table.peers.len())
    }

    fn gone(ticket: &Ticket) -> bool {
        ticket.connection.is_closed()
    }

    #[test]
    fn an_address_with_too_many_loses_its_own_longest_waiting() {
        let all = connections(100, 2);
        let (other, first, second) = (all.accept(from(1)), all.accept(from(2)), all.accept(from(2)));
        let third = all.accept(from(2)).unwrap();
        assert!(gone(first.as_ref().unwrap()) && !gone(second.as_ref().unwrap()) && !gone(&third));
        assert!(!gone(other.as_ref().unwrap()));
    }

    #[test]
    fn where_there_is_no_room_the_address_with_most_gives_way() {
        let all = connections(4, 100);
        let few = all.accept(from(1)).unwrap();
        let many: Vec<_> = (0..3).map(|_| all.accept(from(2)).unwrap()).collect();
        let new = all.accept(from(3)).unwrap();
        assert!(!gone(&few) && !gone(&new) && gone(&many[0]) && !gone(&many[1]));
    }

    #[test]
    fn proxies_have_as_many_as_they_like_and_go_last() {
        let all = connections(4, 1);
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let three: Vec<_> = (0..3).map(|_| all.accept(proxy).unwrap()).collect();
        let stranger = all.accept(from(1)).unwrap();
        let fourth = all.accept(proxy).unwrap();
        assert!(three.iter().chain([&fourth]).all(|ticket| !gone(ticket)) && gone(&stranger));
    }

    #[test]
    fn where_all_are_busy_a_few_more_are_let_in_to_be_told_so() {
        let all = connections(2, 100);
        let busy: Vec<_> = (0..2).map(|_| all.accept(from(1)).unwrap()).collect();
        let requests: Vec<_> = busy.iter().map(|ticket| ticket.connection.begin(false)).collect();
        let spare: Vec<_> = (0..SPARE).map(|_| all.accept(from(2)).unwrap()).collect();
        assert!(spare.iter().all(|ticket| ticket.connection.spare) && busy.iter().all(|ticket| !gone(ticket)));
        let asking: Vec<_> = spare.iter().skip(1).map(|ticket| ticket.connection.begin(false)).collect();
        assert!(all.accept(from(3)).is_some() && gone(&spare[0]), "whoever waits among the spare goes too");
        drop((requests, asking));
        assert!(!all.accept(from(4)).unwrap().connection.spare, "somebody is idle again");
    }

    #[test]
    fn a_place_is_free_again_when_its_connection_has_ended() {
        let all = connections(1, 100);
        let first = all.accept(from(1)).unwrap();
        drop(first);
        assert_eq!((all.open(), counted(&all)), (0, (0, 0)));
        let second = all.accept(from(1)).unwrap();
        let third = all.accept(from(1)).unwrap();
        assert!(gone(&second) && all.open() == 2);
        drop((second, third));
        assert_eq!((all.open(), counted(&all)), (0, (0, 0)));
    }

    #[test]
    fn bridges_are_counted_apart() {
        let all = connections(100, 2);
        let bridges: Vec<_> = (0..8)
            .map(|_| {
                let ticket = all.accept(from(1)).unwrap();
                assert!(all.may_upgrade(&ticket.connection));
                ticket.connection.upgrade();
                ticket
            })
            .collect();
        let (first, second) = (all.accept(from(1)).unwrap(), all.accept(from(1)).unwrap());
        assert!(!all.may_upgrade(&first.connection), "four times as many as others, and no more");
        assert!(bridges.iter().chain([&first, &second]).all(|ticket| !gone(ticket)));
        let third = all.accept(from(1)).unwrap();
        assert!(gone(&first) && bridges.iter().chain([&second, &third]).all(|ticket| !gone(ticket)));
    }

    #[test]
    fn no_address_fills_all_places_with_bridges_and_those_without_proof_give_way() {
        let all = connections(4, 100);
        let bridge = |last| {
            let ticket = all.accept(from(last)).unwrap();
            let may = all.may_upgrade(&ticket.connection);
            if may {
                ticket.connection.upgrade();
                ticket.connection.byte_came();
            }
            (may, ticket)
        };
        let (proven, other) = (bridge(1), bridge(1));
        proven.1.connection.prove();
        assert_eq!((proven.0, other.0), (true, true));
        let (third, fourth) = (bridge(1), bridge(2));
        assert_eq!((third.0, fourth.0), (false, true), "half of all, and no more");
        let new = all.accept(from(3)).unwrap();
        assert!(gone(&other.1) && ![&proven.1, &third.1, &fourth.1, &new].into_iter().any(gone));
    }
}
