// Profile avalanchego accepts tags, which have no effect.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"health.liveness","params":{"tags":["any"]}}
<< {"jsonrpc":"2.0","result":{"checks":{},"healthy":true},"id":1}
