// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"status":"pending"},"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"rewards":[{"status":"pending","kind":"delegator","stakingTxID":"w7gZYwV2ZjBXBsdb4cvy7i9DtF9c1QVcDcA7sdKPnrHGYRTAB","subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-Mof3emWkX4JUz7y11q9HaVbGnc6qJysFA","assetID":"3sp2mJ4HATRgpTNo8aj5TAZnHtaZLcFkqi3AybDizZ2QWezVQ","amount":"3939519829","owner":{"locktime":"0","threshold":"2","addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen","P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096"]},"endTime":"2024-01-27T09:06:51Z","delegateeAmount":"245426158"}],"nextCursor":"2k7ERo4qGqMAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZbTHqyB64A0p2ebB_CCMHLJCI_0K7aNytbpgGhSmzmgGS1epvgAAAABlleZK"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"status":"pending"},"page":{"limit":1,"startAfter":"2k7ERo4qGqMAAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZbTHqyB64A0p2ebB_CCMHLJCI_0K7aNytbpgGhSmzmgGS1epvgAAAABlleZK"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
