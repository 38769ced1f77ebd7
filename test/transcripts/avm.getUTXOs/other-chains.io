// Nothing was exported to the X-chain.
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"P"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"C"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avm.getUTXOs","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"X"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x0000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db000000070429d069189e0000000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29cf57b8be2"],"endIndex":{"address":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"Gqdc55Wu2egMkQABwJb74h6UydveDxHCMo1uEEUKeEVvPeoUc"},"encoding":"hex"},"id":1}
