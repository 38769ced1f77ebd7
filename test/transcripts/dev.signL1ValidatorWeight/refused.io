// An unknown validation and a missing weight are refused.
>> {"jsonrpc":"2.0","id":1,"method":"dev.signL1ValidatorWeight","params":{"validationID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z","weight":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"fetching L1 validator \"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z\" failed: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signL1ValidatorWeight","params":{"validationID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"weight","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"nothing"}},"id":1}
