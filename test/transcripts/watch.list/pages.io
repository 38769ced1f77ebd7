// In the order of their creation, a page at a time.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{}}
<< {"jsonrpc":"2.0","result":{"watches":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<capture WATCH>","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"halt"}}}
<< {"jsonrpc":"2.0","result":{"watchID":"<string>","name":"","rule":{"kind":"halt"},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{"limit":1}}
<< {"jsonrpc":"2.0","result":{"watches":[{"watchID":"{{WATCH}}","name":"","rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0}],"next":"{{WATCH}}"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{"startAfter":"{{WATCH}}"}}
<< {"jsonrpc":"2.0","result":{"watches":[{"watchID":"<string>","name":"","rule":{"kind":"halt"},"status":"active","isConfigured":false,"created":"<time>","cursor":"<matches 0\\.[0-9]+\\.[0-9a-f]{8}>","isBehind":false,"delivered":0,"failures":0}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{"startAfter":"watch_000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"startAfter","expected":"the ID of a watch: omit it to start at the first page","got":"watch_000000000000000000000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{"limit":0}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"limit","expected":"an integer from 1 to 1000, as a number or decimal text","got":"0"}},"id":1}
