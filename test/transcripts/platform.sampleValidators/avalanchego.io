// Profile avalanchego: a missing size is 0.
//! api-profile avalanchego
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{}}
<< {"jsonrpc":"2.0","result":{"validators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.sampleValidators","params":{"size":-1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
