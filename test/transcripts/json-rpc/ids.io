// The id is returned as the same token, whatever its type, and also beyond 2^53. [spec: 2.1.success]
>> {"jsonrpc":"2.0","id":0,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":0}
>> {"jsonrpc":"2.0","id":-7,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":-7}
>> {"jsonrpc":"2.0","id":"a b","method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":"a b"}
>> {"jsonrpc":"2.0","id":"","method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":""}
>> {"jsonrpc":"2.0","id":5577006791947779410,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":5577006791947779410}
>> {"jsonrpc":"2.0","id":1.5,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1.5}
>> {"jsonrpc":"2.0","id":null,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":null}
