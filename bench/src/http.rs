//! A client of one kept connection. What it does itself counts for nobody: the other process's time is what is measured.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// One connection that is kept.
pub struct Connection {
    stream: BufReader<TcpStream>,
    /// Headers of every request, each with its line end.
    headers: String,
}

/// What came back, with status 200 or 204.
pub struct Answer {
    /// Status line and headers.
    head: String,
    pub body: Vec<u8>,
    /// Bytes that came, framing included.
    pub wire: usize,
    /// When how many bytes of the body had come.
    pub arrivals: Vec<(Instant, usize)>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.into_iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

impl Connection {
    pub fn to(address: &str) -> Connection {
        let stream = TcpStream::connect(address).expect("the server answers");
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        Connection { stream: BufReader::with_capacity(1 << 17, stream), headers: "host: 127.0.0.1\r\n".to_owned() }
    }

    /// Sends this header with every request from now on.
    pub fn with(mut self, name: &str, value: &str) -> Connection {
        self.headers.push_str(&format!("{name}: {value}\r\n"));
        self
    }

    pub fn get(&mut self, path: &str) -> Answer {
        self.ask(&format!("GET {path} HTTP/1.1\r\n{}\r\n", self.headers))
    }

    pub fn post_form(&mut self, path: &str, form: &str) -> Answer {
        self.send("POST", path, "application/x-www-form-urlencoded", form)
    }

    pub fn post_json(&mut self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, "application/json", &body.to_string())
    }

    pub fn delete(&mut self, path: &str) -> Answer {
        self.ask(&format!("DELETE {path} HTTP/1.1\r\n{}\r\n", self.headers))
    }

    pub fn patch_json(&mut self, path: &str, body: &Value) -> Answer {
        self.send("PATCH", path, "application/json", &body.to_string())
    }

    fn send(&mut self, verb: &str, path: &str, content_type: &str, body: &str) -> Answer {
        let (headers, length) = (&self.headers, body.len());
        self.ask(&format!(
            "{verb} {path} HTTP/1.1\r\n{headers}content-type: {content_type}\r\ncontent-length: {length}\r\n\r\n{body}"
        ))
    }

    fn ask(&mut self, request: &str) -> Answer {
        self.stream.get_mut().write_all(request.as_bytes()).expect("the server reads");
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(self.stream.read_line(&mut head).expect("an answer") > 0, "the server hung up: {head}");
        }
        let mut answer = Answer { wire: head.len(), head, body: Vec::new(), arrivals: Vec::new() };
        let is_empty = answer.head.starts_with("HTTP/1.1 204");
        match answer.header("content-length") {
            None if is_empty => {}
            Some(length) => {
                let length = length.parse().expect("a length");
                self.read_piece(&mut answer, length);
            }
            None => {
                assert_eq!(answer.header("transfer-encoding"), Some("chunked"), "{}", answer.head);
                while self.read_chunk(&mut answer) {}
            }
        }
        let succeeded = is_empty || answer.head.starts_with("HTTP/1.1 200");
        assert!(succeeded, "{request}{}{}", answer.head, String::from_utf8_lossy(&answer.body));
        answer
    }

    /// Reads so many bytes of the body, noting when they came.
    fn read_piece(&mut self, answer: &mut Answer, length: usize) {
        let end = answer.body.len() + length;
        answer.wire += length;
        answer.body.reserve(length);
        while answer.body.len() < end {
            let come = self.stream.fill_buf().expect("a body");
            assert!(!come.is_empty(), "the server hung up");
            let taken = come.len().min(end - answer.body.len());
            answer.body.extend_from_slice(&come[..taken]);
            self.stream.consume(taken);
            answer.arrivals.push((Instant::now(), answer.body.len()));
        }
    }

    /// Reads a chunk; false when it was the last.
    fn read_chunk(&mut self, answer: &mut Answer) -> bool {
        let mut size = String::new();
        answer.wire += self.stream.read_line(&mut size).expect("a chunk");
        let length = usize::from_str_radix(size.trim(), 16).expect("a size");
        self.read_piece(answer, length);
        let mut end = [0; 2];
        self.stream.read_exact(&mut end).expect("the end of a chunk");
        answer.wire += end.len();
        length > 0
    }
}
