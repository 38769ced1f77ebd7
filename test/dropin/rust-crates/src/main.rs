//! Calls avalanche-types and ash_sdk at a node, and prints the outcome of each as a line of JSON.

mod ash;
mod cases;
mod clients;
mod node;
mod wallet;

#[tokio::main]
async fn main() {
    let which = std::env::args().nth(1).expect("avalanche-types or ash_sdk");
    let node = node::Node::new(std::env::args().nth(2).expect("the URL of a node"));
    let mut cases = cases::Cases::default();
    match which.as_str() {
        "clients" => clients::run(&node, &mut cases).await,
        "wallet" => wallet::run(&node, &mut cases).await,
        "ash_sdk" => ash::run(&node, &mut cases).await,
        other => panic!("unknown part {other}"),
    }
    std::process::exit(i32::from(cases.failed));
}
