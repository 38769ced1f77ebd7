// Profile avalanchego-1.12: a missing param is zero.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822000000,"endTime":1822500000}}
<< {"jsonrpc":"2.0","result":{"amount":"2000000000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"start time in the past","data":null},"id":1}
