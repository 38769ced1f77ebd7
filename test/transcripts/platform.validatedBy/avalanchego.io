// Profile avalanchego: without blockchainID it is the P-chain.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{}}
<< {"jsonrpc":"2.0","result":{"subnetID":"11111111111111111111111111111111LpoYY"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.validatedBy","params":{"blockchainID":"X"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
