// In profile avalanchego an assetID that is left out is empty, and no asset is called so.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"avm.getAssetDescription"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"asset '' not found","data":null},"id":1}
