// The primary network alone. [spec: 4.3.getSubnets] [spec: 4.3.getSubnets.all] [spec: 2.2.subnet-summary]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets"}
<< {"jsonrpc":"2.0","result":{"subnets":[{"id":"11111111111111111111111111111111LpoYY","controlKeys":[],"threshold":"0"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":[]}}
<< {"jsonrpc":"2.0","result":{"subnets":[{"id":"11111111111111111111111111111111LpoYY","controlKeys":[],"threshold":"0"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["11111111111111111111111111111111LpoYY"]}}
<< {"jsonrpc":"2.0","result":{"subnets":[{"id":"11111111111111111111111111111111LpoYY","controlKeys":[],"threshold":"0"}]},"id":1}
