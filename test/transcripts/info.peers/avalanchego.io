// Profile avalanchego answers one sentence for params that cannot be read; data names the field.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":null}}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":["NodeID-x"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes","got":"\"NodeID-x\""}},"id":1}
