// A height above the tip, a time before the genesis, one after the clock, and both.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"height":"44"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 44 is above the last accepted block, 43","data":{"field":"height","expected":"a height of at most 43","got":"44"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"time":"2023-12-31T23:59:59Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2023-12-31T23:59:59Z is before the genesis of the chain, 2024-01-01T00:00:00Z","data":{"field":"time","expected":"a time from 2024-01-01T00:00:00Z on","got":"2023-12-31T23:59:59Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"time":"2100-01-01T00:00:00Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2100-01-01T00:00:00Z is after the clock of this node, 2024-01-07T17:05:44Z","data":{"field":"time","expected":"a time of at most 2024-01-07T17:05:44Z","got":"2100-01-01T00:00:00Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"height":"3","time":"2024-01-02T00:00:00Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height and time exclude each other","data":{"field":"time","expected":"height or time, not both","got":"both"}},"id":1}
