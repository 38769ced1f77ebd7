// A validator validates the chains of its subnet. [spec: 3.blockchain.validating] [spec: 4.3.getBlockchainStatus]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"X"}}
<< {"jsonrpc":"2.0","result":{"status":"Validating"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","result":{"status":"Validating"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"evm"}}
<< {"jsonrpc":"2.0","result":{"status":"Validating"},"id":1}
