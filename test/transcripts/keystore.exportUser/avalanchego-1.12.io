// Profile avalanchego-1.12: encoding json has its own error.
//! api-profile avalanchego-1.12
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"one","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.exportUser","params":{"username":"one","password":"k9@XzT4!wq#Lm2pR","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't encode user to string: unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.exportUser","params":{"username":"one","password":"k9@XzT4!wq#Lm2pR","encoding":"hexc"}}
<< {"jsonrpc":"2.0","result":{"user":"<matches ^0x0000[0-9a-f]{96}00000000[0-9a-f]{8}$>","encoding":"hexc"},"id":1}
