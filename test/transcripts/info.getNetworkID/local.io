// The number of a local network, as text. [spec: 4.1.getNetworkID] [spec: 2.1.decimal-text]
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
