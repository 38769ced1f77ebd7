// A node that is still bootstrapping: its P-chain returns 503.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBootstrapped","params":{"bootstrapped":false}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"P"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":false},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< 503 API call rejected because chain is not done bootstrapping
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBootstrapped","params":{"bootstrapped":true}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"P"}}
<< {"jsonrpc":"2.0","result":{"isBootstrapped":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setBootstrapped","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"bootstrapped","expected":"true or false","got":"nothing"}},"id":1}
