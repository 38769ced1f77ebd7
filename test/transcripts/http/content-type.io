// Another content type, or none, is rejected. [spec: 2.1.request]
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| content-type: text/plain
<< 415 rpc: unrecognized Content-Type: text/plain
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
>| content-type:
<< 415 <matches ^rpc: unrecognized Content-Type: ?$>
