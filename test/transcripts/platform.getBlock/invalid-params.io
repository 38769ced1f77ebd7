// An invalid ID, and an encoding that a block does not have. [spec: 4.3.getBlock.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYs"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockID","expected":"a cb58 ID of 32 bytes with its checksum","got":"\"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYs\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"hexnc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexnc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"1"}},"id":1}
