// An empty name and an empty password have errors of their own.
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"empty username","data":{"field":"username","expected":"text that is not empty","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"empty","password":""}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"empty password","data":{"field":"password","expected":"text that is not empty","got":"nothing"}},"id":1}
