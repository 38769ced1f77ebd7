// A wrong password or an unknown user. [spec: 5.authentication]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"list-refused","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"list-refused","password":"k9@XzT4!wq#Lm2pr"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"list-refused\": incorrect password: user \"list-refused\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"list-refused"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"password","expected":"text","got":"nothing"}},"id":1}
