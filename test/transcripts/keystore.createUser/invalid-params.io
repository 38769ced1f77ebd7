// Name and password are strings; a password is never echoed.
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"someone"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"password","expected":"text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"password":"secret"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"username","expected":"text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"someone","password":12345678}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"password","expected":"text","got":"a number"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":["someone"],"password":"secret"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"username","expected":"text","got":"a list of 1"}},"id":1}
