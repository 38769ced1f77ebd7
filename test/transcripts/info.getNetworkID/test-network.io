// The number of the test network is 5. [spec: 4.1.getNetworkID]
//! network-id fuji
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"5"},"id":1}
