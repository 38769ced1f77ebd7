// Without params, with empty ones and with null, a method returns the same. [spec: 2.1.no-params]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":[]}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":null}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":[{}]}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
