// A node of a public network has no dev API, because others make its blocks.
//! network-id fuji
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1}}
<< 404 404 page not found\nThe Dev API is off: it is for a local network with --dev and a loopback --http-host.
