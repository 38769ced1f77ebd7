// The name of a local network. [spec: 4.1.getNetworkName]
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkName"}
<< {"jsonrpc":"2.0","result":{"networkName":"local"},"id":1}
