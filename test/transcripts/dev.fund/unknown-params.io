// The dev API rejects params that its methods do not have, and names those that they have.
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":1,"locktim":99}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"one of address, amount","got":"\"locktim\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"adress":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"one of address, amount (\"address\" is the nearest)","got":"\"adress\""}},"id":1}
