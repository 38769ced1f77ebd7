// Profile avalanchego: a missing height is 0.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"encoding":"hexnc"}}
<< {"jsonrpc":"2.0","result":{"block":"0x00000000000276164e9619e3b1c79c4b6bcaa8585fb95328e60480ac9e40da0539fe23260e0c0000000000000000","encoding":"hexnc"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
