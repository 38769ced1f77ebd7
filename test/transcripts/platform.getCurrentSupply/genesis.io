// The supply of the primary network. [spec: 4.3.getCurrentSupply] [spec: 2.1.decimal-text]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply"}
<< {"jsonrpc":"2.0","result":{"supply":"361196333750752149","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"supply":"361196333750752149","height":"0"},"id":1}
