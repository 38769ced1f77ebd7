use http::HeaderMap;
use standardwebhooks::Webhook;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut headers = HeaderMap::new();
    headers.insert("webhook-id", args[2].parse().unwrap());
    headers.insert("webhook-timestamp", args[3].parse().unwrap());
    headers.insert("webhook-signature", args[4].parse().unwrap());
    let body = std::fs::read(&args[5]).unwrap();
    Webhook::new(&args[1]).unwrap().verify(&body, &headers).unwrap();
}
