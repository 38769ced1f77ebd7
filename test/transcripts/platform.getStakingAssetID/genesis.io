// AVAX is staked on the primary network. [spec: 4.3.getStakingAssetID]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStakingAssetID"}
<< {"jsonrpc":"2.0","result":{"assetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStakingAssetID","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","result":{"assetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"},"id":1}
