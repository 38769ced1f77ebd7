// Profile avalanchego-1.12: errors have the codes and messages of gorilla/rpc, and there are no batches.
//! api-profile avalanchego-1.12
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.Nope"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"method must start with a non-uppercase letter","data":null},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.nope"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find method \"info.Nope\"","data":null},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"foo.bar"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find service \"foo.Bar\"","data":null},"id":1}
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"nope"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: service/method request ill-formed: \"nope\"","data":null},"id":1}
>> POST /ext/info {"jsonrpc":"1.0","id":1,"method":"info.getNetworkID","params":{"a":1}}
<< {"jsonrpc":"2.0","error":{"code":-32600,"message":"jsonrpc must be 2.0","data":{"jsonrpc":"1.0","method":"info.getNetworkID","params":{"a":1},"id":1}},"id":1}
>> POST /ext/info [{"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}]
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"json: cannot unmarshal array into Go value of type json2.serverRequest","data":{"jsonrpc":"","method":"","params":null,"id":null}},"id":null}
>> POST /ext/info
<< {"jsonrpc":"2.0","error":{"code":-32700,"message":"EOF","data":{"jsonrpc":"","method":"","params":null,"id":null}},"id":null}
>> POST /ext/info {"jsonrpc":"2.0","method":"info.getNetworkID"}
<< 200
>> POST /ext/info {}
<< 200
