// A network without a name is named after its number. [spec: 4.1.getNetworkName]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}
<< {"jsonrpc":"2.0","result":{"networkName":"network-1337"},"id":1}
