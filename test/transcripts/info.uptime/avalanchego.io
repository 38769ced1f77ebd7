// Profile avalanchego: subnetID has no effect.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime","params":{"subnetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","result":{"rewardingStakePercentage":"20.0000","weightedAveragePercentage":"20.0000"},"id":1}
