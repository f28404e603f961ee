//! A PostgreSQL that is there only in part. It accepts connections and then says nothing, has a single connection left, or stands behind a
//! pooler that leaves out settings.

use cardea_store::{Store, StoreConfig, StoreError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A server that speaks as much of PostgreSQL's protocol as accepting a connection takes.
struct HalfAway {
    port: u16,
    /// How many connections there are.
    open: watch::Receiver<usize>,
}

/// What one of its connections meets.
#[derive(Clone, Copy)]
enum Meets {
    Silence,
    /// Each query is answered by one row with this.
    Answers(&'static str),
    NoRoom,
    /// The connection ends before anything was said.
    Nobody,
}

/// A message that begins with its length, itself included.
async fn message(socket: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let length = socket.read_u32().await?;
    let mut message = vec![0; length as usize - 4];
    socket.read_exact(&mut message).await?;
    Ok(message)
}

/// A message of this kind, with its length.
fn told(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap();
    [&[kind], &length.to_be_bytes()[..], body].concat()
}

/// The answer to a query: one row with one text.
fn one_row(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap();
    let column = [b"\0\x01a\0\0\0\0\0\0\0", &TEXT.to_be_bytes()[..], b"\xff\xff\xff\xff\xff\xff\0\0"].concat();
    let value = [b"\0\x01", &length.to_be_bytes()[..], text.as_bytes()].concat();
    [told(b'T', &column), told(b'D', &value), told(b'C', b"SELECT 1\0"), READY.to_vec()].concat()
}

const SSL_REQUEST: [u8; 4] = 80_877_103_u32.to_be_bytes();
const LET_IN: &[u8] = b"R\0\0\0\x08\0\0\0\0";
const READY: &[u8] = b"Z\0\0\0\x05I";
const TEXT: u32 = 25;
const NO_ROOM: &[u8] = b"SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0";

async fn meet(mut socket: TcpStream, meets: Meets) -> std::io::Result<()> {
    let first = message(&mut socket).await?;
    if matches!(meets, Meets::Nobody) {
        return Ok(());
    }
    if first == SSL_REQUEST {
        socket.write_all(b"N").await?;
        message(&mut socket).await?;
    }
    if matches!(meets, Meets::NoRoom) {
        return socket.write_all(&told(b'E', NO_ROOM)).await;
    }
    socket.write_all(&[LET_IN, READY].concat()).await?;
    loop {
        let kind = socket.read_u8().await?;
        message(&mut socket).await?;
        match (meets, kind) {
            (Meets::Answers(text), b'Q') => socket.write_all(&one_row(text)).await?,
            (Meets::Answers(_), b'S') => socket.write_all(READY).await?,
            _ => {}
        }
    }
}

impl HalfAway {
    /// The first connection meets the first of these, the next one the second; all that follow meet the last.
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

/// What is said of a database that cannot be opened, before long.
async fn said<T>(opened: impl Future<Output = Result<T, StoreError>>, later: bool) -> String {
    let opened = tokio::time::timeout(Duration::from_secs(8), opened).await.expect("an end").map(drop);
    let Err(error @ StoreError::Unreachable { passing, .. }) = opened else { panic!("{opened:?}") };
    assert_eq!(passing, later, "whether it may be there later: {error}");
    error.to_string()
}

/// What was asked of the connections for reading.
const SNAPSHOTS: &str = "repeatable read, on";
/// What PostgreSQL has where nothing was asked.
const USUAL: &str = "read committed, off";

#[tokio::test]
async fn one_that_lets_in_and_does_not_answer_is_unreachable_after_5_seconds_and_no_connection_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut away = HalfAway::new(&[Meets::Silence]).await;
    let config = away.config(&folder);
    let (opened, to_read, looked) = tokio::join!(
        said(Store::open(config.clone()), true),
        said(Store::open_to_read(config.clone()), true),
        said(Store::look(&config), true)
    );
    for said in [opened, to_read, looked] {
        assert!(said.contains("no answer within 5 seconds") && !said.contains("opensesame"), "{said}");
    }
    away.is_left_by_all().await;
    assert!(!config.data_dir.exists());
}

#[tokio::test]
async fn one_behind_a_listener_that_ends_each_connection_may_be_there_later() {
    let folder = tempfile::tempdir().unwrap();
    let away = HalfAway::new(&[Meets::Nobody]).await;
    for _ in 0..20 {
        said(Store::look(&away.config(&folder)), true).await;
    }
}

#[tokio::test]
async fn one_without_a_connection_to_write_with_is_unreachable_in_its_own_words() {
    for (met, words) in [
        (&[Meets::Answers(SNAPSHOTS), Meets::NoRoom], "sorry, too many clients already"),
        (&[Meets::Answers(SNAPSHOTS), Meets::Silence], "no answer within 5 seconds"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut away = HalfAway::new(met).await;
        let said = said(Store::open(away.config(&folder)), true).await;
        assert!(said.contains(words), "{said}");
        away.is_left_by_all().await;
    }
}

#[tokio::test]
async fn one_behind_a_pooler_that_leaves_out_how_transactions_begin_is_refused_and_so_no_backup_is_torn() {
    for met in [&[Meets::Answers(USUAL)][..], &[Meets::Answers(SNAPSHOTS)]] {
        let folder = tempfile::tempdir().unwrap();
        let mut away = HalfAway::new(met).await;
        let config = away.config(&folder);
        for said in [
            said(Store::open(config.clone()), false).await,
            said(Store::open_to_read(config.clone()), false).await,
            said(Store::look(&config), false).await,
        ] {
            assert!(said.contains("a pooler") && !said.contains("opensesame"), "{said}");
        }
        away.is_left_by_all().await;
        assert!(!config.data_dir.exists());
    }
}
