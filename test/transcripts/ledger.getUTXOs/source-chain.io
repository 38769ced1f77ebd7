// What other chains exported is known for the present only.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"X"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"encoding":"hex","endIndex":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"11111111111111111111111111111111LpoYY"},"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"X","height":"0"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"no height with a sourceChain other than P: its past is unknown here","got":"0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"X","includeSpent":true}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"includeSpent","expected":"no includeSpent with a sourceChain other than P: its past is unknown here","got":"true"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"sourceChain":"nowhere"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem parsing source chainID \"nowhere\": there is no ID with alias: nowhere"},"id":1}
