// An ID that no container of this index has, but one of another index.
//! containers recorded
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}
>> POST /ext/index/X/tx {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"ENxCmwJrprJywLMJeiA6Lwsb9Gwqmp1ZfiKV2UV6sEHPwbiJG"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"id","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"id","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByID","params":{"id":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
