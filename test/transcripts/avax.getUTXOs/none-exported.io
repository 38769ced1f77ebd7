// Nothing was exported to the C-chain.
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"P"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"X"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"endIndex":{"address":"C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"encoding":"hex"},"id":1}
