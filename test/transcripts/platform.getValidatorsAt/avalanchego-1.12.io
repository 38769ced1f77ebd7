// Profile avalanchego-1.12: the message does not name the height twice.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = 11111111111111111111111111111111LpoYY: current P-chain height (0) \u003c requested P-Chain height (1)","data":null},"id":1}
