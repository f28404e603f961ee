//! The end of a connection whose other side may still be sending. Closed at once, the system would answer what comes next with a reset,
//! and a client that is reset gives up before it has read the answer.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How long it is read on.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many bytes are read on.
const MOST: usize = 1 << 20;

/// Reads on and throws away, once the last answer has been sent.
pub struct Linger {
    until: Pin<Box<Sleep>>,
    read: usize,
}

impl Linger {
    pub fn new() -> Linger {
        Linger { until: Box::pin(sleep(PATIENCE)), read: 0 }
    }

    /// Ready when the other side has ended, or failed, or sent too much, or taken too long.
    pub fn poll(&mut self, stream: &mut (impl AsyncRead + Unpin), context: &mut Context<'_>) -> Poll<()> {
        let mut piece = [0; 16 << 10];
        while self.read < MOST {
            let mut buffer = ReadBuf::new(&mut piece);
            match Pin::new(&mut *stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => self.read += buffer.filled().len(),
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => {
                    ready!(self.until.as_mut().poll(context));
                    return Poll::Ready(());
                }
            }
        }
        Poll::Ready(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use tokio::io::AsyncWriteExt;

    #[tokio::test]
    async fn reading_on_ends_with_the_other_side_or_after_a_mebibyte() {
        let (mut near, mut far) = tokio::io::duplex(4 << 20);
        far.write_all(&vec![0; 3 << 20]).await.unwrap();
        let mut linger = Linger::new();
        poll_fn(|context| linger.poll(&mut near, context)).await;
        assert_eq!(linger.read, MOST);
        drop(far);
        let (mut near, mut far) = tokio::io::duplex(64);
        far.write_all(b"the rest").await.unwrap();
        drop(far);
        let mut linger = Linger::new();
        poll_fn(|context| linger.poll(&mut near, context)).await;
        assert_eq!(linger.read, 8);
    }

    #[tokio::test]
    async fn reading_on_ends_after_two_seconds() {
        let (mut near, _far) = tokio::io::duplex(64);
        let (mut linger, begun) = (Linger::new(), std::time::Instant::now());
        poll_fn(|context| linger.poll(&mut near, context)).await;
        assert!(begun.elapsed() >= PATIENCE);
    }
}
