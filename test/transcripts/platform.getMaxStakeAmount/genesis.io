// A validator without delegators. [spec: 4.3.getMaxStakeAmount]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822000000,"endTime":1822500000}}
<< {"jsonrpc":"2.0","result":{"amount":"2000000000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":"1822000000","endTime":"1822500000"}}
<< {"jsonrpc":"2.0","result":{"amount":"2000000000000000"},"id":1}
