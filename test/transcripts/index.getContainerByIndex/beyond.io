// There is no container at a position that was not reached.
//! after platform.issueTx/chain-of-blocks
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":3}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no container at index 3"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerByIndex","params":{"index":18446744073709551615}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no container at index 18446744073709551615"},"id":1}
