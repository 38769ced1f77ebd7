// A node that creates its own keys returns values of the same lengths. [spec: 8.bls-key] [spec: 8.bls-proof]
//! staking-ephemeral-cert-enabled true
//! staking-ephemeral-signer-enabled true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeID","params":{}}
<< {"jsonrpc":"2.0","result":{"nodeID":"<nodeID>","nodePOP":{"publicKey":"<matches ^0x[0-9a-f]{96}$>","proofOfPossession":"<matches ^0x[0-9a-f]{192}$>"}},"id":1}
