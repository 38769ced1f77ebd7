// Without a chain, with an ID that is not a chain, and with a value that is not a string.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'blockchainID' not given","data":{"field":"blockchainID","expected":"an ID or alias of a blockchain","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":""}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'blockchainID' not given","data":{"field":"blockchainID","expected":"an ID or alias of a blockchain","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"Q"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem parsing blockchainID \"Q\": input string is smaller than the checksum size"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockchainID","expected":"text that is not empty","got":"1"}},"id":1}
