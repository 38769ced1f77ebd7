// A node without peers knows nobody's vote on a proposal. [spec: 4.1.acps]
>> {"jsonrpc":"2.0","id":1,"method":"info.acps"}
<< {"jsonrpc":"2.0","result":{"acps":{}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.acps","params":{}}
<< {"jsonrpc":"2.0","result":{"acps":{}},"id":1}
