// Profile avalanchego: encoding json has its own error.
//! api-profile avalanchego
//! containers recorded
>> POST /ext/index/C/block {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{"encoding":"base64"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
