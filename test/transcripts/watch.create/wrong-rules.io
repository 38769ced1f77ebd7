// What is wrong with a rule is said with the member and what it is expected to be.
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"an object","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivty","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.kind","expected":"a kind of rule: addressActivity, addressBalance, addressReward, staking, stakingEnd, uptime, offline, version, l1Validator, l1Balance, subnetValidators, inactiveWeight, upgrade, halt or gasPrice (\"addressActivity\" is the nearest)","got":"\"addressActivty\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.addresses","expected":"a value, of a rule of kind addressActivity","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["X-local1"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.addresses[0]","expected":"a P-chain address of this network, which begins with P-local1: invalid bech32 string length 6","got":"\"X-local1\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressActivity","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"days":1}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"one of addresses of a rule of kind addressActivity","got":"\"days\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"halt","days":1}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"no other members of a rule of kind halt","got":"\"days\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressBalance","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"one or more of above, below, changedBy, of a rule of kind addressBalance","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"addressBalance","addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"below":"0"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.below","expected":"an amount from 1 to 18446744073709551615 nAVAX as decimal text","got":"\"0\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"gasPrice","above":"18446744073709551616"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.above","expected":"an amount from 0 to 18446744073709551615 nAVAX as decimal text","got":"\"18446744073709551616\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"staking"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"exactly one of nodeID, stakingTxID, of a rule of kind staking","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"staking","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","stakingTxID":"11111111111111111111111111111111LpoYY"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule","expected":"exactly one of nodeID, stakingTxID, of a rule of kind staking","got":"\"nodeID, stakingTxID\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"staking","stakingTxID":"11111111111111111111111111111111LpoYY","subnetID":"11111111111111111111111111111111LpoYY"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.subnetID","expected":"no subnetID together with stakingTxID","got":"\"11111111111111111111111111111111LpoYY\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"staking","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","events":["l1RanOut"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.events[0]","expected":"an event of a rule of kind staking: began, ended, renewed, rewarded, notRewarded, delegationAdded, delegationEnded","got":"\"l1RanOut\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"uptime","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","percent":101}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.percent","expected":"a percentage from 0 to 100","got":"101"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"l1Validator","validationID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm2"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"rule.validationID","expected":"a cb58 ID of 32 bytes with its checksum","got":"\"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm2\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"watch.create","params":{"rule":{"kind":"upgrade"},"tagret":{}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"one of rule, target, name (\"target\" is the nearest)","got":"\"tagret\""}},"id":1}
