// A user that cannot be opened gets no address.
>> {"jsonrpc":"2.0","id":1,"method":"platform.createAddress","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.createAddress","params":{"username":"nobody"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"password","expected":"text","got":"nothing"}},"id":1}
