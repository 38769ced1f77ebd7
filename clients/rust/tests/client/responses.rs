//! What every client makes of each response: the height, an error's code, or an invalid response.

use couloir_client::serde_json::{self, Value, json};
use couloir_client::types::{EventsQuery, PlatformGetHeightResult};
use couloir_client::{Client, Error};

use crate::node::{FakeNode, Reply};

fn vectors(part: &str) -> Vec<Value> {
    let all: Value =
        serde_json::from_str(include_str!("../../../conformance/responses.json")).unwrap();
    all[part].as_array().unwrap().clone()
}

/// A client whose node sends a text with the IDs of the calls, which are 1 and 2.
async fn client_of(vector: &Value) -> (FakeNode, Client) {
    let text = vector["text"].as_str().unwrap().replace("$1", "1").replace("$2", "2");
    let node = FakeNode::start(vec![Reply::Status(200, text.leak())]).await;
    let client = Client::new(&node.url).unwrap();
    (node, client)
}

fn outcome_of(result: Result<PlatformGetHeightResult, Error>) -> Value {
    match result {
        Ok(read) => json!(read.height),
        Err(Error::Rpc(error)) => json!(error.code),
        Err(Error::Response { .. }) => json!("invalid"),
        Err(other) => json!(other.to_string()),
    }
}

#[tokio::test]
async fn responses_to_calls_have_one_outcome_in_every_client() {
    for vector in vectors("calls") {
        let (_node, client) = client_of(&vector).await;
        let outcome = outcome_of(client.platform().get_height().await);
        assert_eq!(outcome, vector["outcome"], "{}", vector["name"]);
    }
}

#[tokio::test]
async fn responses_to_batches_have_one_outcome_in_every_client() {
    for vector in vectors("batches") {
        let (_node, client) = client_of(&vector).await;
        let mut batch = client.batch();
        let slots = [(); 2].map(|()| batch.add(client.platform().get_height()));
        let answers = batch.send().await;
        let outcomes = slots.map(|slot| outcome_of(answers.take(slot)));
        assert_eq!(json!(outcomes), vector["outcomes"], "{}", vector["name"]);
    }
}

async fn failure_of(client: &Client, method: &str) -> Option<Error> {
    match method {
        "dev.dumpState" => client.dev().dump_state().await.err(),
        "info.getVMs" => client.info().get_vms().await.err(),
        "platform.getCurrentValidators" => client.platform().get_current_validators().await.err(),
        "platform.getHeight" => client.platform().get_height().await.err(),
        "platform.getSubnet" => client.platform().get_subnet("s").await.err(),
        _ => panic!("no method {method}"),
    }
}

#[tokio::test]
async fn invalid_results_are_errors_that_name_the_field() {
    for vector in vectors("results") {
        let text = |name: &str| vector[name].as_str().unwrap();
        let members = format!(r#""result":{}"#, text("result"));
        let node = FakeNode::start(vec![Reply::Answers(vec![members.leak()])]).await;
        let client = Client::new(&node.url).unwrap();
        let Some(failure) = failure_of(&client, text("method")).await else {
            panic!("{} is a value", text("result"));
        };
        assert!(matches!(failure, Error::Response { .. }), "{failure:?}");
        let start = format!("{}: {}", text("method"), text("field"));
        assert!(failure.to_string().starts_with(&start), "{failure}, not {start}");
    }
}

#[tokio::test]
async fn invalid_events_end_their_stream() {
    for data in vectors("events") {
        let data = data.as_str().unwrap();
        let node = FakeNode::start(vec![Reply::Stays(format!("id: 1\ndata: {data}\n\n"))]).await;
        let mut events = Client::new(&node.url).unwrap().events(EventsQuery::default());
        let failure = events.next().await.expect_err(data);
        assert!(matches!(failure, Error::Response { .. }), "{failure:?}");
    }
}
