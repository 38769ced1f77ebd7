// AVAX is found by its alias and its ID.
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription","params":{"assetID":"AVAX"}}
<< {"jsonrpc":"2.0","result":{"assetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","name":"Avalanche","symbol":"AVAX","denomination":"9"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription","params":{"assetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","result":{"assetID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","name":"Avalanche","symbol":"AVAX","denomination":"9"},"id":1}
