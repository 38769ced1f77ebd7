// An unknown chain is an error that names it.
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"Q"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no chain with alias/ID 'Q'"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.isBootstrapped","params":{"chain":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"there is no chain with alias/ID '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe'"},"id":1}
