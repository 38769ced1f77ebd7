// An alias that no chain has is an error that names it; upper and lower case differ.
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"Q"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no ID with alias: Q"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no ID with alias: x"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":""}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no ID with alias: "},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"alias","expected":"text","got":"nothing"}},"id":1}
