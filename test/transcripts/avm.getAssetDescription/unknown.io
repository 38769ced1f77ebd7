// Text that is neither an alias nor an ID, and an ID that no asset has: the asset is not found.
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription","params":{"assetID":"USDC"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"asset 'USDC' not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription","params":{"assetID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"assetID","expected":"text","got":"nothing"}},"id":1}
