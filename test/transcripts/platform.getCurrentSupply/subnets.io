// A proof-of-stake subnet has its own supply, any other subnet has none. [spec: 4.3.getCurrentSupply.subnet]
//! chain banff-to-etna@270
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{"subnetID":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"}}
<< {"jsonrpc":"2.0","result":{"supply":"10000000007110","height":"270"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{"subnetID":"2FKC5CjLyt3YhoWWyjcW8vEDZKBfnmU1P54o2v3SCHpnBgBB89"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"fetching current supply failed: not found"},"id":1}
