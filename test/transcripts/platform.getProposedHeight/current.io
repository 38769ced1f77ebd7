// Without recent blocks it is the current height. [spec: 4.3.getProposedHeight]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getProposedHeight"}
<< {"jsonrpc":"2.0","result":{"height":"43"},"id":1}
