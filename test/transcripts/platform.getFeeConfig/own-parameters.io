// The parameters from the configuration of a local network. [spec: 2.2.fee-config]
//! dynamic-fees-bandwidth-weight 5
//! dynamic-fees-max-gas-capacity 18446744073709551615
//! dynamic-fees-min-gas-price 3
>> {"jsonrpc":"2.0","id":1,"method":"platform.getFeeConfig"}
<< {"jsonrpc":"2.0","result":{"weights":[5,1000,1000,4],"maxCapacity":18446744073709551615,"maxPerSecond":100000,"targetPerSecond":50000,"minPrice":3,"excessConversionConstant":2164043},"id":1}
