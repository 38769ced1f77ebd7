use std::env;

use couloir_client::types::{EventTopic, EventsQuery, StreamEvent};
use couloir_client::{Client, Error};

/// Prints blocks and validators as they arrive, and resumes where an earlier run ended.
#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::new("http://127.0.0.1:9650")?;
    let topics = Some(vec![EventTopic::Block, EventTopic::Validator]);
    let after = env::args().nth(1);
    let mut events = client.events(EventsQuery { topics, after, ..EventsQuery::default() });

    loop {
        match events.next().await {
            Ok(StreamEvent::Ready(ready)) => println!("listening from height {}", ready.height),
            Ok(StreamEvent::Block(block)) => {
                println!("block {} with {} transactions", block.height, block.tx_ids.len());
            }
            Ok(StreamEvent::Validator(change)) => {
                println!("{} weighs {}", change.node_id, change.weight);
            }
            Ok(StreamEvent::Reverted(_)) => println!("another chain: read everything anew"),
            Ok(_) => (),
            Err(Error::Query { message, .. }) => {
                panic!("the node rejected the query: {message}")
            }
            Err(error) => return Err(error),
        }
        println!("go on with {}", events.cursor().unwrap_or_default());
    }
}
