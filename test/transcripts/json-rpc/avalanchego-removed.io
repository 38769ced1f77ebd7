// Profile avalanchego: methods that current releases of AvalancheGo do not have are unknown.
//! api-profile avalanchego
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.exportKey","params":{"username":"u","password":"p","address":"a"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find method \"platform.ExportKey\"","data":null},"id":1}
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.listAddresses","params":{"username":"u","password":"p"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find method \"platform.ListAddresses\"","data":null},"id":1}
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find method \"platform.GetMaxStakeAmount\"","data":null},"id":1}
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"rpc: can't find method \"platform.GetPendingValidators\"","data":null},"id":1}
