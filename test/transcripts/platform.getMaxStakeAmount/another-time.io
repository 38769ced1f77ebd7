// 0 for a node that does not validate during the period, the whole stake for one that validates for a part of it. [spec: 4.3.getMaxStakeAmount]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822514401,"endTime":1922500000}}
<< {"jsonrpc":"2.0","result":{"amount":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5","startTime":1822514400,"endTime":1922500000}}
<< {"jsonrpc":"2.0","result":{"amount":"2000000000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-4cdnCXLNn9EjpFdNN16DtGaQEx4oUbAAZ","startTime":1822000000,"endTime":1822500000}}
<< {"jsonrpc":"2.0","result":{"amount":"0"},"id":1}
