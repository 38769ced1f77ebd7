// A height that is not accepted yet; invalid heights.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = 11111111111111111111111111111111LpoYY: current P-chain height (0) < requested P-Chain height (1)"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":"latest"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text or \"proposed\"","got":"\"latest\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"height","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text or \"proposed\"","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":0,"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
