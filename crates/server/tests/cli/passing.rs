//! A proxy between the server and a database, which can stop passing anything on.

use crate::place::Place;
use cardea_store::testing::Kind;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A place whose database on PostgreSQL is looked for at another address than its own.
pub struct Moved {
    pub place: Place,
    own: String,
}

impl Moved {
    pub fn new(address: SocketAddr) -> Moved {
        let mut place = Place::new(Kind::Postgres);
        let own = place.move_database(address);
        Moved { place, own }
    }

    /// From now on connections to this listener are passed on to the database.
    pub fn pass_on(&self, listener: TcpListener) -> Silence {
        let (to, silence) = (self.own.clone(), Silence::default());
        let passing = silence.clone();
        std::thread::spawn(move || {
            for from in listener.incoming().map_while(Result::ok) {
                let Ok(to) = TcpStream::connect(&to) else { return };
                let ways = [(from.try_clone(), to.try_clone()), (Ok(to), Ok(from))];
                for (reader, writer) in ways.map(|(a, b)| (a.expect("a socket"), b.expect("a socket"))) {
                    let passing = passing.clone();
                    std::thread::spawn(move || passing.copy(reader, writer));
                }
            }
        });
        silence
    }
}

impl Drop for Moved {
    fn drop(&mut self) {
        self.place.move_database(self.own.parse().expect("an address"));
    }
}

/// Whether the proxy is silent, and how many connections have tried to send something since.
#[derive(Clone, Default)]
pub struct Silence(Arc<(AtomicBool, AtomicUsize)>);

impl Silence {
    /// Nothing is passed on any more, and no connection ends.
    pub fn fall(&self) {
        self.0.0.store(true, Ordering::SeqCst);
    }

    /// How many connections have tried to send something since then.
    pub fn met(&self) -> usize {
        self.0.1.load(Ordering::SeqCst)
    }

    fn copy(&self, mut reader: TcpStream, mut writer: TcpStream) {
        let mut bytes = [0; 4096];
        // Either end may close.
        while let Ok(length @ 1..) = reader.read(&mut bytes) {
            if self.0.0.load(Ordering::SeqCst) {
                self.0.1.fetch_add(1, Ordering::SeqCst);
                loop {
                    std::thread::park();
                }
            }
            if writer.write_all(&bytes[..length]).is_err() {
                break;
            }
        }
        let _ = writer.shutdown(Shutdown::Write);
    }
}
