// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTotals","params":{"per":"height","page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"totals":[{"firstHeight":"0","lastHeight":"0","time":"2024-01-01T00:00:00Z","blocks":"1","transactions":"0","burned":"0","rewards":"0","l1Fees":"0","supply":"48696670291925568","staked":"8000000000000000","delegated":"0","validators":4,"delegators":0,"gasPrice":"1","l1Active":0,"l1Price":"1","l1Balance":"0"}],"nextCursor":"5gHDqhvnGiIAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAAA"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getTotals","params":{"per":"height","page":{"limit":1,"startAfter":"5gHDqhvnGiIAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAAA"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
