// The addresses of a user in the order in which they were added; none for a new user. [spec: 4.3.listAddresses] [spec: 2.1.addresses] [spec: 5.authentication]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"list","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"list","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"addresses":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"list","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-vmRQiZeXEXYMyJhEiqdC2z5JhuDbxL8ix9UVvjgMu2Er1NepE"}}
<< {"jsonrpc":"2.0","result":{"address":"P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.importKey","params":{"username":"list","password":"k9@XzT4!wq#Lm2pR","privateKey":"PrivateKey-ewoqjP7PxY4yr3iLTpLisriqt94hdyDFNgchSxGGztUrTXtNN"}}
<< {"jsonrpc":"2.0","result":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"list","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2","P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"id":1}
