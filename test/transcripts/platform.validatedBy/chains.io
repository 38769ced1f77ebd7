// The subnet of a chain; the primary network for the P-chain and its other chains. [spec: 4.3.validatedBy]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"2oFyb8vgJqvCC7NivjhyYSGYG9YEc7kJDUrQyUxeCLFXHyjXBL"}}
<< {"jsonrpc":"2.0","result":{"subnetID":"aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"2bbm9bTjJt1S8RM5DHFJma12MPKaKc7PUohbqcJSu1YZBXCfqw"}}
<< {"jsonrpc":"2.0","result":{"subnetID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"subnetID":"11111111111111111111111111111111LpoYY"},"id":1}
