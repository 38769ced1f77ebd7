// Periods that began in a range of heights or times; a pending period is in no range.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"fromHeight":"30","toHeight":"35"},"fields":["txID","beganHeight","beganTime"]}}
<< {"jsonrpc":"2.0","result":{"periods":[{"txID":"Y49aDAMP3u75jHRcSMGoCHfDhKKTEqdwoWNoAThJBtRmVQyYR","beganHeight":"35","beganTime":"2024-01-04T04:05:26Z"},{"txID":"2rPtGrmWsHL4wDjMdAW96XGwUEuhVdceBRHRuDGEESG2BeCCXB","beganHeight":"32","beganTime":"2024-01-04T01:01:33Z"},{"txID":"Rz3VGfT3XuhuczGj6cQMB5955PtQQR5svJsfCQpK4Hk4BSBmu","beganHeight":"30","beganTime":"2024-01-04T00:57:28Z"}],"fields":["txID","beganHeight","beganTime"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"fromTime":"2024-01-04T00:57:28Z","toTime":"2024-01-04T04:05:26Z"},"fields":["txID","beganHeight","beganTime"]}}
<< {"jsonrpc":"2.0","result":{"periods":[{"txID":"Y49aDAMP3u75jHRcSMGoCHfDhKKTEqdwoWNoAThJBtRmVQyYR","beganHeight":"35","beganTime":"2024-01-04T04:05:26Z"},{"txID":"2rPtGrmWsHL4wDjMdAW96XGwUEuhVdceBRHRuDGEESG2BeCCXB","beganHeight":"32","beganTime":"2024-01-04T01:01:33Z"},{"txID":"Rz3VGfT3XuhuczGj6cQMB5955PtQQR5svJsfCQpK4Hk4BSBmu","beganHeight":"30","beganTime":"2024-01-04T00:57:28Z"}],"fields":["txID","beganHeight","beganTime"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"validatorTxID":"vDBSwPRhKz8dPmPZHwFHL2x3PV3viocTpKFX8mPi4sc8KVDdt","toHeight":"1"},"fields":["txID"]}}
<< {"jsonrpc":"2.0","result":{"periods":[],"fields":["txID"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"status":"pending","fromHeight":"0"}}}
<< {"jsonrpc":"2.0","result":{"periods":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"fromHeight":"44"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 44 is above the last accepted block, 43","data":{"field":"filter.fromHeight","expected":"a height of at most 43","got":"44"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"fromHeight":"3","toHeight":"2"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.toHeight","expected":"a height of at least filter.fromHeight, 3","got":"2"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"fromHeight":"3","fromTime":"2024-01-04T00:57:28Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"filter.fromHeight and filter.fromTime exclude each other","data":{"field":"filter.fromTime","expected":"filter.fromHeight or filter.fromTime, not both","got":"both"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"toTime":"2023-01-04T00:57:28Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2023-01-04T00:57:28Z is before the genesis of the chain, 2024-01-01T00:00:00Z","data":{"field":"filter.toTime","expected":"a time from 2024-01-01T00:00:00Z on","got":"2023-01-04T00:57:28Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"filter":{"toTime":"2034-01-04T00:57:28Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2034-01-04T00:57:28Z is after the clock of this node, 2024-01-07T17:05:44Z","data":{"field":"filter.toTime","expected":"a time of at most 2024-01-07T17:05:44Z","got":"2034-01-04T00:57:28Z"}},"id":1}
