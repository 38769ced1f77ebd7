// A size above the total weight, a subnet without validators, and invalid sizes.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":43,"subnetID":"29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"sampling 29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB errored with insufficient weight"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":42,"subnetID":"29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB"}}
<< {"jsonrpc":"2.0","result":{"validators":"<any>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":1,"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"sampling 2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe errored with missing validators"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":65536}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"size","expected":"an integer from 0 to 65535, as a number or decimal text","got":"65536"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"size","expected":"an integer from 0 to 65535, as a number or decimal text","got":"nothing"}},"id":1}
