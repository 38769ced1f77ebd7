// Each chain of the primary network is found by its aliases and by its ID. [spec: 4.1.getBlockchainID] [spec: 2.1.cb58]
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"P"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"platform"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"X"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"avm"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"C"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"evm"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
