// A foreign Host header is rejected; IP addresses and localhost are accepted.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| host: evil.example
<< 403 invalid host specified\n--http-allowed-hosts=evil.example allows it.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| host: LocalHost:9650
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| host: 10.1.2.3
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
