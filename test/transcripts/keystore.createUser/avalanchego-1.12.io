// Profile avalanchego-1.12: the strength of a password is estimated, and lengths count bytes. Five characters can be enough, eighteen of all classes can be too weak.
//! api-profile avalanchego-1.12
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"five","password":"x7Kq2"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"eighteen","password":"StrongPassword123!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"eight","password":"Abcdef1!"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"password is too weak","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"username exceeds maximum length of 1024 chars","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"empty username","data":null},"id":1}
