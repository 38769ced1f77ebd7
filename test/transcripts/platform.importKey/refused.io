// Without a key, with one that is none, and for a user that cannot be opened; a key is never echoed.
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"argument 'privateKey' not given","data":{"field":"privateKey","expected":"a private key","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-zzz"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"privateKey","expected":"a private key: PrivateKey- followed by the cb58 encoding of 32 bytes","got":"text of 14 characters"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNM"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"privateKey","expected":"a private key: PrivateKey- followed by the cb58 encoding of 32 bytes with its checksum","got":"text of 60 characters"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"nobody","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"problem retrieving user \"nobody\": incorrect password: user \"nobody\""},"id":1}
