// A public server has no keystore; the error says so. [spec: 5.public.keystore]
//! public true
>> POST /ext/keystore {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"someone","password":"k9@XzT4!wq#Lm2pR"}}
<< 404 404 page not found\nThe Keystore API is unavailable on public servers: this node runs with --public.
>> POST /ext/keystore {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers"}
<< 404 404 page not found\nThe Keystore API is unavailable on public servers: this node runs with --public.
