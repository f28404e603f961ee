//! What stands between the listener and the routes: places for connections, streams that end when they are told to and after their last
//! answer has arrived, and services that know their connection.

use super::connection::Connection;
use super::connections::{Connections, Ticket};
use super::linger::Linger;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum_server::accept::Accept;
use std::future::{Ready, ready};
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tower::Service;

/// Receives whoever connects.
pub struct Reception {
    pub connections: Arc<Connections>,
    pub router: Router,
}

/// There is no place.
#[derive(Debug, thiserror::Error)]
#[error("no place for another connection")]
pub struct NoPlace;

impl Service<SocketAddr> for Reception {
    type Response = Received;
    type Error = NoPlace;
    type Future = Ready<Result<Received, NoPlace>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), NoPlace>> {
        self.connections.poll_room(context).map(Ok)
    }

    fn call(&mut self, address: SocketAddr) -> Self::Future {
        let ticket = self.connections.accept(address.ip()).ok_or(NoPlace);
        ready(ticket.map(|ticket| Received { router: self.router.clone(), address, ticket: Arc::new(ticket) }))
    }
}

/// The routes for one connection.
#[derive(Clone)]
pub struct Received {
    router: Router,
    address: SocketAddr,
    ticket: Arc<Ticket>,
}

impl<B> Service<Request<B>> for Received
where
    Router: Service<Request<B>>,
{
    type Response = <Router as Service<Request<B>>>::Response;
    type Error = <Router as Service<Request<B>>>::Error;
    type Future = <Router as Service<Request<B>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.router.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        request.extensions_mut().insert(ConnectInfo(self.address));
        request.extensions_mut().insert(Arc::clone(&self.ticket.connection));
        self.router.call(request)
    }
}

/// Gives each stream its connection's place. TLS, if there is any, comes on top.
#[derive(Debug, Clone, Copy)]
pub struct Watch;

impl Accept<TcpStream, Received> for Watch {
    type Stream = Watched;
    type Service = Received;
    type Future = Ready<io::Result<(Watched, Received)>>;

    fn accept(&self, stream: TcpStream, received: Received) -> Self::Future {
        let watched = stream.set_nodelay(true).and_then(|()| {
            give_up_after(&stream, received.ticket.connection.patience())?;
            Ok(Watched { stream, ticket: Arc::clone(&received.ticket), lingering: None })
        });
        ready(watched.map(|watched| (watched, received)))
    }
}

/// Has the system end a connection whose other side has vanished and acknowledges nothing any more.
#[cfg(target_os = "linux")]
fn give_up_after(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    let milliseconds = u32::try_from(patience.as_millis()).unwrap_or(u32::MAX);
    Ok(rustix::net::sockopt::set_tcp_user_timeout(stream, milliseconds)?)
}
#[cfg(not(target_os = "linux"))]
fn give_up_after(_stream: &TcpStream, _patience: Duration) -> io::Result<()> {
    Ok(())
}

/// A stream that fails once its connection is told to go.
pub struct Watched {
    stream: TcpStream,
    ticket: Arc<Ticket>,
    lingering: Option<Linger>,
}

impl Watched {
    fn connection(&self) -> &Connection {
        &self.ticket.connection
    }

    fn stay(&self, context: &Context<'_>) -> io::Result<()> {
        self.connection().wake_on_close(context.waker());
        if self.connection().is_closed() { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }

    fn wrote(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(polled, Poll::Ready(Ok(1..))) {
            self.connection().took(Instant::now());
        }
        polled
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stay(context)?;
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.connection().byte_came();
        }
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stay(context)?;
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stay(context)?;
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stay(context)?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stay(context)?;
        let this = &mut *self;
        if this.lingering.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            if !this.ticket.connection.leaves_unread() {
                return Poll::Ready(Ok(()));
            }
        }
        let lingering = this.lingering.get_or_insert_with(Linger::new);
        lingering.poll(&mut this.stream, context).map(Ok)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_system_ends_a_connection_whose_other_side_has_vanished() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        give_up_after(&stream, Duration::from_secs(60)).unwrap();
        assert_eq!(rustix::net::sockopt::tcp_user_timeout(&stream).unwrap(), 60_000);
    }
}
