use couloir_client::Error;
use couloir_client::blocking::Client;
use couloir_client::types::EventsQuery;

fn main() -> Result<(), Error> {
    let client = Client::new("http://127.0.0.1:9650")?;
    println!("height {}", client.platform().get_height().wait()?.height);

    let mut batch = client.batch();
    let supply = batch.add(client.platform().get_current_supply());
    let name = batch.add(client.info().get_network_name());
    let answers = batch.wait()?;
    println!("{} nAVAX on {}", answers.take(supply)?.supply, answers.take(name)?.network_name);

    let mut events = client.events(EventsQuery::default());
    println!("{:?}", events.wait()?);
    Ok(())
}
