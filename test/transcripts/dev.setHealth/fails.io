// The node is unhealthy until the failure is cleared.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.setHealth","params":{"healthy":false,"message":"on purpose"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> GET /ext/health?tag=none
<< 503 {"checks":{"dev":{"error":"on purpose","timestamp":"<time>","duration":"<number>","contiguousFailures":"<number>","timeOfFirstFailure":"<time>"},"...":true},"healthy":false}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setHealth","params":{"healthy":true}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> GET /ext/health?tag=none
<< {"checks":{"dev":{"timestamp":"<time>","duration":"<number>"},"...":true},"healthy":true}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setHealth","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"healthy","expected":"true or false","got":"nothing"}},"id":1}
