// The parameters of gas. [spec: 4.3.getFeeConfig] [spec: 2.2.fee-config]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getFeeConfig"}
<< {"jsonrpc":"2.0","result":{"weights":[1,1000,1000,4],"maxCapacity":1000000,"maxPerSecond":100000,"targetPerSecond":50000,"minPrice":1,"excessConversionConstant":2164043},"id":1}
