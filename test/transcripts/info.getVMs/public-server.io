// A public server does not list its virtual machines. [spec: 5.public.getVMs]
//! public true
>> {"jsonrpc":"2.0","id":1,"method":"info.getVMs"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"unavailable on public servers"},"id":1}
