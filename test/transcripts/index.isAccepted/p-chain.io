// True for a container of this index, false for any other ID. [spec: 4.5.isAccepted]
//! after platform.issueTx/chain-of-blocks
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{"id":"x4fPeFFFcf5PB3NnvTBmadqgWHrbxZfcAgSwEq5XWerjRGxfN"}}
<< {"jsonrpc":"2.0","result":{"isAccepted":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{"id":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","encoding":"hex"}}
<< {"jsonrpc":"2.0","result":{"isAccepted":false},"id":1}
>> POST /ext/index/X/block {"jsonrpc":"2.0","id":1,"method":"index.isAccepted","params":{"id":"x4fPeFFFcf5PB3NnvTBmadqgWHrbxZfcAgSwEq5XWerjRGxfN"}}
<< {"jsonrpc":"2.0","result":{"isAccepted":false},"id":1}
