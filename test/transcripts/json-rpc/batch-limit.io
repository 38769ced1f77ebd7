// A batch has a limit.
//! http-batch-limit 2
>> POST /ext/info [{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"},{"jsonrpc":"2.0","id":2,"method":"info.getNetworkName"}]
<< [{"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1},{"jsonrpc":"2.0","result":{"networkName":"local"},"id":2}]
>> POST /ext/info [{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"},{"jsonrpc":"2.0","id":2,"method":"info.getNetworkName"},{"jsonrpc":"2.0","id":3,"method":"info.getNetworkName"}]
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"batch","expected":"1 to 2 calls","got":"3"}},"id":null}
