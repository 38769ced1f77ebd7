// Why a target does not answer is the result, and not an error of the call.
//! node own
//! watch-allow-private-targets true
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"target":{"url":"http://127.0.0.1:1/"}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture WATCH>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0,"target":{"url":"http://127.0.0.1:1/","signature":"hmac-sha256"},"secret":"<string>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.test","params":{"watchID":"{{WATCH}}"}}
<< {"jsonrpc":"2.0","result":{"isReceived":false,"webhookID":"<matches msg_[0-9a-f]{32}>","reason":"ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:1"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture OTHER>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.test","params":{"watchID":"{{OTHER}}"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the watch {{OTHER}} has no target: give it one with watch.update","data":{"field":"watchID","expected":"a watch with a target","got":"{{OTHER}}"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.test","params":{"watchID":"watch_000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no watch watch_000000000000000000000000","data":{"field":"watchID","expected":"the ID of a watch","got":"watch_000000000000000000000000"}},"id":1}
