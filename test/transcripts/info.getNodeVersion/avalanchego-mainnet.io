// Profile avalanchego: the node returns the AvalancheGo version that it follows, on mainnet the same as elsewhere.
//! api-profile avalanchego
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion"}
<< {"jsonrpc":"2.0","result":{"version":"avalanchego/1.15.0","databaseVersion":"v1.4.5","rpcProtocolVersion":"46","gitCommit":"<matches ^([0-9a-f]{40})?$>","vmVersions":{"avm":"avalanchego/1.15.0","evm":"v1.15.0","platform":"avalanchego/1.15.0"}},"id":1}
