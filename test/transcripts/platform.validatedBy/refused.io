// An unknown ID, an ID that is not a chain, and an invalid ID.
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving blockchain \"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE\": not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"LDV9xafRo1d8ENJnxgTuA1BV2z27a4bwDs8sxgQejW8eBwHtR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"\"LDV9xafRo1d8ENJnxgTuA1BV2z27a4bwDs8sxgQejW8eBwHtR\" is not a blockchain"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockchainID","expected":"a cb58 ID of 32 bytes","got":"\"X\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"blockchainID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
