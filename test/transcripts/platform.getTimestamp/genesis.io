// The time of the genesis. [spec: 4.3.getTimestamp]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTimestamp"}
<< {"jsonrpc":"2.0","result":{"timestamp":"2026-10-03T04:00:00Z"},"id":1}
