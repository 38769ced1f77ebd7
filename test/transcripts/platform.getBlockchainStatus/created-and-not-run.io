// A chain of the primary network that this node does not run is only created. [spec: 3.blockchain.created]
//! partial-sync-primary-network true
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","result":{"status":"Created"},"id":1}
