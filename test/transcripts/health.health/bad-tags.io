// Tags that are not a list of strings are rejected.
>> {"jsonrpc":"2.0","id":1,"method":"health.health","params":{"tags":"all"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"tags","expected":"a list, each item text","got":"\"all\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"health.health","params":{"tags":[1]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"tags[0]","expected":"text","got":"1"}},"id":1}
