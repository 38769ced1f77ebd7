// The name of the test network. [spec: 4.1.getNetworkName]
//! network-id fuji
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}
<< {"jsonrpc":"2.0","result":{"networkName":"fuji"},"id":1}
