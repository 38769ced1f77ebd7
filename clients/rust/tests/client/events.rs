//! Event streams that break in nasty places.

use std::time::Duration;

use couloir_client::serde_json::{self, Value, json};
use couloir_client::types::{BlockEventKind, EventTopic, EventsQuery, StreamEvent};
use couloir_client::{Client, Error, EventStream};

use crate::event_texts::{block_at, cursor_at, ready_at, reverted_at, server_event};
use crate::node::{FakeNode, Reply};

const SHORT: Duration = Duration::from_millis(20);

fn client_of(node: &FakeNode) -> Client {
    Client::builder(&node.url)
        .retry_delay(Duration::from_micros(1))
        .header("authorization", "Bearer word")
        .build()
        .unwrap()
}

fn subscribe(node: &FakeNode) -> EventStream {
    client_of(node).events(EventsQuery::default())
}

/// Closes the connection after these events.
fn breaks(events: &[String]) -> Reply {
    Reply::Breaks(vec![events.concat().into_bytes()])
}

/// A short description of an event, such as `block 7`.
fn name_of(event: StreamEvent) -> String {
    match event {
        StreamEvent::Ready(event) => format!("ready {}", event.height),
        StreamEvent::Block(event) => format!("block {}", event.height),
        StreamEvent::Reverted(event) => format!("reverted {}", event.height),
        event => format!("{event:?}"),
    }
}

async fn expect(stream: &mut EventStream, names: &[&str]) {
    for name in names {
        assert_eq!(name_of(stream.next().await.unwrap()), *name);
    }
}

/// The error that ends a stream.
async fn failure_of(mut stream: EventStream) -> Error {
    let failure = stream.next().await.unwrap_err();
    assert_eq!(stream.next().await.unwrap_err().to_string(), failure.to_string());
    failure
}

#[tokio::test]
async fn events_are_typed() {
    let node = FakeNode::start(vec![Reply::Stays(ready_at(6) + &block_at(7))]).await;
    let mut stream = subscribe(&node);
    assert_eq!(stream.cursor(), None);
    expect(&mut stream, &["ready 6"]).await;
    let StreamEvent::Block(block) = stream.next().await.unwrap() else { panic!("no block") };
    assert_eq!((block.height, block.timestamp), (7, Some(u64::MAX)));
    assert_eq!((block.kind, block.tx_ids), (BlockEventKind::BanffStandardBlock, vec!["t".into()]));
    assert_eq!(stream.cursor(), Some(cursor_at(7).as_str()));
    let request = node.request(0);
    assert!(request.contains("accept: text/event-stream\r\n"), "{request}");
    assert!(request.contains("authorization: Bearer word\r\n"), "{request}");
}

#[tokio::test]
async fn an_event_is_written_as_it_came() {
    let events = [
        r#"{"type":"transaction","cursor":"c","txID":"t","status":"Dropped","reason":"no"}"#,
        r#"{"type":"transaction","cursor":"c","txID":"t","status":"New","height":"18446744073709551615","blockID":"b"}"#,
        r#"{"type":"validator","cursor":"c","height":"1","subnetID":"s","nodeID":"n","weight":"0","previousWeight":"2"}"#,
        r#"{"type":"reverted","cursor":"c","height":"1","blockID":"b"}"#,
        r#"{"type":"new","text":"é漢😀"}"#,
    ];
    let text: String = events.iter().map(|event| server_event("c", event)).collect();
    let node = FakeNode::start(vec![Reply::Stays(text)]).await;
    let mut stream = subscribe(&node);
    for event in events {
        let read = stream.next().await.unwrap();
        assert_eq!(json!(read), serde_json::from_str::<Value>(event).unwrap());
    }
}

#[tokio::test]
async fn the_query_is_sent_and_the_cursor_takes_the_place_of_the_height() {
    let replies = vec![
        breaks(&[ready_at(1), block_at(2)]),
        breaks(&[ready_at(2), block_at(3)]),
        Reply::Silence,
    ];
    let node = FakeNode::start(replies).await;
    let mut stream = client_of(&node).events(EventsQuery {
        topics: Some(vec![EventTopic::Block, EventTopic::Other("else&more".into())]),
        from_height: Some(u64::MAX),
        subnet_id: Some("s".into()),
        tx_id: Some("t".into()),
        watch_id: Some("w".into()),
        ..EventsQuery::default()
    });
    expect(&mut stream, &["ready 1", "block 2", "block 3"]).await;
    let first =
        "fromHeight=18446744073709551615&subnetID=s&topics=block%2Celse%26more&txID=t&watchID=w";
    assert_eq!(node.query(0), first);
    let second = "after=2.0.5f7f2a1c&subnetID=s&topics=block%2Celse%26more&txID=t&watchID=w";
    assert_eq!(node.query(1), second);
}

#[tokio::test]
async fn no_query_is_none() {
    let node = FakeNode::start(vec![Reply::Stays(ready_at(0))]).await;
    let query = EventsQuery { topics: Some(vec![]), ..EventsQuery::default() };
    expect(&mut client_of(&node).events(query), &["ready 0"]).await;
    assert_eq!(node.query(0), "");
}

#[tokio::test]
async fn an_event_may_come_byte_by_byte() {
    let text = format!(":\r\n\r\n{}", server_event("c", r#"{"type":"new","text":"é漢😀"}"#));
    let pieces = text.bytes().map(|byte| vec![byte]).collect();
    let node = FakeNode::start(vec![Reply::Breaks(pieces)]).await;
    let StreamEvent::Other(event) = subscribe(&node).next().await.unwrap() else { panic!() };
    assert_eq!(event, json!({ "type": "new", "text": "é漢😀" }));
}

#[tokio::test]
async fn an_event_may_be_big() {
    let text = "é漢😀".repeat(1 << 18);
    let event = json!({ "type": "new", "text": text });
    let node = FakeNode::start(vec![Reply::Stays(server_event("c", &event.to_string()))]).await;
    assert_eq!(json!(subscribe(&node).next().await.unwrap()), event);
}

#[tokio::test]
async fn nothing_is_missed_wherever_the_stream_breaks() {
    let heartbeat = ":\n\n".to_owned();
    let whole = [ready_at(0), block_at(1), heartbeat, block_at(2), block_at(3)].concat();
    for cut in 0..=whole.len() {
        let first = Reply::Breaks(vec![whole.as_bytes()[..cut].to_vec()]);
        let node = FakeNode::start(vec![first, Reply::Chain]).await;
        let mut stream = subscribe(&node);
        expect(&mut stream, &["ready 0", "block 1", "block 2", "block 3"]).await;
    }
}

#[tokio::test]
async fn reverted_is_not_lost_between_ready_and_it() {
    let replies = vec![
        breaks(&[ready_at(4)]),
        breaks(&[ready_at(4), reverted_at(4), block_at(5)]),
        breaks(&[ready_at(5), block_at(6)]),
    ];
    let node = FakeNode::start(replies).await;
    let query = EventsQuery { after: Some(cursor_at(9)), ..EventsQuery::default() };
    let mut stream = client_of(&node).events(query);
    expect(&mut stream, &["ready 4", "reverted 4", "block 5", "block 6"]).await;
    for (index, height) in [9, 9, 5].into_iter().enumerate() {
        assert_eq!(node.query(index), format!("after={}", cursor_at(height)));
    }
}

#[tokio::test]
async fn passing_failures_are_waited_out() {
    let busy = |status| Reply::Status(status, "not now");
    let node = FakeNode::start(vec![
        busy(429),
        busy(502),
        Reply::HangUp,
        Reply::Ends(String::new()),
        Reply::Ends(ready_at(0)[..20].to_owned()),
        breaks(&[ready_at(0), block_at(1)]),
        busy(503),
        busy(504),
        Reply::Stays(ready_at(1) + &block_at(2)),
    ])
    .await;
    expect(&mut subscribe(&node).retries(5), &["ready 0", "block 1", "block 2"]).await;
    assert_eq!(node.count(), 9);
}

#[tokio::test]
async fn failures_in_a_row_end_the_stream() {
    let busy = || Reply::Status(503, "busy");
    let node = FakeNode::start(vec![breaks(&[ready_at(0)]), busy(), busy(), busy()]).await;
    let mut stream = subscribe(&node).retries(3);
    expect(&mut stream, &["ready 0"]).await;
    assert_eq!(stream.cursor(), Some(cursor_at(0).as_str()));
    let failure = failure_of(stream).await;
    assert!(matches!(failure, Error::Http { status: 503, ref body, .. } if body == "busy"));
    assert_eq!(node.count(), 4);
}

#[tokio::test]
async fn an_end_is_a_failed_connection() {
    let ends = [Reply::Ends(":\n\n".into()), breaks(&[":\n\n".into()]), Reply::HangUp];
    for end in ends {
        let node = FakeNode::start(vec![end]).await;
        let failure = failure_of(subscribe(&node).retries(0)).await;
        assert!(matches!(failure, Error::Connection { .. }), "{failure:?}");
    }
}

#[tokio::test]
async fn the_retries_of_the_client_are_for_calls() {
    let node = FakeNode::start(vec![Reply::Status(503, ""), Reply::Stays(ready_at(0))]).await;
    let client = Client::builder(&node.url).retries(0).retry_delay(Duration::ZERO).build().unwrap();
    expect(&mut client.events(EventsQuery::default()), &["ready 0"]).await;
}

#[tokio::test]
async fn a_mistake_in_the_query_is_told() {
    let line = r#"fromHeight: expected a height up to 5: no more, got "7""#;
    let node = FakeNode::start(vec![Reply::Status(400, format!("{line}\n").leak())]).await;
    let failure = failure_of(subscribe(&node)).await;
    assert_eq!(failure.to_string(), line);
    let Error::Query { field, message } = failure else { panic!("{failure:?}") };
    assert_eq!((field.as_str(), message.as_str()), ("fromHeight", line));
}

#[tokio::test]
async fn a_node_without_events_is_told() {
    let node = FakeNode::start(vec![Reply::Status(404, "they are off")]).await;
    let failure = failure_of(subscribe(&node)).await;
    assert_eq!(failure.to_string(), "the node has no events: they are off");
    assert!(matches!(failure, Error::NoEvents { message } if message == "they are off"));
}

#[tokio::test]
async fn a_status_that_will_not_pass_ends_the_stream() {
    for status in [204, 301, 403, 500] {
        let node = FakeNode::start(vec![Reply::Status(status, "")]).await;
        let failure = failure_of(subscribe(&node)).await;
        assert!(matches!(failure, Error::Http { status: found, .. } if found == status));
    }
}

#[tokio::test]
async fn what_is_no_event_ends_the_stream() {
    let wrong = [
        Reply::Status(200, "<html>"),
        Reply::Stays("data: <html>\n\n".into()),
        Reply::Stays("data: {\"type\":\"ready\"}\n\n".into()),
        Reply::Stays(block_at(7).replace("\"7\"", "-7")),
    ];
    for reply in wrong {
        let node = FakeNode::start(vec![reply]).await;
        let failure = failure_of(subscribe(&node)).await;
        assert!(matches!(failure, Error::Response { .. }), "{failure:?}");
    }
}

#[tokio::test]
async fn silence_is_a_broken_connection() {
    let mut replies = vec![Reply::Stays(ready_at(0)), Reply::Stays(":".into())];
    // One is enough unless this machine is slow.
    replies.extend((0..8).map(|_| Reply::Stays(ready_at(0) + &block_at(1))));
    let node = FakeNode::start(replies).await;
    expect(&mut subscribe(&node).idle_timeout(SHORT), &["ready 0", "block 1"]).await;
}

#[tokio::test]
async fn silence_has_a_reason() {
    for silence in [Reply::Silence, Reply::Stays(":\n\n".into())] {
        let node = FakeNode::start(vec![silence]).await;
        let client = Client::builder(&node.url).timeout(SHORT).build().unwrap();
        let stream = client.events(EventsQuery::default()).retries(0).idle_timeout(SHORT);
        let failure = failure_of(stream).await;
        assert!(matches!(failure, Error::Timeout { time, .. } if time == SHORT), "{failure:?}");
    }
}

#[tokio::test]
async fn silence_counts_on_when_the_wait_is_given_up() {
    let replies = vec![Reply::Stays(ready_at(0)), Reply::Stays(ready_at(0) + &block_at(1))];
    let node = FakeNode::start(replies).await;
    let mut stream = subscribe(&node).idle_timeout(10 * SHORT);
    expect(&mut stream, &["ready 0"]).await;
    loop {
        tokio::select! {
            event = stream.next() => break assert_eq!(name_of(event.unwrap()), "block 1"),
            () = tokio::time::sleep(SHORT) => (),
        }
    }
}

#[tokio::test]
async fn a_slow_reader_is_no_silence() {
    let big = server_event("c", &json!({ "type": "new", "text": "x".repeat(1 << 24) }).to_string());
    let node = FakeNode::start(vec![Reply::Stays(ready_at(0) + &big)]).await;
    let mut stream = subscribe(&node).idle_timeout(5 * SHORT);
    expect(&mut stream, &["ready 0"]).await;
    tokio::time::sleep(10 * SHORT).await;
    assert!(matches!(stream.next().await, Ok(StreamEvent::Other(_))));
}

#[tokio::test]
async fn giving_up_a_wait_loses_nothing() {
    let text = ready_at(0) + &block_at(1) + &block_at(2);
    let pieces = text.bytes().map(|byte| vec![byte]).collect();
    let node = FakeNode::start(vec![Reply::HangUp, Reply::Breaks(pieces)]).await;
    let mut stream = subscribe(&node);
    let mut names = Vec::new();
    while names.len() < 3 {
        tokio::select! {
            biased;
            event = stream.next() => names.push(name_of(event.unwrap())),
            () = tokio::task::yield_now() => (),
        }
    }
    assert_eq!(names, ["ready 0", "block 1", "block 2"]);
    assert_eq!(node.count(), 2);
}

#[tokio::test]
async fn dropping_the_stream_ends_the_connection() {
    let node = FakeNode::start(vec![Reply::Stays(ready_at(0))]).await;
    let mut stream = subscribe(&node);
    expect(&mut stream, &["ready 0"]).await;
    drop(stream);
    node.wait_until_gone().await;
}

#[tokio::test]
async fn nothing_is_sent_before_an_event_is_asked_for() {
    let node = FakeNode::start(vec![Reply::Stays(ready_at(0))]).await;
    let idle = subscribe(&node);
    expect(&mut subscribe(&node), &["ready 0"]).await;
    assert_eq!((node.count(), idle.cursor()), (1, None));
}

#[tokio::test]
async fn the_other_profile_has_events_too() {
    let node = FakeNode::start(vec![Reply::Stays(ready_at(0))]).await;
    let client = couloir_client::AvalanchegoClient::new(&node.url).unwrap();
    expect(&mut client.events(EventsQuery::default()), &["ready 0"]).await;
}

#[test]
fn a_stream_can_go_to_another_thread() {
    fn can_go<T: Send>() {}
    can_go::<EventStream>();
}
