// A chain that exists and that this node does not run. [spec: 3.blockchain.created] [spec: 4.3.getBlockchainStatus]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"2oFyb8vgJqvCC7NivjhyYSGYG9YEc7kJDUrQyUxeCLFXHyjXBL"}}
<< {"jsonrpc":"2.0","result":{"status":"Created"},"id":1}
