// A height above the tip, a time before the genesis, one after the clock, and both.
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"height":"1"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height 1 is above the last accepted block, 0","data":{"field":"height","expected":"a height of at most 0","got":"1"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"time":"2026-10-03T03:59:59Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2026-10-03T03:59:59Z is before the genesis of the chain, 2026-10-03T04:00:00Z","data":{"field":"time","expected":"a time from 2026-10-03T04:00:00Z on","got":"2026-10-03T03:59:59Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"time":"2026-11-21T00:00:01Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"2026-11-21T00:00:01Z is after the clock of this node, 2026-11-21T00:00:00Z","data":{"field":"time","expected":"a time of at most 2026-11-21T00:00:00Z","got":"2026-11-21T00:00:01Z"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"height":"0","time":"2026-10-03T04:00:00Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"height and time exclude each other","data":{"field":"time","expected":"height or time, not both","got":"both"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getUTXOs","params":{"addresses":["nonsense"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses[0]","expected":"a P-chain address of this network, which begins with P-local1: no separator found in address","got":"\"nonsense\""}},"id":1}
