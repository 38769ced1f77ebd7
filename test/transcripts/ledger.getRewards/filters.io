// Rewards by address, node and staking transaction.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"]}}}
<< {"jsonrpc":"2.0","result":{"rewards":[{"status":"paid","kind":"validator","stakingTxID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNV","assetID":"3sp2mJ4HATRgpTNo8aj5TAZnHtaZLcFkqi3AybDizZ2QWezVQ","amount":"16892036385","owner":{"locktime":"0","threshold":"1","addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"]},"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","outputIndex":3,"rewardTxID":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1","height":"43","time":"2024-01-06T05:29:28Z"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"nodeID":"NodeID-5Gaqnqm3nGVXjmdGkuK8Q7BS63bSBVoNV"},"fields":["amount","height"]}}
<< {"jsonrpc":"2.0","result":{"rewards":[{"amount":"16892036385","height":"43"}],"fields":["amount","height"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg"},"fields":["rewardTxID"]}}
<< {"jsonrpc":"2.0","result":{"rewards":[{"rewardTxID":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1"}],"fields":["rewardTxID"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"addresses":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95"]}}}
<< {"jsonrpc":"2.0","result":{"rewards":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"toHeight":"42"}}}
<< {"jsonrpc":"2.0","result":{"rewards":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getRewards","params":{"filter":{"txID":"35Ggnu9AmJV1towmPVCoYwcXCwYuGn2EvZL7FTUbrgTN4fYW1"},"fields":["stakingTxID","amount"]}}
<< {"jsonrpc":"2.0","result":{"rewards":[{"stakingTxID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","amount":"16892036385"}],"fields":["stakingTxID","amount"]},"id":1}
