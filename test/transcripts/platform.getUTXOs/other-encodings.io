// Bytes are only in hex; json is beyond the specification, docs/decisions/0011. [spec: 4.3.getUTXOs.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"hexnc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexnc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"cb58"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"cb58\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":""}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"\""}},"id":1}
