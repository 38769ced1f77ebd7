// The name is checked first, then whether it is taken, then the password.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"","password":"weak"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"empty username","data":{"field":"username","expected":"text that is not empty","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"taken","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"taken","password":"weak"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user already exists: taken"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"taken","password":""}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user already exists: taken"},"id":1}
