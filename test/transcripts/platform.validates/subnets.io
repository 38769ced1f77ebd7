// The chains of a subnet; none for a new one. [spec: 4.3.validates]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"}}
<< {"jsonrpc":"2.0","result":{"blockchainIDs":["2oFyb8vgJqvCC7NivjhyYSGYG9YEc7kJDUrQyUxeCLFXHyjXBL"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"QsP1yWyPr1W4B346qRayE7buyExWpg6BuwHGPt1XcSW1MDEKE"}}
<< {"jsonrpc":"2.0","result":{"blockchainIDs":[]},"id":1}
