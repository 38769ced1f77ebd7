// Profile avalanchego-1.12: a missing password is the empty one.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\"","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","privateKey":"PrivateKey-zzz"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
