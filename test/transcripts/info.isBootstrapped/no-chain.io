// A missing chain is an error.
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'chain' not given","data":{"field":"chain","expected":"an alias or ID of a blockchain","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'chain' not given","data":{"field":"chain","expected":"an alias or ID of a blockchain","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":""}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'chain' not given","data":{"field":"chain","expected":"an alias or ID of a blockchain","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":5}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"chain","expected":"text that is not empty","got":"5"}},"id":1}
