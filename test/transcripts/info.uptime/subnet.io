// The primary network can be named; another subnet has its own uptime. [spec: 4.1.uptime.subnet]
//! track-subnets 2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"rewardingStakePercentage":"20.0000","weightedAveragePercentage":"20.0000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get node uptime: node is not a validator"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime","params":{"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get node uptime: subnet is not tracked"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime","params":{"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes with its checksum","got":"\"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbf\""}},"id":1}
