// Profile avalanchego: one message for all malformed params; data names the field.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":null}}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":["NodeID-x"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
