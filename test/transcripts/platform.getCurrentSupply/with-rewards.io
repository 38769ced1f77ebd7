// Includes promised rewards from the start of a period. [spec: 4.3.getCurrentSupply]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply"}
<< {"jsonrpc":"2.0","result":{"supply":"48703084859043022","height":"43"},"id":1}
