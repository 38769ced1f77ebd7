// A deleted user is gone, with its keys, and its name is free. [spec: 4.4.deleteUser] [spec: 5.authentication]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"delete-me","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"delete-me","password":"k9@XzT4!wq#Lm2pr"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"incorrect password: user \"delete-me\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"delete-me","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"delete-me","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user doesn't exist: delete-me"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"delete-me","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
