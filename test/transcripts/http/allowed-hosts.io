// Hosts from the configuration are accepted.
//! http-allowed-hosts node.example
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| host: node.example:80
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| host: localhost
<< 403 invalid host specified\n--http-allowed-hosts=localhost allows it.
