// A body beyond the limit is rejected.
//! http-body-limit 80
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","params":{"more":"and more"}}
<< 413 the body is longer than 80 bytes
