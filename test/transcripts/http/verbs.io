// JSON-RPC accepts only POST.
>> GET /ext/info
<< 405 rpc: POST method required, received GET
<| allow: POST
>> PUT /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< 405 rpc: POST method required, received PUT
>> DELETE /ext/keystore
<< 405 rpc: POST method required, received DELETE
