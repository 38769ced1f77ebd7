// A public server does not tell who it is; everyone may ask what is not its own. [spec: 5.public.getNodeID]
//! public true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeID"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight"}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
