// The minimum stakes from the configuration of a local network. [spec: 4.3.getMinStake]
//! min-validator-stake 5
//! min-delegator-stake 4
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMinStake"}
<< {"jsonrpc":"2.0","result":{"minValidatorStake":"5","minDelegatorStake":"4"},"id":1}
