//! What stands between the listener and the routes: places for connections, streams that end when they are told to, and services that
//! know their connection.

use super::connection::Connection;
use super::connections::{Connections, Ticket};
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum_server::accept::Accept;
use std::future::{Ready, ready};
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;
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
        let ticket = self.connections.admit(address.ip()).ok_or(NoPlace);
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
        let watched = stream.set_nodelay(true).map(|()| Watched { stream, ticket: Arc::clone(&received.ticket) });
        ready(watched.map(|watched| (watched, received)))
    }
}

/// A stream that fails once its connection is told to go.
pub struct Watched {
    stream: TcpStream,
    ticket: Arc<Ticket>,
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
            self.connection().heard();
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
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
