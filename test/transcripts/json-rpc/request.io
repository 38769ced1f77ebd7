// A POST of JSON-RPC 2.0 with content type application/json returns version, result and id. [spec: 2.1.request] [spec: 2.1.success] [spec: 9.json-rpc] [spec: 4.1.path] [spec: 4.3.path]
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","params":{}}
<< 200 {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
<| content-type: <matches ^application/json(; charset=utf-8)?$>
>> POST /ext/bc/P {"jsonrpc":"2.0","id":2,"method":"platform.getHeight","params":{}}
<< 200 {"jsonrpc":"2.0","result":{"height":"0"},"id":2}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID","params":{}}
>| content-type: application/json; charset=utf-8
<< 200 {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
