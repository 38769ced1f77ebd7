//! What ash_sdk asks of a node and of a network: nodes, subnets, chains, validators, and a wallet's transactions.

use std::str::FromStr;

use ash_sdk::avalanche::blockchains::AvalancheBlockchain;
use ash_sdk::avalanche::jsonrpc::info;
use ash_sdk::avalanche::nodes::AvalancheNode;
use ash_sdk::avalanche::subnets::AvalancheSubnet;
use ash_sdk::avalanche::vms::AvalancheVmType;
use ash_sdk::avalanche::wallets::AvalancheWallet;
use ash_sdk::avalanche::AvalancheNetwork;
use avalanche_types::ids::{node, Id};
use chrono::{Duration, Utc};
use serde_json::json;

use crate::cases::{equal, text, Cases};
use crate::node::{Node, KEY, PRIMARY, P_ADDRESS, X_ADDRESS};

pub async fn run(node: &Node, cases: &mut Cases) {
    run_node(node, cases).await;
    run_network(node, cases).await;
    run_wallet(node, cases).await;
}

async fn run_node(node: &Node, cases: &mut Cases) {
    let url = node.at("/ext/info");
    let expected = node
        .ask("/ext/info", "info.getNodeID", json!({}))
        .await
        .unwrap_or_default();
    cases
        .run("AvalancheNode::update_info", async {
            let port = node
                .url
                .rsplit(':')
                .next()
                .and_then(|port| port.parse().ok())
                .ok_or("no port")?;
            let mut own = AvalancheNode {
                http_port: port,
                ..Default::default()
            };
            own.update_info().map_err(text)?;
            equal(json!(own.id.to_string()), expected["nodeID"].clone())?;
            equal(own.network, "local".to_owned())?;
            equal(own.uptime.rewarding_stake_percentage > 0.0, true)?;
            equal(own.versions.avalanchego_version.is_empty(), false)
        })
        .await;
    cases
        .run("AvalancheNode::check_chain_bootstrapping", async {
            let port = node
                .url
                .rsplit(':')
                .next()
                .and_then(|port| port.parse().ok())
                .ok_or("no port")?;
            let own = AvalancheNode {
                http_port: port,
                ..Default::default()
            };
            equal(own.check_chain_bootstrapping("P").map_err(text)?, true)
        })
        .await;
    cases
        .run("info::get_node_ip", async {
            let expected = node.text("/ext/info", "info.getNodeIP", json!({}), "ip").await?;
            equal(info::get_node_ip(&url).map_err(text)?.to_string(), expected)
        })
        .await;
    cases
        .run("info::peers", async {
            let peers = info::peers(&url, None).map_err(text)?;
            let expected = node.text("/ext/info", "info.peers", json!({}), "numPeers").await?;
            equal(peers.len().to_string(), expected)
        })
        .await;
}

/// The network as a user's file describes it.
fn load(node: &Node, name: &str) -> Result<AvalancheNetwork, String> {
    let chain = |id: &str, chain: &str, vm: &str, path: &str| {
        format!(
            "
          - id: {id}
            name: {chain}
            vmType: {vm}
            rpcUrl: {}",
            node.at(path)
        )
    };
    let file = std::env::temp_dir().join(format!("couloir-ash-{}-{name}.yml", std::process::id()));
    let text_of_file = format!(
        "avalancheNetworks:\n  - name: local\n    subnets:\n      - id: {PRIMARY}\n        controlKeys: []\n        threshold: 0\n        blockchains:{}{}{}\n",
        chain(PRIMARY, "P-Chain", "PlatformVM", "/ext/bc/P"),
        chain("VctwH3nkmztWbkdNXbuo6eCYndsUuemtM9ZFmEUZ5QpA1Fu8G", "C-Chain", "Coreth", "/ext/bc/C/rpc"),
        chain("qzfF3A11KzpcHkkqznEyQgupQrCNS6WV6fTUTwZpEKqhj1QE7", "X-Chain", "AvalancheVM", "/ext/bc/X"),
    );
    std::fs::write(&file, text_of_file).map_err(text)?;
    let network = AvalancheNetwork::load("local", file.to_str());
    std::fs::remove_file(&file).map_err(text)?;
    network.map_err(text)
}

async fn run_network(node: &Node, cases: &mut Cases) {
    cases
        .run(
            "AvalancheNetwork::update_subnets, update_blockchains, update_subnet_validators",
            async {
                let mut network = load(node, "reads")?;
                network.update_subnets().map_err(text)?;
                network.update_blockchains().map_err(text)?;
                let x = node
                    .text(
                        "/ext/info",
                        "info.getBlockchainID",
                        json!({ "alias": "X" }),
                        "blockchainID",
                    )
                    .await?;
                equal(network.get_xchain().map_err(text)?.id.to_string(), x)?;
                let primary = network.primary_network_id;
                network.update_subnet_validators(primary).map_err(text)?;
                let validators = &network.get_subnet(primary).map_err(text)?.validators;
                equal(validators.len(), 5)?;
                let own = node.text("/ext/info", "info.getNodeID", json!({}), "nodeID").await?;
                let own = network
                    .get_subnet(primary)
                    .map_err(text)?
                    .get_validator(node::Id::from_str(&own).map_err(text)?)
                    .map_err(text)?;
                equal(
                    own.potential_reward > Some(0) && own.uptime > Some(0.0) && own.connected,
                    true,
                )
            },
        )
        .await;
    // The X-chain does not run here: the error is the node's own.
    cases
        .run("AvalancheNetwork::get_xchain_balance is an error of the node", async {
            let error = load(node, "balance")?
                .get_xchain_balance(X_ADDRESS, "AVAX")
                .err()
                .map(text)
                .unwrap_or_default();
            equal(error.contains("-32601") || error.contains("can't find method"), true).map_err(|_| error)
        })
        .await;
}

async fn run_wallet(node: &Node, cases: &mut Cases) {
    let made = AvalancheWallet::new_from_cb58(KEY, &node.at("/ext/bc/X"), &node.at("/ext/bc/P")).await;
    let wallet = match made {
        Ok(wallet) => wallet,
        Err(error) => {
            return cases
                .run("AvalancheWallet::new_from_cb58", async { Err(text(error)) })
                .await
        }
    };
    cases
        .run("AvalancheWallet::new_from_cb58", async {
            equal(wallet.pchain_wallet.p_address.clone(), P_ADDRESS.to_owned())
        })
        .await;
    let mut subnet = AvalancheSubnet::default();
    cases
        .run("AvalancheSubnet::create", async {
            subnet = AvalancheSubnet::create(&wallet, true).await.map_err(text)?;
            let mut network = load(node, "subnet")?;
            network.update_subnets().map_err(text)?;
            equal(
                network.get_subnet(subnet.id).map_err(text)?.control_keys.clone(),
                vec![P_ADDRESS.to_owned()],
            )
        })
        .await;
    cases
        .run("AvalancheSubnet::add_validator_permissioned", async {
            let own = node.text("/ext/info", "info.getNodeID", json!({}), "nodeID").await?;
            let own = node::Id::from_str(&own).map_err(text)?;
            let start = Utc::now() + Duration::seconds(15);
            let end = start + Duration::days(20);
            let validator = subnet
                .add_validator_permissioned(&wallet, own, 1_000, start, end, true)
                .await
                .map_err(text)?;
            let status = node
                .text(
                    "/ext/bc/P",
                    "platform.getTxStatus",
                    json!({ "txID": validator.tx_id.to_string() }),
                    "status",
                )
                .await?;
            equal(status, "Committed".to_owned())
        })
        .await;
    cases
        .run("AvalancheBlockchain::create", async {
            let vm = Id::from_slice(&[6; 32]);
            let chain =
                AvalancheBlockchain::create(&wallet, subnet.id, "ash", AvalancheVmType::SubnetEVM, vm, vec![1], true)
                    .await
                    .map_err(text)?;
            let mut network = load(node, "chain")?;
            network.update_subnets().map_err(text)?;
            network.update_blockchains().map_err(text)?;
            equal(network.get_blockchain_by_name("ash").map_err(text)?.id, chain.id)
        })
        .await;
}
