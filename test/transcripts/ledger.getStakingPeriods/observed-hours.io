// Hours of what a node observed: none on one that follows nothing. Their number, and a time, are checked.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"observedHours":{"limit":24},"fields":["observed"],"page":{"limit":2}}}
<< {"jsonrpc":"2.0","result":{"periods":[{},{}],"fields":["observed"],"nextCursor":"ftdqcZ76UWcAAAAAAAAAKwAAAAAAAAAAhGWi0HrXyYMAAAAAZZYuhiBGgzTP74bvv8qzKYL_9EOqwMLhW3JCUeenfQ48rMz7BA"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"observedHours":{}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"observedHours.limit","expected":"an integer from 1 to 168, as a number or decimal text","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"observedHours":{"limit":169}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"observedHours.limit","expected":"an integer from 1 to 168, as a number or decimal text","got":"169"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"observedHours":{"limit":1,"from":"yesterday"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"observedHours.from","expected":"an RFC 3339 time such as 2026-11-21T00:00:00Z","got":"\"yesterday\""}},"id":1}
