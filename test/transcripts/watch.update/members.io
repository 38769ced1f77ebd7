// Only the given members change. A new target has a new secret.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture WATCH>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.update","params":{"watchID":"{{WATCH}}","name":"halts"}}
<< {"jsonrpc":"2.0","result":{"watchID":"{{WATCH}}","name":"halts","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.update","params":{"watchID":"{{WATCH}}","rule":{"kind":"halt"},"target":{"url":"https://example.com/hook"}}}
<< {"jsonrpc":"2.0","result":{"watchID":"{{WATCH}}","name":"halts","rule":{"kind":"halt"},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0,"target":{"url":"https://example.com/hook","signature":"hmac-sha256"},"secret":"<matches whsec_[A-Za-z0-9+/]{43}=>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.update","params":{"watchID":"{{WATCH}}","rule":{"kind":"gasPrice"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.above","expected":"a value, of a rule of kind gasPrice","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.update","params":{"watchID":"watch_000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch watch_000000000000000000000000","data":{"field":"watchID","expected":"the ID of a watch","got":"watch_000000000000000000000000"}},"id":1}
