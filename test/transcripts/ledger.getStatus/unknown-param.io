// Unknown params are refused.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStatus","params":{"height":"0"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"no members","got":"\"height\""}},"id":1}
