//! The clients without async, against a node that answers every call with a height.

#![cfg(feature = "blocking")]

use std::io::{Read, Write};
use std::net::TcpListener;

use couloir_client::Error;
use couloir_client::blocking::{AvalanchegoClient, Client};

fn node() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let mut text = [0; 4096];
                while let Ok(size @ 1..) = stream.read(&mut text) {
                    let request = String::from_utf8_lossy(&text[..size]).into_owned();
                    let Some((_, body)) = request.split_once("\r\n\r\n") else { return };
                    let ids =
                        body.split("\"id\":").skip(1).filter_map(|rest| rest.split(',').next());
                    let answers: Vec<_> = ids
                        .map(|id| {
                            format!(r#"{{"jsonrpc":"2.0","result":{{"height":"7"}},"id":{id}}}"#)
                        })
                        .collect();
                    let answer = match body.starts_with('[') {
                        true => format!("[{}]", answers.join(",")),
                        false => answers.concat(),
                    };
                    let head =
                        format!("HTTP/1.1 200 x\r\ncontent-length: {}\r\n\r\n", answer.len());
                    if stream.write_all((head + &answer).as_bytes()).is_err() {
                        return;
                    }
                }
            });
        }
    });
    url
}

#[test]
fn calls_wait_in_any_thread() {
    let client = Client::new(&node()).unwrap();
    for _ in 0..3 {
        assert_eq!(client.platform().get_height().wait().unwrap().height, 7);
    }
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let own = client.clone();
            std::thread::spawn(move || own.platform().get_height().wait().unwrap().height)
        })
        .collect();
    assert!(threads.into_iter().all(|thread| thread.join().unwrap() == 7));
}

#[test]
fn batches_wait() {
    let client = AvalanchegoClient::new(&node()).unwrap();
    let mut batch = client.batch();
    let one = batch.add(client.platform().get_height());
    let two = batch.add(client.platform().get_height());
    let answers = batch.wait().unwrap();
    assert_eq!(answers.take(one).unwrap().height + answers.take(two).unwrap().height, 14);
}

#[test]
fn a_call_of_an_async_client_cannot_wait() {
    let client = couloir_client::Client::new("http://127.0.0.1:1").unwrap();
    let failure = client.platform().get_height().wait().unwrap_err();
    assert!(matches!(failure, Error::Setup(_)), "{failure:?}");
}
