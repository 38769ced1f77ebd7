//! What is sent, and how answers are read.

use crate::node::{FakeNode, Reply, error};
use couloir_client::serde_json::{self, json};
use couloir_client::spec::IndexPath;
use couloir_client::types::{
    Block, BlockEncoding, CurrentValidator, EncodedBlock, HeightParam, TxStatus,
};
use couloir_client::{AvalanchegoClient, Client, DeclaredError, Error};

async fn answering(members: &'static str) -> (FakeNode, Client) {
    let node = FakeNode::start(vec![Reply::Answers(vec![members])]).await;
    let client = Client::new(&node.url).unwrap();
    (node, client)
}

#[tokio::test]
async fn a_call_without_params_sends_none() {
    let (node, client) = answering(r#""result":{"height":"18446744073709551615"}"#).await;
    assert_eq!(client.platform().get_height().await.unwrap().height, u64::MAX);
    assert_eq!(node.body(0), json!({ "jsonrpc": "2.0", "id": 1, "method": "platform.getHeight" }));
    assert!(node.request(0).starts_with("POST /ext/bc/P HTTP/1.1\r\n"));
    assert!(node.request(0).contains("content-type: application/json\r\n"));
}

#[tokio::test]
async fn params_have_their_wire_names_and_integers_are_text() {
    let (node, client) = answering(r#""result":{"validators":{"NodeID-1":"5"}}"#).await;
    let result = client.platform().get_validators_at(u64::MAX).subnet_id("2X").await.unwrap();
    assert_eq!(result.validators["NodeID-1"], 5);
    assert_eq!(
        node.body(0)["params"],
        json!({ "height": "18446744073709551615", "subnetID": "2X" })
    );
}

#[tokio::test]
async fn a_word_in_place_of_an_integer_is_a_variant() {
    let (node, client) = answering(r#""result":{"validators":{}}"#).await;
    client.platform().get_validators_at(HeightParam::Proposed).await.unwrap();
    assert_eq!(node.body(0)["params"], json!({ "height": "proposed" }));
}

#[tokio::test]
async fn each_path_of_the_index_is_an_api() {
    let (node, client) = answering(r#""result":{"isAccepted":true}"#).await;
    assert!(client.index(IndexPath::XTx).is_accepted("2X").await.unwrap().is_accepted);
    assert!(node.request(0).starts_with("POST /ext/index/X/tx HTTP/1.1\r\n"));
}

#[tokio::test]
async fn a_block_is_of_the_form_that_its_members_tell() {
    let (_node, client) = answering(
        r#""result":{"encoding":"json","block":{"parentID":"a","height":18446744073709551615,
            "id":"b","time":1,"txs":[{"unsignedTx":{"networkID":1,"blockchainID":"c","outputs":[],
            "inputs":[],"memo":"0x"},"credentials":[],"id":"d"}]}}"#,
    )
    .await;
    let call = client.platform().get_block_by_height(1).encoding(BlockEncoding::Json);
    let EncodedBlock::Block(Block::BanffStandard(block)) = call.await.unwrap().block else {
        panic!("another form");
    };
    assert_eq!(block.height, u64::MAX);
    assert_eq!(json!(block.txs[0].unsigned_tx)["memo"], "0x");
}

#[tokio::test]
async fn what_the_documents_do_not_know_is_kept() {
    let (_node, client) =
        answering(r#""result":{"validators":[{"nodeID":"NodeID-1","quorum":3}]}"#).await;
    let found = client.platform().get_current_validators().await.unwrap().validators;
    let expected = json!({ "nodeID": "NodeID-1", "quorum": 3 });
    assert_eq!(found, [CurrentValidator::Other(expected)]);

    let status: TxStatus = serde_json::from_value(json!("Vanished")).unwrap();
    assert_eq!(status, TxStatus::Other("Vanished".to_owned()));
    assert_eq!(json!(status), "Vanished");
}

#[tokio::test]
async fn the_profile_of_avalanchego_has_forms_of_its_own() {
    let members = r#""result":{"NodeID-1":{"publicKey":null,"weight":"7"}}"#;
    let node = FakeNode::start(vec![Reply::Answers(vec![members])]).await;
    let client = AvalanchegoClient::new(&node.url).unwrap();
    let validators = client.platform().get_validators_at().await.unwrap();
    assert_eq!((validators["NodeID-1"].weight, &validators["NodeID-1"].public_key), (7, &None));
    assert_eq!(node.body(0)["params"], json!({}));
}

#[tokio::test]
async fn a_declared_error_has_its_arguments() {
    let (_node, client) = answering(error(-32000, "there is no ID with alias: Q")).await;
    let failure = client.info().get_blockchain_id("Q").await.unwrap_err();
    assert_eq!(failure.code(), Some(-32000));
    let alias = "Q".to_owned();
    assert_eq!(failure.declared(), Some(&DeclaredError::AliasNotFound { alias }));
    assert_eq!(failure.to_string(), "info.getBlockchainID: there is no ID with alias: Q");
}

#[tokio::test]
async fn the_data_of_a_mistake_tells_the_field() {
    let members = r#""error":{"code":-32602,"message":"Invalid params",
        "data":{"field":"id","expected":"an ID","got":"Q"}}"#;
    let (_node, client) = answering(members).await;
    let failure = client.platform().get_tx("Q").await.unwrap_err();
    let [field, expected, got] = ["id", "an ID", "Q"].map(str::to_owned);
    assert_eq!(failure.declared(), Some(&DeclaredError::InvalidParams { field, expected, got }));
}

#[tokio::test]
async fn an_answer_of_another_form_is_refused() {
    let (_node, client) = answering(r#""result":{"height":"many"}"#).await;
    let failure = client.platform().get_height().await.unwrap_err();
    assert!(matches!(failure, Error::Response { source: Some(_), .. }), "{failure:?}");

    let (_node, client) = answering(r#""other":1"#).await;
    let failure = client.platform().get_height().await.unwrap_err();
    assert_eq!(
        failure.to_string(),
        "platform.getHeight: the response has neither result nor error"
    );

    let node = FakeNode::start(vec![Reply::Status(
        200,
        r#"{"jsonrpc":"2.0","result":{"height":"1"},"id":99}"#,
    )])
    .await;
    let client = Client::new(&node.url).unwrap();
    let failure = client.platform().get_height().await.unwrap_err();
    assert_eq!(failure.to_string(), "platform.getHeight: the response is not that to this call");
}

#[test]
fn a_url_or_header_that_is_not_valid_makes_no_client() {
    assert!(matches!(Client::new("127.0.0.1"), Err(Error::Setup(_))));
    let builder = Client::builder("http://127.0.0.1:9650");
    assert!(matches!(builder.header("a b", "c").build(), Err(Error::Setup(_))));
}

#[tokio::test]
async fn a_part_of_a_union_that_has_another_type_is_named() {
    let imported = |network: &str, outputs: &str| {
        format!(
            r#"{{"parentID":"p","height":1,"id":"i","tx":{{"unsignedTx":{{"networkID":{network},
            "blockchainID":"b","outputs":{outputs},"inputs":[],"memo":"0x","sourceChain":"s",
            "importedInputs":[]}},"credentials":[],"id":"i"}}}}"#
        )
    };
    let output = r#"[{"assetID":"a","fxID":"f","output":7}]"#;
    for (block, problem) in [
        ("5".to_owned(), "block: expected text or an object, got a number"),
        ("null".to_owned(), "block: expected text or an object, got null"),
        (imported("-1", "[]"), "block.tx.unsignedTx.networkID: expected an integer, got -1"),
        (
            imported("1", output),
            "block.tx.unsignedTx.outputs.output: expected an object, got a number",
        ),
    ] {
        for (before, after) in [(r#""encoding":"json","#, ""), ("", r#","encoding":"json""#)] {
            let answer = format!(r#""result":{{{before}"block":{block}{after}}}"#);
            let (_node, client) = answering(String::leak(answer)).await;
            let error = client.platform().get_block("b").await.unwrap_err();
            assert_eq!(error.to_string(), format!("platform.getBlock: {problem}"));
        }
    }
}
