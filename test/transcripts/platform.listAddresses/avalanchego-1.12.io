// Profile avalanchego-1.12: a missing name is the empty one.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"\": empty username","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\"","data":null},"id":1}
