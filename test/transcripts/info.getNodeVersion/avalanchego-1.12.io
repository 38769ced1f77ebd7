// Profile avalanchego-1.12: the node returns the AvalancheGo version that it follows, which AvalancheGo's drivers parse.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion"}
<< {"jsonrpc":"2.0","result":{"version":"avalanchego/1.12.1","databaseVersion":"v1.4.5","rpcProtocolVersion":"38","gitCommit":"<matches ^([0-9a-f]{40})?$>","vmVersions":{"avm":"v1.12.1","evm":"v0.13.9","platform":"v1.12.1"}},"id":1}
