// After a revert, a cursor from before it is rejected.
//! node own
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture snapshot>","height":"43"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","amount":"1000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"page":{"limit":1}}}
<< {"jsonrpc":"2.0","result":{"periods":[{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","role":"validator","subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNV","weight":"2170758761470","startTime":"2024-01-04T04:05:28Z","endTime":"2024-01-06T05:29:28Z","status":"ended","autoRenewed":false,"addedHeight":"36","beganHeight":"36","beganTime":"2024-01-04T04:05:28Z","endedHeight":"43","endedTime":"2024-01-06T05:29:28Z","endedBy":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1","endReason":"rewarded","potentialReward":"16892036385","rewardOwner":{"locktime":"0","threshold":"1","addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"]},"reward":"16892036385","delegateeReward":"0","restaked":"0","delegateeOwner":{"locktime":"0","threshold":"1","addresses":["P-custom14khghf70japjnuly97wauywvcvae99jwkz3aza"]},"delegationFee":"16.4669","publicKey":"0x94e1ad53d27678a1b471c46aa85121786ba095da3bac2920f71ab7b782677de01d16c30600ecff83b5d6eaade8423461"}],"nextCursor":"aqfQJ4V12u8AAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZZYuiCDP_obZETdDO7BBjeBjPpISbnId_LcJkEoIgCnlLbZruA"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{snapshot}}"}}
<< {"jsonrpc":"2.0","result":{"height":"43","timestamp":"1704647144"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getStakingPeriods","params":{"page":{"limit":1,"startAfter":"aqfQJ4V12u8AAAAAAAAAKwAAAAAAAAABCwlEDwhMWicAAAAAZZYuiCDP_obZETdDO7BBjeBjPpISbnId_LcJkEoIgCnlLbZruA"}}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the chain went back since page.startAfter was returned at height 43: omit it to start at the first page","data":{"field":"page.startAfter","expected":"a nextCursor from after the chain went back","got":"a nextCursor of height 43"}},"id":1}
