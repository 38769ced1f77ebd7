// An unknown subnet has no supply. [spec: 4.3.getCurrentSupply.subnet]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"fetching current supply failed: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
