// A public server has no watches.
//! public true
>> POST /ext/watch {"jsonrpc":"2.0","id":1,"method":"watch.list","params":{}}
<< 404 404 page not found\nThe Watch API is unavailable on public servers: this node runs with --public.
