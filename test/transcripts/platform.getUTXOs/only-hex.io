// Another encoding is refused. [spec: 4.3.getUTXOs.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"hexc\""}},"id":1}
