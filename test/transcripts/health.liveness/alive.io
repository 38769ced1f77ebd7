// No checks, healthy. [spec: 4.2.liveness] [spec: 3.health.liveness]
>> {"jsonrpc":"2.0","id":1,"method":"health.liveness"}
<< {"jsonrpc":"2.0","result":{"checks":{},"healthy":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"health.liveness","params":{}}
<< {"jsonrpc":"2.0","result":{"checks":{},"healthy":true},"id":1}
