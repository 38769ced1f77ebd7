// Profile avalanchego: params that are left out are empty.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no source chain provided","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no addresses provided","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"P","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"json"},"id":1}
