// As objects, in the order of payment; without rewards an empty list in either encoding.
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":[{"utxoID":"qUec3A44FkCxDhoFgg8f7Z97gJgvaB8DEmXYX7YgHsaMNTiYj","txID":"2abwARAAQqNpfQmT6ZzNWDcbq9GXa97H7ZJgMQK7xVQU9vzbdg","outputIndex":3,"assetID":"3sp2mJ4HATRgpTNo8aj5TAZnHtaZLcFkqi3AybDizZ2QWezVQ","fxID":"spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ","output":{"addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"],"amount":16892036385,"locktime":0,"threshold":1}}],"encoding":"json"},"id":1}
