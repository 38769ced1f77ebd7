// Returns by alias and by ID that a chain is bootstrapped. [spec: 4.1.isBootstrapped]
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"P"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"X"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"evm"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
