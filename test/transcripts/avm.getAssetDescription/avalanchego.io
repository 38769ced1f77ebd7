// Profile avalanchego: a missing assetID is empty, and no asset has that name.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"asset '' not found","data":null},"id":1}
