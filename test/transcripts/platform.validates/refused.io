// An unknown ID, an ID that is not a subnet, and an invalid ID.
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving subnet \"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE\": not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"\"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed\" is not a subnet"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{"subnetID":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"X\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validates","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
