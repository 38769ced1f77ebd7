// The position of a container, as text. [spec: 4.5.getIndex]
//! after platform.issueTx/chain-of-blocks
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"index.getIndex","params":{"id":"x4fPeFFFcf5PB3NnvTBmadqgWHrbxZfcAgSwEq5XWerjRGxfN"}}
<< {"jsonrpc":"2.0","result":{"index":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getIndex","params":{"id":"26HP5jMG4YqszkwQ7NBB6Q2mZ9opU9UcxL1HtbP7P3ZaRPBbhL","encoding":"hex"}}
<< {"jsonrpc":"2.0","result":{"index":"2"},"id":1}
