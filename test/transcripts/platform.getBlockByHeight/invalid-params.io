// A height is an unsigned integer; there are two encodings. [spec: 4.3.getBlockByHeight.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"one"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"\"one\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":0,"encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexc\""}},"id":1}
