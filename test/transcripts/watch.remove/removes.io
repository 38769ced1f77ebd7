// A deleted watch is gone.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture WATCH>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.remove","params":{"watchID":"{{WATCH}}"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.get","params":{"watchID":"{{WATCH}}"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch {{WATCH}}","data":{"field":"watchID","expected":"the ID of a watch","got":"{{WATCH}}"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.remove","params":{"watchID":"watch_000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch watch_000000000000000000000000","data":{"field":"watchID","expected":"the ID of a watch","got":"watch_000000000000000000000000"}},"id":1}
