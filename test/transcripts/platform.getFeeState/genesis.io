// The state of the fee at genesis. [spec: 4.3.getFeeState] [spec: 2.2.fee-state]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getFeeState"}
<< {"jsonrpc":"2.0","result":{"capacity":0,"excess":0,"price":1,"timestamp":"2026-10-03T04:00:00Z"},"id":1}
