// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"transactions":[{"txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","kind":"Dev","status":"Committed","height":"43","position":524288,"time":"2024-01-06T05:29:28Z","blockID":"2sKHjFVv51RMN4noVcgTCLDCnLJNoHZRFZfoXmBPX75wZhMTJf","blockHeight":"43","burned":"0","byteCount":0}],"nextCursor":"AwVpzBX24c8AAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAKwAAAAAACAAA"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTransactions","params":{"page":{"limit":1,"startAfter":"AwVpzBX24c8AAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAKwAAAAAACAAA"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
