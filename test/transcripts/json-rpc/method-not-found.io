// An unknown method is an error with the nearest name.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkId"}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"field":"method","expected":"a method of this path, such as info.getNetworkID","got":"info.getNetworkId"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"field":"method","expected":"a method of this path; platform.getHeight is served at /ext/bc/P","got":"platform.getHeight"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"nope"}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"field":"method","expected":"a method of this path; rpc.discover lists them","got":"nope"}},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":""}
<< {"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"field":"method","expected":"a method of this path; rpc.discover lists them","got":""}},"id":1}
