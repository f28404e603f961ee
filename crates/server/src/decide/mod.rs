//! `cardea decide`: questions about a domain document, a line each, answered in their order. No database; questions stream through, and
//! each is answered as soon as it has come.

mod answers;
mod questions;
#[cfg(test)]
mod tests;

use cardea_model::Facts;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

/// How much is read at once; lines are worth splitting among threads by the thousand.
const CHUNK: usize = 256 * 1024;

/// How many chunks may wait for an answer, for each thread that answers.
const WAITING: usize = 4;

/// Whole lines to answer, and where the answers go.
type Work = (Vec<u8>, Sender<Vec<u8>>);

/// Answers the questions of `input` about the document. A line that is no question is answered by an error, and the next is read.
///
/// # Errors
/// A document that cannot be read; input or output that fail. A reader who goes away early is no error.
pub fn run(document: &str, input: impl Read, output: impl Write + Send) -> Result<(), String> {
    let facts = cardea_api::document::read(document).map_err(|error| error.to_string())?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let (ordered, in_order) = sync_channel(WAITING * threads);
        let workers: Vec<SyncSender<Work>> = (0..threads)
            .map(|_| {
                let (work, to_do) = sync_channel::<Work>(WAITING);
                let facts = &facts;
                scope.spawn(move || answer(facts, to_do));
                work
            })
            .collect();
        let writer = scope.spawn(move || write(in_order, output));
        let read = distribute(input, &workers, &ordered);
        drop((workers, ordered));
        let written = writer.join().map_err(|_| "writing failed".to_owned())?;
        read.map_err(|error| format!("cannot read the questions: {error}"))?;
        match written {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write the answers: {error}"))
            }
            _ => Ok(()),
        }
    })
}

/// Reads what there is and hands whole lines to one worker after the other, until the end or until nobody reads the answers.
fn distribute(
    mut input: impl Read,
    workers: &[SyncSender<Work>],
    ordered: &SyncSender<Receiver<Vec<u8>>>,
) -> std::io::Result<()> {
    let mut lines = Vec::new();
    let mut ended = false;
    for worker in workers.iter().cycle() {
        let whole = loop {
            if ended {
                break lines.len();
            }
            let before = lines.len();
            lines.resize(before + CHUNK, 0);
            let count = match input.read(&mut lines[before..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => 0,
                read => {
                    let count = read?;
                    ended = count == 0;
                    count
                }
            };
            lines.truncate(before + count);
            if let Some(last) = lines[before..].iter().rposition(|byte| *byte == b'\n') {
                break before + last + 1;
            }
        };
        let rest = lines.split_off(whole);
        let (answers, receive) = channel();
        if !lines.is_empty() && (ordered.send(receive).is_err() || worker.send((lines, answers)).is_err()) {
            return Ok(());
        }
        lines = rest;
        if ended && lines.is_empty() {
            return Ok(());
        }
    }
    Ok(())
}

fn answer(facts: &Facts, to_do: Receiver<Work>) {
    for (lines, answers) in to_do {
        let mut text = Vec::with_capacity(lines.len());
        for line in lines.strip_suffix(b"\n").unwrap_or(&lines).split(|byte| *byte == b'\n') {
            answers::write(&mut text, facts, questions::read(line));
        }
        // Fails only when nobody reads the answers any more.
        let _ = answers.send(text);
    }
}

fn write(in_order: Receiver<Receiver<Vec<u8>>>, mut output: impl Write) -> std::io::Result<()> {
    for answers in in_order {
        if let Ok(text) = answers.recv() {
            output.write_all(&text)?;
            output.flush()?;
        }
    }
    Ok(())
}
