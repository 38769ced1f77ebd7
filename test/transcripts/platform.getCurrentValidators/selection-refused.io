// Invalid selections are rejected: a field with the nearest name, a value with what was expected, a cursor of another order.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"maxFee":5}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"one of kind, connected, hasSigner, minWeight, maxWeight, minEndTime, maxEndTime, maxDelegationFee, minUptime, minDelegationCapacity, rewardAddress, maxBalance, active","got":"\"maxFee\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"maxDelegationFees":5}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"one of kind, connected, hasSigner, minWeight, maxWeight, minEndTime, maxEndTime, maxDelegationFee, minUptime, minDelegationCapacity, rewardAddress, maxBalance, active (\"maxDelegationFee\" is the nearest)","got":"\"maxDelegationFees\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"zzzzzzzz":5}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"one of kind, connected, hasSigner, minWeight, maxWeight, minEndTime, maxEndTime, maxDelegationFee, minUptime, minDelegationCapacity, rewardAddress, maxBalance, active","got":"\"zzzzzzzz\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"kind":"subnet"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.kind","expected":"\"staking\" or \"permissioned\" or \"l1\"","got":"\"subnet\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"maxDelegationFee":101}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.maxDelegationFee","expected":"a number from 0 to 100","got":"101"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"maxDelegationFee":"5"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.maxDelegationFee","expected":"a number from 0 to 100","got":"\"5\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"minEndTime":-1}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.minEndTime","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"-1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"connected":"yes"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.connected","expected":"true or false","got":"\"yes\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"rewardAddress":"P-local1nothing"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.rewardAddress","expected":"an address of the P-chain on this network","got":"\"P-local1nothing\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"rewardAddress":"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.rewardAddress","expected":"an address of the P-chain on this network","got":"\"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"an object","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"sort":{"by":"endtime"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort.by","expected":"\"startTime\" or \"endTime\" or \"weight\" or \"potentialReward\" or \"delegationFee\" or \"uptime\" or \"delegatorCount\" or \"delegatorWeight\" or \"balance\" or \"nodeID\"","got":"\"endtime\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"sort":{"by":"stake"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort.by","expected":"\"startTime\" or \"endTime\" or \"weight\" or \"potentialReward\" or \"delegationFee\" or \"uptime\" or \"delegatorCount\" or \"delegatorWeight\" or \"balance\" or \"nodeID\"","got":"\"stake\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"sort":{}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort.by","expected":"\"startTime\" or \"endTime\" or \"weight\" or \"potentialReward\" or \"delegationFee\" or \"uptime\" or \"delegatorCount\" or \"delegatorWeight\" or \"balance\" or \"nodeID\"","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"sort":"endTime"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort","expected":"an object","got":"\"endTime\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"sort":{"by":"endTime","desc":true}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"sort","expected":"one of by, descending (\"descending\" is the nearest)","got":"\"desc\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"limit":0}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page.limit","expected":"an integer from 1 to 4294967295, as a number or decimal text","got":"0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"limit":1.5}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page.limit","expected":"an integer from 1 to 4294967295, as a number or decimal text","got":"1.5"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"offset":3}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page","expected":"one of limit, startAfter","got":"\"offset\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"startAfter":"x"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page.startAfter","expected":"the nextCursor of a call with the same sort and nodeIDs","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"startAfter":""}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page.startAfter","expected":"text of 1 to 256 characters","got":"\"\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"page":{"startAfter":"weight+:1:000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"page.startAfter","expected":"the nextCursor of a call with the same sort and nodeIDs","got":"\"weight+:1:000000000000000000000000000000000000000000000000000000\" and 33 more"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"fields":["endtime"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields[0]","expected":"the name of a validator member (\"endTime\" is the nearest)","got":"\"endtime\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"fields":["nodeId","end"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields[0]","expected":"the name of a validator member (\"nodeID\" is the nearest)","got":"\"nodeId\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"fields":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields","expected":"a list of 1 to 64 validator member names","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"fields":"nodeID"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"fields","expected":"a list of 1 to 64 validator member names","got":"\"nodeID\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"All"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes or \"all\"","got":"\"All\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"every"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"subnetID","expected":"a cb58 ID of 32 bytes or \"all\"","got":"\"every\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"subnetID":"all","nodeIDs":["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum","got":"\"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"maxBalance":"-1"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.maxBalance","expected":"an integer from 0 to 18446744073709551615, as a number or decimal text","got":"\"-1\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{"filter":{"active":1}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.active","expected":"true or false","got":"1"}},"id":1}
