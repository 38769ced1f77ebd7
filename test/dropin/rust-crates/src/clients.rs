//! Every call of avalanche-types' JSON-RPC clients for the P-chain, info, health and the X-chain's reads.

use std::str::FromStr;
use std::sync::Arc;

use avalanche_types::ids::Id;
use avalanche_types::jsonrpc::client::{admin, health, info, p, x};
use avalanche_types::platformvm::txs::status::Status;
use serde_json::json;

use crate::cases::{equal, text, Cases, Outcome};
use crate::node::{Node, PRIMARY, P_ADDRESS, X_ADDRESS};

pub async fn run(node: &Node, cases: &mut Cases) {
    run_info(node, cases).await;
    run_platform(node, cases).await;
    run_others(node, cases).await;
}

async fn run_info(node: &Node, cases: &mut Cases) {
    let url = &node.url;
    cases
        .run("info::get_network_name", async {
            let answer = info::get_network_name(url).await.map_err(text)?;
            equal(answer.result.ok_or("no result")?.network_name, "local".to_owned())
        })
        .await;
    cases
        .run("info::get_network_id", async {
            let answer = info::get_network_id(url).await.map_err(text)?;
            equal(answer.result.ok_or("no result")?.network_id, 12345)
        })
        .await;
    cases
        .run("info::get_blockchain_id", async {
            let answer = info::get_blockchain_id(url, "X").await.map_err(text)?;
            let expected = node
                .text(
                    "/ext/info",
                    "info.getBlockchainID",
                    json!({ "alias": "X" }),
                    "blockchainID",
                )
                .await?;
            equal(answer.result.ok_or("no result")?.blockchain_id.to_string(), expected)
        })
        .await;
    cases
        .run("info::get_node_id", async {
            let answer = info::get_node_id(url).await.map_err(text)?.result.ok_or("no result")?;
            let expected = node.ask("/ext/info", "info.getNodeID", json!({})).await?;
            equal(
                answer.node_id.to_string(),
                expected["nodeID"].as_str().unwrap_or("").to_owned(),
            )?;
            let pop = answer.node_pop.ok_or("no proof of possession")?;
            equal(
                format!("0x{}", hex(&pop.public_key)),
                expected["nodePOP"]["publicKey"].as_str().unwrap_or("").to_owned(),
            )
        })
        .await;
    cases
        .run("info::get_node_version", async {
            let answer = info::get_node_version(url)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let expected = node.ask("/ext/info", "info.getNodeVersion", json!({})).await?;
            equal(json!(answer.version), expected["version"].clone())?;
            equal(
                json!(answer.vm_versions.platform),
                expected["vmVersions"]["platform"].clone(),
            )
        })
        .await;
    cases
        .run("info::get_vms", async {
            let answer = info::get_vms(url).await.map_err(text)?.result.ok_or("no result")?;
            let vms = answer.vms.ok_or("no vms")?;
            let names: Vec<String> = vms.values().flatten().cloned().collect();
            equal(names.iter().any(|name| name == "platform"), true)
        })
        .await;
    cases
        .run("info::is_bootstrapped", async {
            let answer = info::is_bootstrapped(url).await.map_err(text)?;
            equal(answer.result.ok_or_else(|| text(answer.error))?.is_bootstrapped, true)
        })
        .await;
    cases
        .run("info::get_tx_fee", async {
            let answer = info::get_tx_fee(url).await.map_err(text)?.result.ok_or("no result")?;
            let expected = node.ask("/ext/info", "info.getTxFee", json!({})).await?;
            equal(json!(answer.tx_fee.to_string()), expected["txFee"].clone())?;
            equal(
                json!(answer.create_subnet_tx_fee.to_string()),
                expected["createSubnetTxFee"].clone(),
            )
        })
        .await;
    cases
        .run("info::peers", async {
            let answer = info::peers(url, None).await.map_err(text)?.result.ok_or("no result")?;
            equal(answer.num_peers as usize, answer.peers.unwrap_or_default().len())
        })
        .await;
}

async fn run_platform(node: &Node, cases: &mut Cases) {
    let url = &node.url;
    cases
        .run("p::get_height", async {
            let answer = p::get_height(url).await.map_err(text)?.result.ok_or("no result")?;
            equal(
                answer.height.to_string(),
                node.text("/ext/bc/P", "platform.getHeight", json!({}), "height")
                    .await?,
            )
        })
        .await;
    cases
        .run("p::get_balance", async {
            let answer = p::get_balance(url, P_ADDRESS)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let expected = node.platform("getBalance", json!({ "addresses": [P_ADDRESS] })).await?;
            equal(json!(answer.balance.to_string()), expected["balance"].clone())?;
            equal(json!(answer.unlocked.to_string()), expected["unlocked"].clone())
        })
        .await;
    cases
        .run("p::get_utxos", async {
            let answer = p::get_utxos(url, P_ADDRESS)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let utxos = answer.utxos.ok_or("no utxos")?;
            equal(answer.num_fetched as usize, utxos.len())?;
            let expected = node.platform("getUTXOs", json!({ "addresses": [P_ADDRESS] })).await?;
            equal(json!(utxos.len().to_string()), expected["numFetched"].clone())
        })
        .await;
    cases
        .run("p::get_primary_network_validators", async {
            let answer = p::get_primary_network_validators(url)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let validators = answer.validators.ok_or("no validators")?;
            let expected = node.platform("getCurrentValidators", json!({})).await?;
            let expected: Vec<String> = expected["validators"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|each| each["nodeID"].as_str().map(str::to_owned))
                .collect();
            let seen: Vec<String> = validators.iter().map(|each| each.node_id.to_string()).collect();
            equal(seen, expected)?;
            equal(
                validators
                    .iter()
                    .all(|each| each.signer.is_some() && each.end_time > each.start_time),
                true,
            )
        })
        .await;
    cases
        .run("p::get_subnet_validators", async {
            let answer = p::get_subnet_validators(url, PRIMARY)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            equal(answer.validators.ok_or("no validators")?.len(), 5)
        })
        .await;
    cases
        .run("p::get_subnets", async {
            let answer = p::get_subnets(url, None)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let subnets = answer.subnets.ok_or("no subnets")?;
            equal(subnets.iter().any(|subnet| subnet.id.to_string() == PRIMARY), true)
        })
        .await;
    cases
        .run("p::get_blockchains", async {
            let answer = p::get_blockchains(url).await.map_err(text)?.result.ok_or("no result")?;
            let mut names: Vec<String> = answer
                .blockchains
                .ok_or("no chains")?
                .into_iter()
                .map(|each| each.name)
                .collect();
            names.sort();
            equal(names, vec!["C-Chain".to_owned(), "X-Chain".to_owned()])
        })
        .await;
    cases
        .run("p::get_blockchain_status", async {
            let id = Id::from_str(PRIMARY).map_err(text)?;
            let answer = p::get_blockchain_status(url, id)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let expected = node
                .text(
                    "/ext/bc/P",
                    "platform.getBlockchainStatus",
                    json!({ "blockchainID": PRIMARY }),
                    "status",
                )
                .await?;
            equal(answer.status, expected)
        })
        .await;
    cases
        .run("p::get_tx_status of an unknown transaction", async {
            let answer = p::get_tx_status(url, PRIMARY)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            equal(answer.status, Status::Unknown("Unknown".to_owned()))
        })
        .await;
    cases
        .run("p::issue_tx of malformed bytes is an error", async {
            let answer = p::issue_tx(url, "0x00").await.map_err(text)?;
            equal(answer.error.is_some() && answer.result.is_none(), true)
        })
        .await;
}

async fn run_others(node: &Node, cases: &mut Cases) {
    let url = &node.url;
    cases
        .run("health::check", async {
            let answer = health::check(Arc::new(url.clone()), false).await.map_err(text)?;
            equal(answer.healthy, true)
        })
        .await;
    cases
        .run("health::check of liveness, spawned", async {
            equal(health::spawn_check(url, true).await.map_err(text)?.healthy, true)
        })
        .await;
    cases
        .run("x::get_asset_description", async {
            let answer = x::get_asset_description(url, "AVAX")
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let expected = node
                .text("/ext/bc/P", "platform.getStakingAssetID", json!({}), "assetID")
                .await?;
            equal(answer.asset_id.to_string(), expected)?;
            equal(answer.denomination, 9)
        })
        .await;
    cases
        .run("x::get_utxos", async {
            let answer = x::get_utxos(url, X_ADDRESS)
                .await
                .map_err(text)?
                .result
                .ok_or("no result")?;
            let utxos = answer.utxos.ok_or("no utxos")?;
            equal(answer.num_fetched as usize, utxos.len())?;
            equal(utxos.is_empty(), false)
        })
        .await;
    // The X-chain does not run here: its other methods do not exist, and the client shows that as an error of the node.
    cases
        .run("x::get_balance is an error of the node", async {
            let answer = x::get_balance(url, X_ADDRESS).await.map_err(text)?;
            missing(answer.error.map(|error| error.message))
        })
        .await;
    cases
        .run("x::get_tx_status is an error of the node", async {
            let answer = x::get_tx_status(url, PRIMARY).await.map_err(text)?;
            missing(answer.error.map(|error| error.message))
        })
        .await;
    cases
        .run("x::issue_tx is an error of the node", async {
            let answer = x::issue_tx(url, "0x00").await.map_err(text)?;
            missing(answer.error.map(|error| error.message))
        })
        .await;
    cases
        .run("admin::alias_chain", async {
            admin::alias_chain(url, PRIMARY.to_owned(), "platform-of-rust".to_owned())
                .await
                .map_err(text)?;
            let id = node
                .text(
                    "/ext/info",
                    "info.getBlockchainID",
                    json!({ "alias": "platform-of-rust" }),
                    "blockchainID",
                )
                .await;
            equal(id, Ok(PRIMARY.to_owned()))
        })
        .await;
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The method does not exist, in the words of either profile.
fn missing(message: Option<String>) -> Outcome {
    let message = message.unwrap_or_default();
    if message.contains("ethod not found") || message.contains("can't find method") {
        return Ok(());
    }
    Err(message)
}
