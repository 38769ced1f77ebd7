// In profile avalanchego lengths count bytes.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"username exceeds maximum length of 1024 chars","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.deleteUser","params":{"username":"nobody"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"user doesn't exist: nobody","data":null},"id":1}
