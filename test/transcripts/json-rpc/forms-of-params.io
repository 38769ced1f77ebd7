// Params can be the first item of an array; names match in any case; unknown ones are ignored; null means absent.
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":[{"alias":"P"}]}
<< {"jsonrpc":"2.0","result":{"blockchainID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"ALIAS":"P"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"P","more":1}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMinStake","params":{"subnetID":null}}
<< {"jsonrpc":"2.0","result":{"minValidatorStake":"2000000000000","minDelegatorStake":"25000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":"P"}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":{"field":"params","expected":"an object, or an array of one object","got":"\"P\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":["P"]}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"an object, or an array of one object","got":"an array that begins with a string"}},"id":1}
