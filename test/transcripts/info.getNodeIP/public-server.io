// A public server does not reveal its address. [spec: 5.public.getNodeIP]
//! public true
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeIP"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
