//! Compares the CPU time of a call through the client with a call written by hand with the same
//! HTTP library.

use std::time::Duration;

use couloir_client::Client;
use couloir_client::serde_json::{self, json};
use cpu_time::ProcessTime;
use serde::Deserialize;

type Failure = Box<dyn std::error::Error>;

#[derive(Deserialize)]
struct Answer {
    result: Height,
}

#[derive(Deserialize)]
struct Height {
    height: String,
}

async fn by_hand(http: &reqwest::Client, url: &str, id: u64) -> Result<u64, Failure> {
    let body = json!({ "jsonrpc": "2.0", "id": id, "method": "platform.getHeight" });
    let post = http.post(url).header("content-type", "application/json").body(body.to_string());
    let bytes = post.send().await?.bytes().await?;
    let answer: Answer = serde_json::from_slice(&bytes)?;
    Ok(answer.result.height.parse()?)
}

async fn time_by_hand(http: &reqwest::Client, url: &str, calls: u64) -> Result<Duration, Failure> {
    let start = ProcessTime::now();
    for id in 0..calls {
        by_hand(http, url, id).await?;
    }
    Ok(start.elapsed())
}

async fn time_client(client: &Client, calls: u64) -> Result<Duration, Failure> {
    let start = ProcessTime::now();
    for _ in 0..calls {
        client.platform().get_height().await?;
    }
    Ok(start.elapsed())
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [base, rounds, calls] = arguments.as_slice() else {
        return Err("usage: bench URL ROUNDS CALLS".into());
    };
    let (rounds, calls): (u64, u64) = (rounds.parse()?, calls.parse()?);
    let client = Client::new(base)?;
    let http = reqwest::Client::builder().build()?;
    let url = format!("{base}/ext/bc/P");
    for round in 0..rounds {
        let (hand, own) = if round % 2 == 0 {
            let hand = time_by_hand(&http, &url, calls).await?;
            (hand, time_client(&client, calls).await?)
        } else {
            let own = time_client(&client, calls).await?;
            (time_by_hand(&http, &url, calls).await?, own)
        };
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / calls as f64;
        println!("{}", json!({ "byHandMicros": micros(hand), "clientMicros": micros(own) }));
    }
    Ok(())
}
