//! Deadlines, cancellation, repetition and batches.

use std::time::Duration;

use crate::node::{FakeNode, Reply, error};
use couloir_client::serde_json::json;
use couloir_client::types::EventsQuery;
use couloir_client::{Client, DeclaredError, Error};

const HEIGHT: &str = r#""result":{"height":"5"}"#;

fn client_of(node: &FakeNode) -> Client {
    Client::builder(&node.url)
        .retry_delay(Duration::from_millis(1))
        .header("authorization", "Bearer word")
        .build()
        .unwrap()
}

#[tokio::test]
async fn a_call_that_may_be_repeated_is_sent_again() {
    let busy = || Reply::Status(503, "not ready");
    let node = FakeNode::start(vec![busy(), Reply::HangUp, Reply::Answers(vec![HEIGHT])]).await;
    assert_eq!(client_of(&node).platform().get_height().await.unwrap().height, 5);
    assert_eq!(node.count(), 3);
    assert!(node.request(2).contains("authorization: Bearer word\r\n"));
}

#[tokio::test]
async fn repetitions_end() {
    let busy = || Reply::Status(503, "not ready");
    let node = FakeNode::start(vec![busy(), busy(), busy(), busy()]).await;
    let platform = client_of(&node).platform();
    let failure = platform.get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Http { status: 503, .. }));
    let text = format!("platform.getHeight at {}/ext/bc/P: HTTP 503: not ready", node.url);
    assert_eq!(failure.to_string(), text);
    assert_eq!(node.count(), 3);
    platform.get_height().retries(0).await.unwrap_err();
    assert_eq!(node.count(), 4);
}

#[tokio::test]
async fn a_call_that_changes_state_is_sent_once() {
    let node = FakeNode::start(vec![Reply::Status(503, "not ready")]).await;
    let failure = client_of(&node).platform().issue_tx("0x00").retries(5).await.unwrap_err();
    assert!(matches!(failure, Error::Http { status: 503, .. }));
    assert_eq!(node.count(), 1);
}

#[tokio::test]
async fn a_status_that_will_not_pass_is_not_repeated() {
    let node = FakeNode::start(vec![Reply::Status(404, "no such path")]).await;
    let failure = client_of(&node).platform().get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Http { status: 404, .. }));
    assert_eq!(node.count(), 1);
}

#[tokio::test]
async fn a_status_without_a_body_says_so() {
    let node = FakeNode::start(vec![Reply::Status(500, "")]).await;
    let failure = client_of(&node).platform().get_height().await.unwrap_err();
    let text = format!("platform.getHeight at {}/ext/bc/P: HTTP 500: no body", node.url);
    assert_eq!(failure.to_string(), text);
}

#[tokio::test]
async fn a_node_that_is_not_there_is_a_failed_connection() {
    let client = Client::builder("http://127.0.0.1:1").retries(0).build().unwrap();
    let failure = client.platform().get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Connection { .. }), "{failure:?}");
    let text = "platform.getHeight at http://127.0.0.1:1/ext/bc/P: the node could not be reached";
    assert_eq!(failure.to_string(), text);
    assert!(std::error::Error::source(&failure).is_some());
}

#[tokio::test]
async fn a_deadline_ends_the_call_and_its_connection() {
    let node = FakeNode::start(vec![Reply::Silence]).await;
    let time = Duration::from_millis(20);
    let failure = client_of(&node).platform().get_height().timeout(time).await.unwrap_err();
    assert!(matches!(failure, Error::Timeout { time: after, .. } if after == time));
    node.wait_until_gone().await;
}

#[tokio::test]
async fn dropping_a_call_cancels_it() {
    let node = FakeNode::start(vec![Reply::Silence]).await;
    let platform = client_of(&node).platform();
    let call = tokio::spawn(async move { platform.get_height().await });
    node.wait_until_asked().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    node.wait_until_gone().await;
}

#[tokio::test]
async fn a_batch_is_one_request_for_each_api() {
    let supply = r#""result":{"supply":"18446744073709551615","height":"5"}"#;
    let refusal = error(-32000, "couldn't get tx: not found");
    let node = FakeNode::start(vec![Reply::Answers(vec![supply, refusal, HEIGHT])]).await;
    let client = client_of(&node);
    let mut batch = client.batch();
    let supply = batch.add(client.platform().get_current_supply());
    let tx = batch.add(client.platform().get_tx("2X"));
    let height = batch.add(client.platform().get_height());
    let answers = batch.send().await;
    assert_eq!(answers.take(height).unwrap().height, 5);
    assert_eq!(answers.take(supply).unwrap().supply, u64::MAX);
    let failure = answers.take(tx).unwrap_err();
    assert_eq!(failure.declared(), Some(&DeclaredError::TxNotFound));
    assert_eq!(node.count(), 1);
    assert_eq!(node.body(0)[1]["params"], json!({ "txID": "2X" }));
}

#[tokio::test]
async fn calls_that_a_batch_has_no_answer_to_fail() {
    let node = FakeNode::start(vec![Reply::Answers(vec![HEIGHT])]).await;
    let client = client_of(&node);
    let mut batch = client.batch();
    let first = batch.add(client.platform().get_height());
    let second = batch.add(client.platform().get_proposed_height());
    let answers = batch.send().await;
    assert_eq!(answers.take(first).unwrap().height, 5);
    let failure = answers.take(second).unwrap_err();
    assert_eq!(failure.to_string(), "platform.getProposedHeight: the batch has no response to it");
}

#[tokio::test]
async fn a_list_for_an_object_fails_in_a_batch() {
    let node = FakeNode::start(vec![Reply::Answers(vec![r#""result":["7"]"#])]).await;
    let client = client_of(&node);
    let mut batch = client.batch();
    let height = batch.add(client.platform().get_height());
    let failure = batch.send().await.take(height).unwrap_err();
    assert_eq!(failure.to_string(), "platform.getHeight: expected an object, got a list");
}

#[tokio::test]
async fn a_node_that_takes_no_batches_fails_every_call() {
    let refusal =
        r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}"#;
    let node = FakeNode::start(vec![Reply::Status(200, refusal)]).await;
    let client = client_of(&node);
    let mut batch = client.batch();
    let height = batch.add(client.platform().get_height());
    let failure = batch.send().await.take(height).unwrap_err();
    assert_eq!(failure.code(), Some(-32600));
}

#[tokio::test]
#[should_panic(expected = "the slot is of another batch")]
async fn a_slot_is_good_for_its_own_batch_alone() {
    let node = FakeNode::start(vec![Reply::Answers(vec![HEIGHT])]).await;
    let client = client_of(&node);
    let slot = client.batch().add(client.platform().get_height());
    let answers = client.batch().send().await;
    let _ = answers.take(slot);
}

#[tokio::test]
async fn answers_of_another_type_name_the_member() {
    for value in [r#""ten""#, "true", "[1]"] {
        let answer: &'static str = format!(r#""result":{{"height":{value}}}"#).leak();
        let node = FakeNode::start(vec![Reply::Answers(vec![answer])]).await;
        let failure = client_of(&node).platform().get_height().await.unwrap_err();
        assert!(matches!(failure, Error::Response { .. }));
        assert!(
            failure
                .to_string()
                .starts_with("platform.getHeight: height: expected an integer, got "),
            "{failure}"
        );
    }
}

#[tokio::test]
async fn answers_have_a_limit() {
    let long: &'static str = format!(r#""result":{{"height":"{}"}}"#, "1".repeat(100_000)).leak();
    let node = FakeNode::start(vec![Reply::Answers(vec![long])]).await;
    let client = Client::builder(&node.url).max_response_bytes(1000).build().unwrap();
    let failure = client.platform().get_height().await.unwrap_err();
    let said = "the response is longer than 1000 bytes";
    assert_eq!(failure.to_string(), format!("platform.getHeight at {}/ext/bc/P: {said}", node.url));
}

#[tokio::test]
async fn deep_nesting_is_an_error() {
    let nested = format!(r#""result":{}{}"#, "[".repeat(100_000), "]".repeat(100_000));
    let node = FakeNode::start(vec![Reply::Answers(vec![nested.leak()])]).await;
    let failure = client_of(&node).platform().get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Response { .. }));
}

#[tokio::test]
async fn the_query_of_a_url_follows_the_path() {
    let node = FakeNode::start(vec![
        Reply::Answers(vec![r#""result":{"height":"1"}"#]),
        Reply::Answers(vec![r#""result":{"height":"1"}"#]),
        Reply::Status(404, ""),
    ])
    .await;
    for path in ["/?key=a", "/ext/bc/P?key=a"] {
        let client = Client::new(&format!("{}{path}", node.url)).unwrap();
        client.platform().get_height().await.unwrap();
    }
    let client = Client::new(&format!("{}?key=a", node.url)).unwrap();
    let query = EventsQuery { from_height: Some(5), ..EventsQuery::default() };
    client.events(query).next().await.unwrap_err();
    let starts: Vec<_> =
        (0..3).map(|index| node.request(index).lines().next().unwrap().to_owned()).collect();
    let post = "POST /ext/bc/P?key=a HTTP/1.1";
    assert_eq!(starts, [post, post, "GET /ext/events?key=a&fromHeight=5 HTTP/1.1"]);
}

#[tokio::test]
async fn credentials_are_sent_and_not_shown() {
    let node = FakeNode::start(vec![Reply::Status(401, "no")]).await;
    let url = node.url.replace("http://", "http://name:secret@");
    let failure = Client::new(&url).unwrap().platform().get_height().await.unwrap_err();
    let named = format!("platform.getHeight at {}/ext/bc/P", node.url);
    assert_eq!(failure.to_string(), format!("{named}: HTTP 401: no"));
    assert!(node.request(0).to_lowercase().contains("authorization: basic "));
    let failure = Client::new("http://name:secret@:x").unwrap_err();
    assert!(!failure.to_string().contains("secret"), "{failure}");
}

#[tokio::test]
async fn a_response_that_is_not_json_names_the_url() {
    let page = "<html>";
    let node = FakeNode::start(vec![Reply::Status(200, page), Reply::Status(200, page)]).await;
    let client = client_of(&node);
    let failure = client.platform().get_height().await.unwrap_err();
    let named = format!("platform.getHeight at {}/ext/bc/P: ", node.url);
    assert!(failure.to_string().starts_with(&named), "{failure}");
    let mut batch = client.batch();
    let slot = batch.add(client.platform().get_height());
    let failure = batch.send().await.take(slot).unwrap_err();
    let named = format!("a batch at {}/ext/bc/P: ", node.url);
    assert!(failure.to_string().starts_with(&named), "{failure}");
}
