// Profile avalanchego: the node returns the AvalancheGo version that it follows, on mainnet the newest release that runs there.
//! api-profile avalanchego
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion"}
<< {"jsonrpc":"2.0","result":{"version":"avalanchego/1.14.2","databaseVersion":"v1.4.5","rpcProtocolVersion":"45","gitCommit":"<matches ^([0-9a-f]{40})?$>","vmVersions":{"avm":"avalanchego/1.14.2","evm":"v1.14.2","platform":"avalanchego/1.14.2"}},"id":1}
