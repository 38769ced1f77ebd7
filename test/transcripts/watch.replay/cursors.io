// From any cursor of this chain, and no other.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture WATCH>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<capture CURSOR>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.replay","params":{"watchID":"{{WATCH}}","after":"{{CURSOR}}"}}
<< {"jsonrpc":"2.0","result":{"watchID":"{{WATCH}}","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"{{CURSOR}}","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.replay","params":{"watchID":"{{WATCH}}","after":"0.0.00000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain does not have the event of cursor 0.0.00000000: it is not of this chain, or was undone","data":{"field":"after","expected":"a cursor of this chain","got":"0.0.00000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.replay","params":{"watchID":"{{WATCH}}","after":"7.0.00000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain does not have the event of cursor 7.0.00000000: the last accepted height is 0","data":{"field":"after","expected":"a cursor of this chain","got":"7.0.00000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.replay","params":{"watchID":"{{WATCH}}","after":"0"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"after","expected":"a cursor of an event","got":"\"0\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.replay","params":{"watchID":"watch_000000000000000000000000","after":"{{CURSOR}}"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch watch_000000000000000000000000","data":{"field":"watchID","expected":"the ID of a watch","got":"watch_000000000000000000000000"}},"id":1}
