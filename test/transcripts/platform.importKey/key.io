// A key is stored once, and exported as it was imported.
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"import-key","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"import-key","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","result":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"import-key","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","result":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"import-key","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"import-key","password":"k9@XzT4!wq#Lm2pR","address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","result":{"privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"},"id":1}
