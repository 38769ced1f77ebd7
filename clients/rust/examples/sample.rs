use std::time::Duration;

use couloir_client::types::{BlockEncoding, EncodedBlock};
use couloir_client::{Client, DeclaredError, Error, spec::IndexPath};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::new("http://127.0.0.1:9650")?;

    // Awaiting a call sends it. Required params are arguments, optional ones are methods.
    let height: u64 = client.platform().get_height().await?.height;
    let latest = client
        .platform()
        .get_block_by_height(height)
        .encoding(BlockEncoding::Json)
        .timeout(Duration::from_secs(2))
        .await?;
    if let EncodedBlock::Block(block) = latest.block {
        println!("block {height}: {block:?}");
    }

    // A declared error is a variant with the parts of its message.
    match client.info().get_blockchain_id("Q").await {
        Ok(chain) => println!("Q is {}", chain.blockchain_id),
        Err(error) => match error.declared() {
            Some(DeclaredError::AliasNotFound { alias }) => println!("no chain is called {alias}"),
            _ => return Err(error),
        },
    }

    // Several calls in one request for each API. Each has its own outcome.
    let mut batch = client.batch();
    let supply = batch.add(client.platform().get_current_supply());
    let accepted = batch.add(client.index(IndexPath::PBlock).get_last_accepted());
    let answers = batch.send().await;
    println!("{} nAVAX", answers.take(supply)?.supply);
    match answers.take(accepted) {
        Ok(container) => println!("container {}", container.index),
        Err(error) => println!("the index says: {error}"),
    }
    Ok(())
}
