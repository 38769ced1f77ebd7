// IDs with a wrong checksum.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"nodeIDs":["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum","got":"\"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes with its checksum","got":"\"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf\""}},"id":1}
