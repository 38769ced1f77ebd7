// A position is an unsigned integer, the encoding hex. [spec: 4.5.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"index","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"index","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"-1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":0,"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":0,"encoding":"hexnc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"hexnc\""}},"id":1}
