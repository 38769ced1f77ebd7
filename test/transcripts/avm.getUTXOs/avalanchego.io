// Profile avalanchego: every encoding of bytes; json fails only if there is something to encode.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"hexnc"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x0000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c"],"endIndex":{"address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"Gqdc55Wu2egMkQABwJb74h6UydveDxHCMo1uEEUKeEVvPeoUc"},"encoding":"hexnc"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"P","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't encode UTXO Gqdc55Wu2egMkQABwJb74h6UydveDxHCMo1uEEUKeEVvPeoUc as json: unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no addresses provided","data":null},"id":1}
