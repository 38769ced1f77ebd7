// A transaction that this node has not seen is not an error. [spec: 3.tx.unknown] [spec: 4.3.getTxStatus]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
