// Blocks with their sums and the state after them.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBlocks","params":{"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"height":"43","blockID":"2sKHjFVv51RMN4noVcgTCLDCnLJNoHZRFZfoXmBPX75wZhMTJf","parentID":"2hpq88QeRmExrvXJibt4YY1vGogbkbGrKDYeCHrzwZMbjic72F","kind":"BanffCommitBlock","time":"2024-01-06T05:29:28Z","txCount":0,"byteCount":54,"burned":"0","rewards":"16892036385","l1Fees":"90315","supply":"48703084859043022","staked":"8007363997425871","delegated":"196259944827","validators":6,"delegators":5,"gasPrice":"1","l1Active":3,"l1Price":"1","l1Balance":"1315236077","gasUsed":"0","gasCapacity":"1000000","gasExcess":"0","l1Excess":"0"}],"nextCursor":"B0Vn3x6_34gAAAAAAAAAKwAAAAAAAAAAhGWi0HrXyYMAAAAAAAAAKw"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBlocks","params":{"filter":{"fromHeight":"42","toHeight":"43"},"fields":["height","kind","time","rewards"]}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"height":"43","kind":"BanffCommitBlock","time":"2024-01-06T05:29:28Z","rewards":"16892036385"},{"height":"42","kind":"BanffProposalBlock","time":"2024-01-06T05:29:28Z","rewards":"0"}],"fields":["height","kind","time","rewards"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBlocks","params":{"filter":{"proposer":"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNV"}}}
<< {"jsonrpc":"2.0","result":{"blocks":[]},"id":1}
