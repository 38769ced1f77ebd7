// A batch returns a list: a response for each call, none for a notification, and an error for an invalid request.
>> POST /ext/info [{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"},{"jsonrpc":"2.0","id":"b","method":"info.getNetworkName"},{"jsonrpc":"2.0","method":"info.getNetworkName"}]
<< [{"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1},{"jsonrpc":"2.0","result":{"networkName":"local"},"id":"b"}]
>> POST /ext/info [{"jsonrpc":"2.0","id":1,"method":"info.nope"},5]
<< [{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":{"field":"method","expected":"a method of this path; rpc.discover lists them","got":"info.nope"}},"id":1},{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"request","expected":"a JSON object","got":"5"}},"id":null}]
>> POST /ext/info []
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"batch","expected":"1 to 1000 calls","got":"0"}},"id":null}
>> POST /ext/info [{"jsonrpc":"2.0","method":"info.getNetworkName"}]
<< 200
