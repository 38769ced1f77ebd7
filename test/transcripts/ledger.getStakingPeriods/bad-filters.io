// A height above the tip, and invalid members.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"runningAt":"44"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 44 is above the last accepted block, 43","data":{"field":"filter.runningAt","expected":"a height of at most 43","got":"44"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"role":"validators"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.role","expected":"\"validator\" or \"delegator\"","got":"\"validators\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"status":"over"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.status","expected":"\"pending\" or \"running\" or \"ended\"","got":"\"over\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"node":"x"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter","expected":"one of addresses, nodeID, subnetID, txID, validatorTxID, role, status, runningAt, fromHeight, toHeight, fromTime, toTime (\"nodeID\" is the nearest)","got":"\"node\""}},"id":1}
