// The state of the L1 validator fee at genesis.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorFeeState"}
<< {"jsonrpc":"2.0","result":{"excess":0,"price":1,"timestamp":"2026-10-03T04:00:00Z"},"id":1}
