// Profile avalanchego-1.12: the message does not name the height twice.
// The greatest 64-bit integer stands for `proposed` inside AvalancheGo, so it is not a height.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = 11111111111111111111111111111111LpoYY: current P-chain height (0) \u003c requested P-Chain height (1)","data":null},"id":1}
>> {"jsonrpc":"2.0","id":2,"method":"platform.getValidatorsAt","params":{"height":"18446744073709551615"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":2}
