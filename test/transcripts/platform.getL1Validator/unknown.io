// A validation period that does not exist, and invalid IDs.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"fetching L1 validator \"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE\" failed: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes or a list of at most 1, each item a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes or a list of at most 1, each item a cb58 ID of 32 bytes","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":["2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE","2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes or a list of at most 1, each item a cb58 ID of 32 bytes","got":"a list of 2"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getL1Validator","params":{"validationID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validationID","expected":"a cb58 ID of 32 bytes or a list of at most 1, each item a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
