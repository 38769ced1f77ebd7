// Nothing has been accepted yet.
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
