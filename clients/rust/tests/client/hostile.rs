//! Nodes that redirect, and that never end what they say.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use couloir_client::types::EventsQuery;
use couloir_client::{Client, Error};

/// Meets each connection, after reading the start of its request, until the test ends.
fn serve(answer: impl Fn(&mut TcpStream) -> std::io::Result<()> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut start = [0; 1024];
            // A client that is gone ends the connection only.
            let _ = stream.read(&mut start).and_then(|_| answer(&mut stream));
        }
    });
    url
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let other = serve(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Ok(())
    });
    let node = serve(move |stream| {
        write!(stream, "HTTP/1.1 307 x\r\nlocation: {other}\r\ncontent-length: 0\r\n\r\n")
    });
    let client = Client::builder(&node).header("authorization", "x").build().unwrap();
    let failure = client.platform().get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Http { status: 307, .. }), "{failure:?}");
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_response_has_a_limit() {
    let node = serve(|stream| {
        stream.write_all(b"HTTP/1.1 200 x\r\n\r\n")?;
        loop {
            stream.write_all(&[b'x'; 1 << 16])?;
        }
    });
    let client = Client::builder(&node).max_response_bytes(1_000_000).build().unwrap();
    let failure = client.platform().get_height().await.unwrap_err();
    let named = format!("platform.getHeight at {node}/ext/bc/P");
    assert_eq!(failure.to_string(), format!("{named}: the response is longer than 1000000 bytes"));
}

#[tokio::test]
async fn an_endless_event_ends_the_stream() {
    let node = serve(|stream| {
        stream.write_all(b"HTTP/1.1 200 x\r\ncontent-type: text/event-stream\r\n\r\n")?;
        loop {
            stream.write_all(&[b'x'; 1 << 16])?;
        }
    });
    let mut events = Client::new(&node).unwrap().events(EventsQuery::default());
    let failure = events.next().await.unwrap_err();
    assert!(matches!(failure, Error::Response { .. }), "{failure:?}");
}
