// The height of the last accepted block, as text. [spec: 4.3.getHeight] [spec: 2.1.decimal-text]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"43"},"id":1}
