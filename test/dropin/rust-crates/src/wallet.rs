//! Every transaction of avalanche-types' P-chain wallet.

use std::str::FromStr;

use avalanche_types::ids::{node, Id};
use avalanche_types::key::secp256k1::private_key::Key;
use avalanche_types::wallet::{p::P, Builder};
use serde_json::{json, Value};

use crate::cases::{equal, text, Cases, Outcome};
use crate::node::{Node, KEY, P_ADDRESS};

const AVAX: u64 = 1_000_000_000;

pub async fn run(node: &Node, cases: &mut Cases) {
    let key = Key::from_cb58(KEY).expect("the key");
    let wallet = match Builder::new(&key).base_http_url(node.url.clone()).build().await {
        Ok(wallet) => wallet,
        Err(error) => return cases.run("Builder::build", async { Err(text(error)) }).await,
    };
    cases
        .run("Builder::build", async {
            equal(wallet.p_address.clone(), P_ADDRESS.to_owned())
        })
        .await;
    let p = wallet.p();
    run_reads(node, &p, cases).await;
    run_validators(node, &p, cases).await;
    run_subnet(node, &p, cases).await;
    cases
        .run("P::export", async {
            let x = wallet.blockchain_id_x;
            let id = p
                .export()
                .destination_blockchain_id(x)
                .amount(AVAX)
                .check_acceptance(true)
                .issue()
                .await
                .map_err(text)?;
            committed(node, id).await
        })
        .await;
}

async fn run_reads(node: &Node, p: &P<Key>, cases: &mut Cases) {
    cases
        .run("P::balance, balances, balance_with_endpoint", async {
            let expected = node
                .text(
                    "/ext/bc/P",
                    "platform.getBalance",
                    json!({ "addresses": [P_ADDRESS] }),
                    "balance",
                )
                .await?;
            equal(p.balance().await.map_err(text)?.to_string(), expected.clone())?;
            equal(p.balances().await.map_err(text)?.len(), 1)?;
            equal(
                p.balance_with_endpoint(&node.url).await.map_err(text)?.to_string(),
                expected,
            )
        })
        .await;
    cases
        .run("P::utxos", async {
            equal(p.utxos().await.map_err(text)?.is_empty(), false)
        })
        .await;
    cases
        .run("P::is_primary_network_validator", async {
            equal(
                p.is_primary_network_validator(&own(node).await?).await.map_err(text)?,
                true,
            )?;
            let other = node::Id::from_slice(&[7; 20]);
            equal(p.is_primary_network_validator(&other).await.map_err(text)?, false)
        })
        .await;
}

async fn run_validators(node: &Node, p: &P<Key>, cases: &mut Cases) {
    cases
        .run("P::add_validator", async {
            let id = node::Id::from_slice(&[8; 20]);
            let (tx_id, issued) = p
                .add_validator()
                .node_id(id)
                .stake_amount(2_000 * AVAX)
                .validate_period_in_days(30, 15)
                .check_acceptance(true)
                .issue()
                .await
                .map_err(text)?;
            equal(issued, true)?;
            committed(node, tx_id).await
        })
        .await;
    cases
        .run("P::add_permissionless_validator", async {
            let id = node::Id::from_slice(&[9; 20]);
            let bls = avalanche_types::key::bls::private_key::Key::generate().map_err(text)?;
            let pop = bls.to_proof_of_possession();
            let (tx_id, issued) = p
                .add_permissionless_validator()
                .node_id(id)
                .proof_of_possession(pop)
                .stake_amount(2_000 * AVAX)
                .validate_period_in_days(30, 15)
                .check_acceptance(true)
                .issue()
                .await
                .map_err(text)?;
            equal(issued, true)?;
            committed(node, tx_id).await
        })
        .await;
}

async fn run_subnet(node: &Node, p: &P<Key>, cases: &mut Cases) {
    let mut subnet = Id::empty();
    cases
        .run("P::create_subnet", async {
            subnet = p.create_subnet().check_acceptance(true).issue().await.map_err(text)?;
            committed(node, subnet).await?;
            let subnets = node
                .platform("getSubnets", json!({ "ids": [subnet.to_string()] }))
                .await?;
            equal(subnets["subnets"][0]["controlKeys"].clone(), json!([P_ADDRESS]))
        })
        .await;
    cases
        .run("P::add_subnet_validator", async {
            let id = own(node).await?;
            let (tx_id, issued) = p
                .add_subnet_validator()
                .subnet_id(subnet)
                .node_id(id)
                .weight(1_000)
                .validate_period_in_days(20, 15)
                .check_acceptance(true)
                .issue()
                .await
                .map_err(text)?;
            equal(issued, true)?;
            committed(node, tx_id).await
        })
        .await;
    cases
        .run("P::create_chain", async {
            let vm = Id::from_slice(&[5; 32]);
            let id = p
                .create_chain()
                .subnet_id(subnet)
                .vm_id(vm)
                .chain_name("rust".to_owned())
                .genesis_data(vec![1, 2, 3])
                .check_acceptance(true)
                .issue()
                .await
                .map_err(text)?;
            committed(node, id).await?;
            let subnet_of = node
                .text(
                    "/ext/bc/P",
                    "platform.validatedBy",
                    json!({ "blockchainID": id.to_string() }),
                    "subnetID",
                )
                .await?;
            equal(subnet_of, subnet.to_string())
        })
        .await;
}

async fn committed(node: &Node, tx_id: Id) -> Outcome {
    let answer: Value = node
        .platform("getTxStatus", json!({ "txID": tx_id.to_string() }))
        .await?;
    equal(answer["status"].clone(), json!("Committed"))
}

async fn own(node: &Node) -> Result<node::Id, String> {
    let id = node.text("/ext/info", "info.getNodeID", json!({}), "nodeID").await?;
    node::Id::from_str(&id).map_err(text)
}
