// A proof-of-stake subnet has threshold 0 and no control keys. [spec: 2.2.subnet-summary] [spec: 2.2.subnet.pos]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"]}}
<< {"jsonrpc":"2.0","result":{"subnets":[{"id":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74","controlKeys":[],"threshold":"0"}]},"id":1}
