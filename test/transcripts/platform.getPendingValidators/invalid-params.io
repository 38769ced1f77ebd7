// IDs that are none.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"nodeIDs":["x"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes","got":"\"x\""}},"id":1}
