// An unknown block.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block with id 2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE: not found"},"id":1}
