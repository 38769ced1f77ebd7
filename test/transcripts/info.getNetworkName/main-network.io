// The name of the main network. [spec: 4.1.getNetworkName]
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}
<< {"jsonrpc":"2.0","result":{"networkName":"mainnet"},"id":1}
