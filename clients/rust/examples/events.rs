use std::env;

use couloir_client::types::{EventTopic, EventsQuery, StreamEvent};
use couloir_client::{Client, Error};

/// Prints the blocks and validators of a node from its first block to its tenth, or after a cursor.
#[tokio::main]
async fn main() -> Result<(), Error> {
    let url = env::args().nth(1).unwrap_or("http://127.0.0.1:9650".to_owned());
    let client = Client::new(&url)?;
    let topics = Some(vec![EventTopic::Block, EventTopic::Validator]);
    let after = env::args().nth(2);
    let from_height = after.is_none().then_some(0);
    let query = EventsQuery { topics, after, from_height, ..EventsQuery::default() };
    let mut events = client.events(query);

    loop {
        match events.next().await {
            Ok(StreamEvent::Ready(ready)) => println!("listening from height {}", ready.height),
            Ok(StreamEvent::Block(block)) => {
                println!("block {} with {} transactions", block.height, block.tx_ids.len());
                if block.height == 10 {
                    break;
                }
            }
            Ok(StreamEvent::Validator(change)) => {
                println!("{} weighs {}", change.node_id, change.weight);
            }
            Ok(StreamEvent::Reverted(_)) => println!("another chain: read everything again"),
            Ok(_) => (),
            Err(Error::Query { message, .. }) => {
                panic!("the node rejected the query: {message}")
            }
            Err(error) => return Err(error),
        }
    }
    println!("resume with {}", events.cursor().unwrap_or_default());
    Ok(())
}
