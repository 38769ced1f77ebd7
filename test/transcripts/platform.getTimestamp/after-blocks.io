// The time of the last block, which may be earlier than the clock. [spec: 4.3.getTimestamp]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTimestamp"}
<< {"jsonrpc":"2.0","result":{"timestamp":"2024-01-06T05:29:28Z"},"id":1}
