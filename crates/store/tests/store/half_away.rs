//! A PostgreSQL that is there in half: it lets in and then says nothing, or has no more than one connection left.

use cardea_store::{Store, StoreConfig, StoreError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Somebody who speaks as much of PostgreSQL's protocol as letting in takes.
struct HalfAway {
    port: u16,
    /// How many connections there are.
    open: watch::Receiver<usize>,
}

/// What one of its connections meets.
#[derive(Clone, Copy)]
enum Meets {
    Silence,
    Answers,
    NoRoom,
}

/// A message that begins with its length, itself included.
async fn message(socket: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let length = socket.read_u32().await?;
    let mut message = vec![0; length as usize - 4];
    socket.read_exact(&mut message).await?;
    Ok(message)
}

const SSL_REQUEST: [u8; 4] = 80_877_103_u32.to_be_bytes();
const LET_IN: &[u8] = b"R\0\0\0\x08\0\0\0\0";
const READY: &[u8] = b"Z\0\0\0\x05I";
const EMPTY_QUERY: &[u8] = b"I\0\0\0\x04";
const NO_ROOM: &[u8] = b"SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0";

async fn meet(mut socket: TcpStream, meets: Meets) -> std::io::Result<()> {
    if message(&mut socket).await? == SSL_REQUEST {
        socket.write_all(b"N").await?;
        message(&mut socket).await?;
    }
    if matches!(meets, Meets::NoRoom) {
        let length = u32::try_from(NO_ROOM.len() + 4).unwrap();
        return socket.write_all(&[b"E", &length.to_be_bytes()[..], NO_ROOM].concat()).await;
    }
    socket.write_all(&[LET_IN, READY].concat()).await?;
    loop {
        let kind = socket.read_u8().await?;
        message(&mut socket).await?;
        if matches!(meets, Meets::Silence) {
            continue;
        }
        match kind {
            b'Q' => socket.write_all(&[EMPTY_QUERY, READY].concat()).await?,
            b'S' => socket.write_all(READY).await?,
            _ => {}
        }
    }
}

impl HalfAway {
    /// Whoever connects meets the first of these, the next one the second; the last is met by all that follow.
    async fn new(met: &'static [Meets]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (count, open) = watch::channel(0);
        tokio::spawn(async move {
            for number in 0.. {
                let (socket, _) = listener.accept().await.unwrap();
                let (meets, count) = (met[number.min(met.len() - 1)], count.clone());
                count.send_modify(|open| *open += 1);
                tokio::spawn(async move {
                    // It ends when the other side has gone.
                    let _ = meet(socket, meets).await;
                    count.send_modify(|open| *open -= 1);
                });
            }
        });
        HalfAway { port, open }
    }

    fn config(&self, folder: &tempfile::TempDir) -> StoreConfig {
        let url = format!("postgres://cardea:opensesame@127.0.0.1:{}/doors", self.port);
        StoreConfig::new(url.parse().unwrap(), folder.path().join("data"))
    }

    async fn is_left_by_all(&mut self) {
        let left = tokio::time::timeout(Duration::from_secs(10), self.open.wait_for(|open| *open == 0)).await;
        left.expect("no connection stays").unwrap();
    }
}

/// What is said of a database that may be there later, and before long.
async fn said<T>(opened: impl Future<Output = Result<T, StoreError>>) -> String {
    let opened = tokio::time::timeout(Duration::from_secs(8), opened).await.expect("an end").map(drop);
    let Err(error @ StoreError::Unreachable { passing: true, .. }) = opened else { panic!("{opened:?}") };
    error.to_string()
}

#[tokio::test]
async fn one_that_lets_in_and_does_not_answer_is_unreachable_after_5_seconds_and_no_connection_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut away = HalfAway::new(&[Meets::Silence]).await;
    let config = away.config(&folder);
    let (opened, to_read, looked) = tokio::join!(
        said(Store::open(config.clone())),
        said(Store::open_to_read(config.clone())),
        said(Store::look(&config))
    );
    for said in [opened, to_read, looked] {
        assert!(said.contains("no answer within 5 seconds") && !said.contains("opensesame"), "{said}");
    }
    away.is_left_by_all().await;
    assert!(!config.data_dir.exists());
}

#[tokio::test]
async fn one_without_a_connection_to_write_with_is_unreachable_in_its_own_words() {
    for (met, words) in [
        (&[Meets::Answers, Meets::NoRoom], "sorry, too many clients already"),
        (&[Meets::Answers, Meets::Silence], "no answer within 5 seconds"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut away = HalfAway::new(met).await;
        let said = said(Store::open(away.config(&folder))).await;
        assert!(said.contains(words), "{said}");
        away.is_left_by_all().await;
    }
}
