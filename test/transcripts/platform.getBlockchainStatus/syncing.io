// A node that is not a validator follows them. [spec: 3.blockchain.syncing] [spec: 4.3.getBlockchainStatus]
//! staking-ephemeral-cert-enabled true
//! staking-ephemeral-signer-enabled true
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"X"}}
<< {"jsonrpc":"2.0","result":{"status":"Syncing"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"status":"Syncing"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC"}}
<< {"jsonrpc":"2.0","result":{"status":"Syncing"},"id":1}
