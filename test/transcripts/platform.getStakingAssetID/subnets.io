// A proof-of-stake subnet has its own staking asset, any other subnet has none. [spec: 4.3.getStakingAssetID.subnet]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStakingAssetID","params":{"subnetID":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"}}
<< {"jsonrpc":"2.0","result":{"assetID":"mXxZyUHui5dDxGehQdQ3anVamgqsNDNYwzVwdZ8KbynyjJNLD"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStakingAssetID","params":{"subnetID":"7o6pp9mGykAEuEcC3Lvb9eAR9CVU8pFuvUGVeYpVsnDtq7voT"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"failed fetching subnet transformation for 7o6pp9mGykAEuEcC3Lvb9eAR9CVU8pFuvUGVeYpVsnDtq7voT: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStakingAssetID","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
