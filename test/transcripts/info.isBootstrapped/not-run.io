// A chain that this node does not run is not bootstrapped. [spec: 4.1.isBootstrapped]
//! partial-sync-primary-network true
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"P"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"X"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":false},"id":1}
