// v1.12.1 has no proposals of its own, so a node without peers has none.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"info.acps"}
<< {"jsonrpc":"2.0","result":{"acps":{}},"id":1}
