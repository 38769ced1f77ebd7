// An ID of another form is not the ID of a watch.
>> {"jsonrpc":"2.0","id":1,"method":"watch.get","params":{"watchID":"watch_000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch watch_000000000000000000000000","data":{"field":"watchID","expected":"the ID of a watch","got":"watch_000000000000000000000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.get","params":{"watchID":"deposits"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"watchID","expected":"the ID of a watch: watch_ and 24 hexadecimal digits","got":"\"deposits\""}},"id":1}
