// Before Etna there is no gas. [spec: 4.3.getFeeConfig]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getFeeConfig"}
<< {"jsonrpc":"2.0","result":{"weights":[0,0,0,0],"maxCapacity":0,"maxPerSecond":0,"targetPerSecond":0,"minPrice":0,"excessConversionConstant":0},"id":1}
