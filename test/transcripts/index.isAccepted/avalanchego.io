// Profile avalanchego: there is no encoding that could be wrong.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{"id":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"isAccepted":false},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{}}
<< {"jsonrpc":"2.0","result":{"isAccepted":false},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{"id":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
