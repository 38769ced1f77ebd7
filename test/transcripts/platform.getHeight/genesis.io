// No block has been accepted after the genesis. [spec: 4.3.getHeight]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
