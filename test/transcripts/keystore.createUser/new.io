// A user is created; afterwards its name is taken. [spec: 4.4.createUser] [spec: 4.4.path] [spec: 2.2.user]
>> POST /ext/keystore {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"create-new","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"create-new","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user already exists: create-new"},"id":1}
