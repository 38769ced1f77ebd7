// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBlocks","params":{"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"height":"43","blockID":"2sKHjFVv51RMN4noVcgTCLDCnLJNoHZRFZfoXmBPX75wZhMTJf","parentID":"2hpq88QeRmExrvXJibt4YY1vGogbkbGrKDYeCHrzwZMbjic72F","kind":"BanffCommitBlock","time":"2024-01-06T05:29:28Z","txCount":0,"byteCount":54,"burned":"0","rewards":"16892036385","l1Fees":"90315","supply":"48703084859043022","staked":"8007363997425871","delegated":"196259944827","validators":6,"delegators":5,"gasPrice":"1","l1Active":3,"l1Price":"1","l1Balance":"1315236077","gasUsed":"0","gasCapacity":"1000000","gasExcess":"0","l1Excess":"0"}],"nextCursor":"eT6Wql0p7JQAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAKw"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBlocks","params":{"page":{"limit":1,"startAfter":"eT6Wql0p7JQAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAAAAAKw"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
