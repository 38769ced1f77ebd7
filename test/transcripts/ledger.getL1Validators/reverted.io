// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"validators":[{"validationID":"2dPL7nKHAuVxLaTPRaZxe2Kuu5fXSVzav1gdi3bmrEWFDMMjyL","subnetID":"29CUmP8dqfPkac3vhncsYfiSaaUUE49nmipuqs55R6oxCVsFdB","nodeID":"NodeID-727sGKKg1zcG4s3dLwnqWT323j43TzWr1","publicKey":"0xaa0d33777a6579fdc17a3311837aaba2d46c3a1f094c51d1264a259a594121e0d660639063263e8a0f026c16da711ca3","startTime":"2024-01-01T02:39:47Z","status":"active","weight":"42","minNonce":"0","balance":"263808252","remainingBalanceOwner":{"locktime":"0","threshold":"1","addresses":["P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096"]},"deactivationOwner":{"locktime":"0","threshold":"2","addresses":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","P-custom14khghf70japjnuly97wauywvcvae99jwkz3aza"]},"changedHeight":"11","changedTime":"2024-01-01T02:39:47Z","forecast":{"deactivationTime":"2032-05-16T13:33:40Z","fewestActiveTime":"2032-05-16T13:33:40Z","mostActiveTime":"2024-01-06T05:50:59Z"}}],"height":"43","time":"2024-01-06T05:29:28Z","blockID":"2sKHjFVv51RMN4noVcgTCLDCnLJNoHZRFZfoXmBPX75wZhMTJf","nextCursor":"AoiJ8YyKOuUAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZZIl8yDWUAtb5-KKnJsTOFFzbPRqCTj-5COCzbThTFM49w4tRA"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getL1Validators","params":{"page":{"limit":1,"startAfter":"AoiJ8YyKOuUAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZZIl8yDWUAtb5-KKnJsTOFFzbPRqCTj-5COCzbThTFM49w4tRA"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
