// A node that follows no other chain has none. Bad filters, cursors and pages are rejected.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"kind":"import"},"sort":{"descending":false},"fields":["txID","amount"]}}
<< {"jsonrpc":"2.0","result":{"crossings":[],"fields":["txID","amount"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"page":{"startAfter":"bm90aGluZw"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"page.startAfter is not the nextCursor of this list: omit it to start at the first page","data":{"field":"page.startAfter","expected":"the nextCursor of a call with the same filter and sort","got":"\"bm90aGluZw\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"kind":"transfer"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":"<any>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"txID":"nothing"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":"<any>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"height":"1"}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":"<any>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"addresses":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95"]}}}
<< {"jsonrpc":"2.0","result":{"crossings":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getCrossings","params":{"filter":{"addresses":["P-custom1nothing"]}}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"filter.addresses[0]","expected":"<any>","got":"\"P-custom1nothing\""}},"id":1}
