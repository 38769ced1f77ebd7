// Heights above the tip, times before the genesis and after the clock, a height and a time, and an end before the start.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromHeight":"44"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 44 is above the last accepted block, 43","data":{"field":"filter.fromHeight","expected":"a height of at most 43","got":"44"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"toHeight":44}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 44 is above the last accepted block, 43","data":{"field":"filter.toHeight","expected":"a height of at most 43","got":"44"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromTime":"2023-12-31T23:59:59Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2023-12-31T23:59:59Z is before the genesis of the chain, 2024-01-01T00:00:00Z","data":{"field":"filter.fromTime","expected":"a time from 2024-01-01T00:00:00Z on","got":"2023-12-31T23:59:59Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"toTime":"2023-12-31T23:59:59Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2023-12-31T23:59:59Z is before the genesis of the chain, 2024-01-01T00:00:00Z","data":{"field":"filter.toTime","expected":"a time from 2024-01-01T00:00:00Z on","got":"2023-12-31T23:59:59Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromTime":"2100-01-01T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2100-01-01T00:00:00Z is after the clock of this node, 2024-01-07T17:05:44Z","data":{"field":"filter.fromTime","expected":"a time of at most 2024-01-07T17:05:44Z","got":"2100-01-01T00:00:00Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"toTime":"2100-01-01T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2100-01-01T00:00:00Z is after the clock of this node, 2024-01-07T17:05:44Z","data":{"field":"filter.toTime","expected":"a time of at most 2024-01-07T17:05:44Z","got":"2100-01-01T00:00:00Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromHeight":"1","fromTime":"2024-01-02T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"filter.fromHeight and filter.fromTime exclude each other","data":{"field":"filter.fromTime","expected":"filter.fromHeight or filter.fromTime, not both","got":"both"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"toHeight":"1","toTime":"2024-01-02T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"filter.toHeight and filter.toTime exclude each other","data":{"field":"filter.toTime","expected":"filter.toHeight or filter.toTime, not both","got":"both"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromHeight":"5","toHeight":"4"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.toHeight","expected":"a height of at least filter.fromHeight, 5","got":"4"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromTime":"2024-01-03T00:00:00Z","toTime":"2024-01-02T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.toTime","expected":"a time not before filter.fromTime, 2024-01-03T00:00:00Z","got":"2024-01-02T00:00:00Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromTime":"yesterday"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.fromTime","expected":"an RFC 3339 time such as 2026-11-21T00:00:00Z","got":"\"yesterday\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"fromTime":"2024-02-30T00:00:00Z"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.fromTime","expected":"an RFC 3339 time such as 2026-11-21T00:00:00Z","got":"\"2024-02-30T00:00:00Z\""}},"id":1}
