// A new address is stored with its key.
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"create","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.createAddress","params":{"username":"create","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"address":"<capture address>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"create","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"addresses":["{{address}}"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"create","password":"k9@XzT4!wq#Lm2pR","address":"{{address}}"}}
<< {"jsonrpc":"2.0","result":{"privateKey":"<matches ^PrivateKey-[1-9A-HJ-NP-Za-km-z]+$>"},"id":1}
