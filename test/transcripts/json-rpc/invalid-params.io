// Invalid params return the field, what was expected and what was received.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"nonsense"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockID","expected":"a cb58 ID of 32 bytes","got":"\"nonsense\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","encoding":"base64"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"base64\""}},"id":1}
