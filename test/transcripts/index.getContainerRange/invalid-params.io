// Both numbers are required; the encoding is hex. [spec: 4.5.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"startIndex","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"numToFetch","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"numToFetch","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"-1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":1,"encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"hexc\""}},"id":1}
