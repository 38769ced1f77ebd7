// Page sizes are 1 to 1,024, and a start is the endIndex of another page.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"limit":0}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"limit","expected":"an integer from 1 to 1024, as a number or decimal text","got":"0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"limit":1025}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"limit","expected":"an integer from 1 to 1024, as a number or decimal text","got":"1025"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"startIndex":{"address":"nonsense","utxo":"LUC1cmcxnfNR9LdkACS2ccGKLEK7SYqB4gLLTycQfg1koyfSq"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse start index address \"nonsense\": couldn't parse address \"nonsense\": no separator found in address"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"startIndex":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","utxo":"nonsense"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse start index utxo: invalid input checksum"},"id":1}
