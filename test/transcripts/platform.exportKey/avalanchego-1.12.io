// Profile avalanchego-1.12: a missing address is the empty one.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"a","password":"k9@XzT4!wq#Lm2pR"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse  to address: couldn't parse address \"\": no separator found in address","data":null},"id":1}
