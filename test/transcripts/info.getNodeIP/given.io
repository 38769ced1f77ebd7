// The address that the node was given, with its staking port. [spec: 4.1.getNodeIP]
//! public-ip 203.0.113.7
//! staking-port 9753
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeIP"}
<< {"jsonrpc":"2.0","result":{"ip":"203.0.113.7:9753"},"id":1}
