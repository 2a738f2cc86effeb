//! A server that says exactly what a test wants, byte by byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A server on a port of its own, which answers each request with the next of its replies.
#[derive(Debug)]
pub struct Server {
    port: u16,
    received: Arc<Mutex<Vec<Received>>>,
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Received {
    /// When all of it was there.
    pub at: Instant,
    /// The method.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers, their names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// Makes the reply to a request, of which so many came before.
type Answer = Arc<dyn Fn(&Received, usize) -> Reply + Send + Sync>;

impl Received {
    /// Returns a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Reads the body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }
}

impl Server {
    /// Starts a server. The last reply is given to all further requests.
    pub fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let replies: Vec<Reply> = replies.into_iter().collect();
        Self::on_a_port(Arc::new(move |_: &Received, number| {
            let reply = replies.get(number).or(replies.last());
            reply.expect("a reply").clone()
        }))
    }

    /// Starts a server that answers each request with what `answer` makes of it.
    pub fn answering(answer: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        Self::on_a_port(Arc::new(move |request: &Received, _| answer(request)))
    }

    fn on_a_port(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let log = Arc::clone(&received);
        // It ends with the process: it waits for connections, and costs nothing.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (answer, log) = (Arc::clone(&answer), Arc::clone(&log));
                thread::spawn(move || serve(&stream, &*answer, &log));
            }
        });
        Self { port, received }
    }

    /// Returns the address without a path: `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.host())
    }

    /// Returns the host and the port.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Returns what came so far.
    pub fn received(&self) -> Vec<Received> {
        let received = self.received.lock();
        received.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the only request that came.
    pub fn only_request(&self) -> Received {
        let mut received = self.received();
        assert_eq!(received.len(), 1, "{received:#?}");
        received.remove(0)
    }
}

/// Returns a port of this machine where nobody listens.
pub fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// What a server sends, and how the connection ends.
#[derive(Debug, Clone)]
pub struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    parts: Vec<Part>,
    framing: Framing,
    version: &'static str,
}

#[derive(Debug, Clone)]
enum Part {
    Bytes(Vec<u8>),
    Times(Vec<u8>, usize),
    Pause(Duration),
    /// Nothing more comes, and the connection stays open until the other side closes it.
    Hold,
    /// The connection is closed, with the body unfinished.
    Break,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Framing {
    /// `content-length`: the whole body is known.
    Length,
    /// `transfer-encoding: chunked`: each part is a chunk.
    Chunked,
    /// The body ends with the connection.
    Close,
}

impl Reply {
    fn new(kind: &str, framing: Framing, parts: Vec<Part>) -> Self {
        Self {
            status: 200,
            headers: vec![("content-type".to_owned(), kind.to_owned())],
            parts,
            framing,
            version: "HTTP/1.1",
        }
    }

    /// Makes a reply of JSON.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "tests write `json!` in place"
    )]
    pub fn json(body: impl ToString) -> Self {
        Self::body("application/json", body.to_string())
    }

    /// Makes a reply of any kind.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "tests write `json!` in place"
    )]
    pub fn body(kind: &str, body: impl ToString) -> Self {
        let body = body.to_string().into_bytes();
        Self::new(kind, Framing::Length, vec![Part::Bytes(body)])
    }

    /// Makes a reply that is a stream of events, each piece a chunk of its own.
    pub fn stream<T: AsRef<[u8]>>(pieces: impl IntoIterator<Item = T>) -> Self {
        let pieces = pieces.into_iter();
        let parts = pieces.map(|piece| Part::Bytes(piece.as_ref().to_vec()));
        Self::new("text/event-stream", Framing::Chunked, parts.collect())
    }

    /// Sets the status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Says what kind of body it is.
    #[must_use]
    pub fn kind(mut self, kind: &str) -> Self {
        kind.clone_into(&mut self.headers[0].1);
        self
    }

    /// Ends the body with the connection.
    #[must_use]
    pub fn until_close(mut self) -> Self {
        self.framing = Framing::Close;
        self
    }

    /// Answers as servers did before HTTP/1.1: the body ends with the connection.
    #[must_use]
    pub fn of_old(mut self) -> Self {
        self.version = "HTTP/1.0";
        self.until_close()
    }

    /// Waits before what comes next.
    #[must_use]
    pub fn pause(self, time: Duration) -> Self {
        self.and(Part::Pause(time))
    }

    /// Adds a piece.
    #[must_use]
    pub fn piece(self, bytes: impl AsRef<[u8]>) -> Self {
        self.and(Part::Bytes(bytes.as_ref().to_vec()))
    }

    /// Adds a piece many times.
    #[must_use]
    pub fn times(self, bytes: impl AsRef<[u8]>, count: usize) -> Self {
        self.and(Part::Times(bytes.as_ref().to_vec(), count))
    }

    /// Falls silent and keeps the connection.
    #[must_use]
    pub fn hold(self) -> Self {
        self.and(Part::Hold)
    }

    /// Closes the connection before the body is over.
    #[must_use]
    pub fn breaks(self) -> Self {
        self.and(Part::Break)
    }

    fn and(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    fn head(&self) -> String {
        let mut lines = vec![
            format!("{} {} Said", self.version, self.status),
            "connection: close".to_owned(),
        ];
        let headers = self.headers.iter();
        lines.extend(headers.map(|(name, value)| format!("{name}: {value}")));
        match self.framing {
            Framing::Length => {
                let lengths = self.parts.iter().map(|part| match part {
                    Part::Bytes(bytes) => bytes.len(),
                    Part::Times(bytes, count) => bytes.len() * count,
                    _ => 0,
                });
                lines.push(format!("content-length: {}", lengths.sum::<usize>()));
            }
            Framing::Chunked => lines.push("transfer-encoding: chunked".to_owned()),
            Framing::Close => {}
        }
        lines.join("\r\n") + "\r\n\r\n"
    }

    fn send(&self, mut stream: &TcpStream) -> std::io::Result<()> {
        stream.write_all(self.head().as_bytes())?;
        for part in &self.parts {
            match part {
                Part::Bytes(bytes) => self.send_piece(stream, bytes)?,
                Part::Times(bytes, count) => {
                    for _ in 0..*count {
                        self.send_piece(stream, bytes)?;
                    }
                }
                Part::Pause(time) => thread::sleep(*time),
                Part::Hold => {
                    // Until the other side is gone.
                    let _ = stream.read(&mut [0; 1])?;
                    return Ok(());
                }
                Part::Break => return stream.shutdown(Shutdown::Both),
            }
        }
        if self.framing == Framing::Chunked {
            stream.write_all(b"0\r\n\r\n")?;
        }
        stream.shutdown(Shutdown::Write)
    }

    fn send_piece(&self, mut stream: &TcpStream, bytes: &[u8]) -> std::io::Result<()> {
        if self.framing != Framing::Chunked {
            return stream.write_all(bytes);
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
        chunk.extend(bytes);
        chunk.extend(b"\r\n");
        stream.write_all(&chunk)
    }
}

fn serve(
    stream: &TcpStream,
    answer: &(dyn Fn(&Received, usize) -> Reply + Send + Sync),
    log: &Mutex<Vec<Received>>,
) {
    stream.set_nodelay(true).expect("a socket");
    let Some(request) = read(stream) else {
        return;
    };
    let number = {
        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
        log.push(request.clone());
        log.len() - 1
    };
    // A client that has gone away is what some tests are about.
    drop(answer(&request, number).send(stream));
}

fn read(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length
        .and_then(|(_, value)| value.parse().ok())
        .unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Received {
        at: Instant::now(),
        method,
        path,
        headers,
        body: String::from_utf8(body).expect("a body in UTF-8"),
    })
}
