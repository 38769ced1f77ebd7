// There is no other index.
>> POST /ext/index/P/tx {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< 404 404 page not found
>> POST /ext/index/Q/block {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< 404 404 page not found
