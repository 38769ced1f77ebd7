// A user without keys: the hash and the salt of its password, and no entries, with a checksum. [spec: 4.4.exportUser]
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"export-new","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.exportUser","params":{"username":"export-new","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{"user":"<matches ^0x0000[0-9a-f]{96}00000000[0-9a-f]{8}$>","encoding":"hex"},"id":1}
