// The number of the main network is 1. [spec: 4.1.getNetworkID]
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","params":{}}
<< {"jsonrpc":"2.0","result":{"networkID":"1"},"id":1}
