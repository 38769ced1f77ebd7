// It fails without subnetID, for the primary network, for an unknown ID, and for an ID that is not a subnet. [spec: 4.3.getSubnet.required] [spec: 7.getSubnet]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet"}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":null}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"11111111111111111111111111111111LpoYY"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the primary network isn't a subnet"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"2F61on1jXcWVvypjxHAFk9AMKTrZW1ZRhrHA6nHZFtj1bZ9CxE"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"\"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed\" is not a subnet"},"id":1}
