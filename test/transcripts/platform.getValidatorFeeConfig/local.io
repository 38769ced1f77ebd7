// The parameters of the fee of L1 validators.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorFeeConfig"}
<< {"jsonrpc":"2.0","result":{"capacity":20000,"target":10000,"minPrice":1,"excessConversionConstant":865617},"id":1}
