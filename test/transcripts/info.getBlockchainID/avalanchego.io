// Profile avalanchego: a missing alias is the empty one, and data is null.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"X"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no ID with alias: ","data":null},"id":1}
