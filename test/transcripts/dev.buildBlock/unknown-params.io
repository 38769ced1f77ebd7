// A method without params rejects any.
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{"count":5}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"no members","got":"\"count\""}},"id":1}
