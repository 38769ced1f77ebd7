// A misspelt param is rejected, so that the clock is not set by half of what you asked for.
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1800000000,"freeze":true}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"one of timestamp, frozen, behindChain","got":"\"freeze\""}},"id":1}
