// A public server has no dev API and says why.
//! public true
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1}}
<< 404 404 page not found\nThe Dev API is unavailable on public servers: this node runs with --public.
