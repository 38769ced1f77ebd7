// A path that serves nothing.
>> POST /ext/nope {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< 404 404 page not found
>> GET /
<< 404 404 page not found
>> POST /ext/info/ {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< 404 404 page not found
