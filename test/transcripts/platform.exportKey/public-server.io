// A public server has no keystore.
//! public true
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"a","password":"k9@XzT4!wq#Lm2pR","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"a","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"a","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.createAddress","params":{"username":"a","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
