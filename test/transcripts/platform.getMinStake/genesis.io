// The minimum stakes of the primary network. [spec: 4.3.getMinStake]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMinStake"}
<< {"jsonrpc":"2.0","result":{"minValidatorStake":"2000000000000","minDelegatorStake":"25000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMinStake","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"minValidatorStake":"2000000000000","minDelegatorStake":"25000000000"},"id":1}
