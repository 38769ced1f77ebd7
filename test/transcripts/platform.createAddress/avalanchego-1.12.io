// Profile avalanchego-1.12: the result is the same.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.createAddress","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\"","data":null},"id":1}
