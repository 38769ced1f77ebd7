// A period that ends before it begins or begins before the chain's time; missing params.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822500000,"endTime":1822000000}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"start time must be before end time"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1,"endTime":2}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"start time in the past"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822000000,"endTime":1822500000}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"x","startTime":1822000000,"endTime":1822500000}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeID","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes","got":"\"x\""}},"id":1}
